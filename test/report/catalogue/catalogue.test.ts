import { expect, test } from 'vitest';
import { parseProject } from '../../../src/config/files/project.ts';
import { resolveProject } from '../../../src/config/resolve.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import { buildCatalogue } from '../../../src/report/catalogue/catalogue.ts';

test('properties are in the order of the numbers in their names', () => {
  const names = ['p10', 'p2', 'p1'];
  const properties = names.map((name) => `${name}: { label: ${name}, type: string, fieldType: text }`).join(', ');
  const text = `objects: { contacts: { groups: { own: { properties: { ${properties} } } } } }\n`;
  const project = parseProject([{ path: 'trueup.yaml', text }]);
  const { desired } = resolveProject(project, { kindsOn: listKinds, env: {}, offline: true });
  const [contacts] = buildCatalogue(desired.resources).objects;
  expect(contacts?.groups[0]?.properties.map(({ name }) => name)).toEqual(['p1', 'p2', 'p10']);
});
