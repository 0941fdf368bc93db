/** The list of accounts: every malformed account is reported with its position, and no part of the list is repeated. */

import { expect, test } from 'vitest';
import { readImport } from '../../../src/cli/fleet/import.ts';

const ONE = {
  hubId: 5001,
  appId: '3001',
  refreshToken: 'canary-refresh',
  scopes: ['oauth'],
  labels: { ring: 'canary' },
};
const YAML =
  '- { hubId: 5001, appId: 3001, refreshToken: canary-refresh, scopes: [oauth], labels: { ring: canary } }\n';

test.each([
  ['YAML', YAML, 'accounts.yaml'],
  ['JSON', JSON.stringify([ONE]), 'accounts.json'],
  ['one object per line', `\n${JSON.stringify(ONE)}\n\n`, 'stdin'],
])('reads accounts from %s', (_, text, file) => {
  expect(readImport(text, file)).toEqual({ read: [ONE], findings: [] });
});

test('reads an account without scopes and labels', () => {
  const least = { hubId: 1, appId: '2', refreshToken: 'r' };
  expect(readImport(JSON.stringify(least), 'stdin').read).toEqual([{ ...least, scopes: [] }]);
});

const told = (text: string, file = 'accounts.yaml') =>
  readImport(text, file).findings.map(({ message, provenance }) => `${provenance?.line}: ${message}`);
const KEYS = 'An account is a mapping with the keys hubId, appId, refreshToken, scopes and labels.';

test('reports every malformed account, and nothing that may be a token', () => {
  const text = `- { hubId: 0, appId: app, refreshToken: "canary two", scopes: canary, labels: { ring: 1 } }
- { hubId: 5001, appId: "3001", refreshtoken: canary-a }
- canary-b
- { hubId: 5002, appId: "3001", refreshToken: canary-c }
- { hubId: 5002, appId: "3001", refreshToken: canary-d, canary-e: 1 }
- { hubId: 5002, appId: "3001", refreshToken: canary-f }
`;
  expect(told(text)).toEqual([
    '1: hubId must be a whole number from 1. appId must be digits. refreshToken must be a text of ASCII characters without blanks. scopes must be a list of words. labels must be a mapping of texts with up to 100 printable characters, and no name with =.',
    `2: refreshToken must be a text of ASCII characters without blanks. ${KEYS}`,
    `3: ${KEYS}`,
    `5: ${KEYS}`,
    '6: Account 5002 is listed twice. Keep the newer entry.',
  ]);
});

test.each([
  ['an alias', '- { hubId: 1, appId: "2", refreshToken: *canary-a }\n'],
  ['a key that is there twice', '- { canary-b: 1, canary-b: 2 }\n'],
  ['a broken quote', '- { hubId: 1, refreshToken: "canary-c }\n'],
])('does not repeat %s', (_, text) => {
  expect(told(text)[0]).toBe('1: The YAML is malformed here.');
  expect(JSON.stringify(readImport(text, 'accounts.yaml').findings)).not.toContain('canary');
});

test('a label with = in its name is malformed, as --label cannot name it', () => {
  const labelled = (label: string) => told(`- { hubId: 1, appId: "2", refreshToken: r, labels: { ${label} } }\n`);
  expect([labelled('"a=b": c').length, labelled('a: "b=c"')]).toEqual([1, []]);
});

test('reports other lines behind a line that is not JSON', () => {
  const text = `${JSON.stringify(ONE)}\n{ canary\n{"hubId":5002,"appId":"3001","refreshToken":7}\n`;
  expect(told(text, 'accounts.ndjson')).toEqual([
    '2: The line is not a JSON object. The name of a YAML file ends in .yaml.',
    '3: refreshToken must be a text of ASCII characters without blanks.',
  ]);
  expect(told('hubId: 5001\n')).toEqual([
    '1: The file must contain a list of accounts. Start each account with a dash.',
  ]);
});
