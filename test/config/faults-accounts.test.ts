/** Negative tables: accounts, policy and includes. Each row has every finding, with code and place. */

import { expect, test } from 'vitest';
import { places, resolveTexts } from './builders.ts';

const anAccount = (...lines: readonly string[]) =>
  `version: 1\naccounts:\n  a:\n${lines.map((line) => `    ${line}\n`).join('')}`;

const ROWS: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
  ['literal secret', anAccount('auth: { accessToken: pat-na1-1234-secret }'), ['secret-in-file 4:26']],
  ['partly secret', anAccount(`auth: { accessToken: "x\${env.T}" }`), ['secret-in-file 4:26']],
  ['values secret', anAccount(`auth: { accessToken: "\${values.t}" }`), ['secret-in-file 4:26']],
  ['number secret', anAccount('auth: { accessToken: 12345678 }'), ['wrong-type 4:26']],
  ['auth text', anAccount('auth: pat-na1-1234-secret'), ['wrong-type 4:11']],
  ['secret unset', anAccount(`auth: { accessToken: "\${env.T}" }`), ['credential-unset 4:26']],
  [
    'auth both',
    anAccount(`auth: { accessToken: "\${env.T}", clientId: x }`),
    ['auth-ambiguous 4:5', 'credential-unset 4:26'],
  ],
  ['auth partial', anAccount('auth: { clientId: x }'), ['auth-incomplete 4:5']],
  ['auth empty', anAccount('auth: {}'), ['auth-incomplete 4:5']],
  ['hub 0', anAccount('hubId: 0'), ['out-of-range 4:12']],
  ['hub text', anAccount('hubId: abc'), ['wrong-type 4:12']],
  ['hub -1', anAccount('hubId: -1'), ['out-of-range 4:12']],
  ['url http', anAccount('baseUrl: http://example.com'), ['base-url-refused 4:14']],
  ['url path', anAccount('baseUrl: https://example.com/x'), ['base-url-refused 4:14']],
  ['url user', anAccount('baseUrl: https://u:p@example.com'), ['base-url-refused 4:14']],
  ['url query', anAccount('baseUrl: https://example.com?x'), ['base-url-refused 4:14']],
  ['url trick', anAccount('baseUrl: "https://api.hubapi.com\\\\@evil.com"'), ['base-url-refused 4:14']],
  ['surface', anAccount('surface: extended'), ['unknown-value 4:14']],
  ['drift', anAccount('drift: hodl'), ['unknown-value 4:12']],
  ['account key', anAccount('hubid: 1'), ['unknown-key 4:5']],
  ['values list', anAccount('values: { a: [1] }'), ['wrong-type 4:18']],
  ['values name', anAccount('values: { "a b": 1 }'), ['bad-key 4:15']],
  ['values in accounts', anAccount(`baseUrl: \${values.x}`), ['values-unavailable 4:14', 'base-url-refused 4:14']],
  ['account name', 'version: 1\naccounts:\n  ../x: {}\n', ['bad-key 3:3']],
  ['account case', 'version: 1\naccounts:\n  a: {}\n  A: {}\n', ['account-required', 'declared-twice 4:3']],
  [
    'hub shared',
    'version: 1\naccounts:\n  a: { hubId: 5 }\n  b: { hubId: 5 }\n',
    ['account-required', 'hub-id-shared 4:15'],
  ],
  ['risk', 'version: 1\npolicy:\n  allow: [option-remval]\n', ['unknown-risk 3:11']],
  ['risk addr', 'version: 1\npolicy:\n  allow: ["option-removal=contacts/x"]\n', ['bad-address 3:11']],
  ['rule', 'version: 1\npolicy:\n  rules: { label-uniqe: warn }\n', ['unknown-key 3:12']],
  ['rule level', 'version: 1\npolicy:\n  rules: { label-unique: wrn }\n', ['unknown-value 3:26']],
  ['percent', 'version: 1\npolicy:\n  maxChanges: { percent: 101 }\n', ['out-of-range 3:26']],
  ['include', 'version: 1\ninclude: [nope/*.yaml]\n', ['include-unmatched 2:11']],
  ['include interp', `version: 1\ninclude: ["\${env.DIR}/x.yaml"]\n`, ['include-too-complex 2:11']],
  ['include text', 'version: 1\ninclude: x.yaml\n', ['wrong-type 2:10']],
];

test.each(ROWS)('finds every fault in the accounts and the policy at its place: %s', (_what, text, expected) => {
  expect(places(resolveTexts(text).findings)).toEqual(expected);
});

test('a top-level key of an account gets a hint to move it below the account', () => {
  const { findings } = resolveTexts({ 'trueup.yaml': 'version: 1\nauth: {accessToken: pat-na1-1111}\nhubId: 7007\n' });
  expect(findings.map(({ code, hint }) => [code, hint])).toEqual([
    [
      'unknown-key',
      'It belongs below an account: accounts.<name>.auth. A secret is not written in the file: name its variable, "' +
        '$' +
        '{env.NAME}".',
    ],
    ['unknown-key', 'It belongs below an account: accounts.<name>.hubId.'],
  ]);
});
