/** Files that were parsed and checked for one account give the next account the same result as new files. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ResolveOptions } from '../../src/config/base.ts';
import { resolveProject } from '../../src/config/resolve.ts';
import { sourceFile } from '../../src/config/yaml/source.ts';
import { listKinds } from '../../src/kinds/index.ts';
import type { Project } from '../../src/model/project.ts';

const objects = (type: string, group: string, ...lines: readonly string[]): string =>
  [
    'version: 1',
    'objects:',
    `  ${type}:`,
    '    groups:',
    `      ${group}:`,
    ...lines.map((line) => `        ${line}`),
    '',
  ].join('\n');
const property = (name: string, label: string): string =>
  `properties: { ${name}: { label: ${label}, type: string, fieldType: text } }`;

const SECRET = 'pat-na1-0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f';

const ACCOUNTS = `accounts:
  plain: { hubId: 1 }
  valued: { hubId: 2, surface: dated, values: { brand: Acme }, auth: { accessToken: "\${env.TOKEN}" } }
  changed:
    hubId: 3
    values: { brand: Other }
    overrides:
      objects:
        contacts: { groups: { loyalty: { displayName: Other, properties: { level: { omit: true } } } } }
        deals: { groups: { more: { displayName: New } } }
`;

const TEXTS: readonly string[] = [
  ACCOUNTS,
  ACCOUNTS.slice(0, ACCOUNTS.indexOf('  changed')),
  objects('contacts', 'loyalty', 'displayName: Loyalty', property('level', 'Level')),
  objects('contacts', 'loyalty', 'displayName: Twice', property('level', 'Twice'), 'displayOrder: 3'),
  objects('contacts', 'branded', `displayName: "\${values.brand}"`, property('brand', `"\${env.TIER}"`)),
  objects('deals', 'told', 'displayName: Told', property('told', SECRET)),
  objects('deals', 'hidden', `displayName: 'Hidden \\\${x}'`),
  objects('deals', 'wrong', 'displayName: 5', 'displayNam: x', 'displayName: 6'),
  objects(
    'companies',
    'odd',
    'displayName: Odd',
    'properties: { a: { label: A, type: enumeration, fieldType: text } }',
  ),
  objects(
    'companies',
    'again',
    'displayName: &a Again',
    'properties: { b: { label: *a, type: string, fieldType: x } }',
  ),
  'moved: { from: "group:contacts/old", to: "group:contacts/loyalty" }\npolicy: { allow: [delete] }\n',
  'version: 1\nwebhooks: [{ appId: 77, subscriptions: [{ eventType: contact.creation, active: true }] }]\n',
  'objects: {\n',
  '',
];

const asked = fc.record({
  account: fc.constantFrom('plain', 'valued', 'changed', 'unknown', undefined),
  env: fc.constantFrom({}, { TIER: 'Gold' }, { TIER: 'Silver' }, { TIER: 'Gold', TOKEN: SECRET }),
});

/** Secrets have no text in it. */
const said = (project: Project, options: ResolveOptions) =>
  JSON.parse(JSON.stringify(resolveProject(project, options)));

test('a file that was used before gives the same resolution', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(TEXTS.length - 1), { minLength: 1 }),
      fc.array(asked, { minLength: 2, maxLength: 5 }),
      (chosen, times) => {
        const project = (): Project => ({
          files: chosen.map((at) => sourceFile(`${at}.yaml`, TEXTS[at] ?? '')),
          findings: [],
        });
        const used = project();
        for (const { account, env } of times) {
          const options = { kindsOn: listKinds, env, ...(account === undefined ? {} : { account }) };
          expect(said(used, options)).toEqual(said(project(), options));
        }
      },
    ),
    { numRuns: 25 },
  );
});
