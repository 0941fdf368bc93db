/** Tests of additions to an object, an app or a pair that a file writes in its own way. */

import { expect, test } from 'vitest';
import { writeFiles } from '../../src/authoring/files.ts';
import { findHeads } from '../../src/authoring/heads.ts';
import { findPlace } from '../../src/authoring/place.ts';
import { parseProject } from '../../src/config/files/project.ts';
import { resolveProject } from '../../src/config/resolve.ts';
import { parseDocuments } from '../../src/config/yaml/source.ts';
import { kindNamed } from '../../src/engine/kind-lookup.ts';
import { listKinds } from '../../src/kinds/index.ts';
import type { Address, KindName } from '../../src/model/address.ts';
import type { Fields } from '../../src/model/json.ts';

const KINDS = listKinds('dated');
const APP = `\${values.app}`;
const FILES = {
  'trueup.yaml': `include: [schema/*.yaml]
accounts: { a: { hubId: 1001, surface: dated, values: { app: 2001 } } }
webhooks:
  - appId: 7
    subscriptions: []
`,
  'schema/people.yaml': `objects:
  contact:
    groups:
      own:
        properties:
          tier: { label: Tier, type: string, fieldType: text }
`,
  'schema/rest.yaml': `webhooks:
  - appId: ${APP}
    subscriptions:
      - { eventType: contact.creation }
associationLimits:
  - from: contact
    to: company
    limits:
      - { typeId: 279, maxToObjectIds: 1 }
`,
};

const ADDED: readonly (readonly [KindName, Fields])[] = [
  ['property', { objectType: 'contacts', groupName: 'own', name: 'x', label: 'X', type: 'string', fieldType: 'text' }],
  ['webhook-subscription', { appId: 2001, eventType: 'contact.deletion' }],
  ['association-limit', { from: 'contacts', to: 'companies', typeId: 1, maxToObjectIds: 2 }],
];

test('goes where they have it, in their words', () => {
  const project = parseProject(Object.entries(FILES).map(([path, text]) => ({ path, text })));
  const { desired } = resolveProject(project, { kindsOn: listKinds, env: {}, offline: true, account: 'a' });
  const documents = parseDocuments(project);
  const declared = desired.resources.map((resource) => ({ kind: kindNamed(KINDS, resource.kind), resource }));
  const headsOf = findHeads(documents, declared);
  const additions = ADDED.map(([name, captured]) => {
    const { levels } = kindNamed(KINDS, name);
    const place = findPlace(levels, captured);
    return { address: `${name}:x` as Address, place, heads: headsOf(levels, place) };
  });
  const layout = { main: 'trueup.yaml', folder: 'schema', searched: () => false, order: () => [] };
  const { files } = writeFiles(documents, additions, new Map(), layout);
  expect(Object.fromEntries(files.map(({ path, text }) => [path, text]))).toEqual({
    'schema/people.yaml': `${FILES['schema/people.yaml']}          x:
            label: X
            type: string
            fieldType: text
`,
    'schema/rest.yaml': FILES['schema/rest.yaml']
      .replace('creation }\n', 'creation }\n      - { eventType: contact.deletion }\n')
      .replace('maxToObjectIds: 1 }\n', 'maxToObjectIds: 1 }\n      - { typeId: 1, maxToObjectIds: 2 }\n'),
  });
});
