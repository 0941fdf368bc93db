/** An id of a label is one account's own: a plan of files for several accounts says so. */

import { expect, test } from 'vitest';
import { labelIdFindings } from '../../../src/engine/plan/findings.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import { resolveTexts } from '../../config/builders.ts';

const AUTH = 'auth: { accessToken: "${' + 'env.SANDBOX_TOKEN}" }';

function found(limit: string, accounts: string) {
  return findingsOf(limit, accounts).map(({ code, severity, message }) => [code, severity, message]);
}

function hints(limit: string, accounts: string) {
  return findingsOf(limit, accounts).map(({ hint }) => hint);
}

function findingsOf(limit: string, accounts: string) {
  const text = `version: 1
accounts:
  live: { hubId: 1001, surface: dated, ${AUTH} }
${accounts}associationLimits:
  - { from: contacts, to: companies, limits: [{ ${limit}, maxToObjectIds: 3 }] }
`;
  const resolution = resolveTexts(text, { account: 'live', env: { SANDBOX_TOKEN: 'token-of-the-sandbox' } });
  return labelIdFindings(resolution, listKinds('documented'));
}

const OTHER = `  sandbox: { hubId: 2002, ${AUTH} }\n`;

test('an id of a label is doubtful where there is another account', () => {
  expect(found('category: USER_DEFINED, typeId: 3', OTHER)).toEqual([
    [
      'label-by-id',
      'warning',
      'association-limit:contacts/companies/USER_DEFINED/3 names a label by the id 3. In sandbox that id may be another label.',
    ],
  ]);
});

test('the hint is about the limit in question', () => {
  const [warning] = hints('category: USER_DEFINED, typeId: 31', OTHER);
  expect(warning).toBe(
    'Write { category: USER_DEFINED, label: TEXT, maxToObjectIds: 3 } in its place. TEXT is the label of the id 31 in live.',
  );
});

test.each([
  ['there is one account', 'category: USER_DEFINED, typeId: 3', ''],
  ['the other is the same account', 'category: USER_DEFINED, typeId: 3', `  again: { hubId: 1001, ${AUTH} }\n`],
  ['the label is named', 'label: Board member', OTHER],
  ["the type is the service's own", 'category: HUBSPOT_DEFINED, typeId: 279', OTHER],
])('nothing is said where %s', (_, limit, accounts) => {
  expect(found(limit, accounts)).toEqual([]);
});
