/** The list of accounts: each is checked, everything that is wrong is said at its place, and no token is repeated. */

import { expect, test } from 'vitest';
import { readImport } from '../../../src/cli/fleet/read-import.ts';

const ONE = {
  hubId: 5001,
  appId: '3001',
  refreshToken: 'canary-refresh',
  scopes: ['oauth'],
  labels: { ring: 'canary' },
};

const placed = (text: string, file = 'accounts.yaml') =>
  readImport(text, file).findings.map(({ code, provenance }) => `${code} ${provenance?.line}:${provenance?.column}`);

test('accounts are read from YAML, from JSON, and from one JSON object per line', () => {
  const yaml =
    '- { hubId: 5001, appId: 3001, refreshToken: canary-refresh, scopes: [oauth], labels: { ring: canary } }\n';
  const lines = `${JSON.stringify(ONE)}\n\n${JSON.stringify({ ...ONE, hubId: 5002 })}\n`;
  expect(readImport(yaml, 'accounts.yaml').installations.map(({ installation }) => installation)).toEqual([ONE]);
  expect(readImport(JSON.stringify([ONE]), 'accounts.json').installations).toHaveLength(1);
  expect(readImport(lines, 'stdin')).toMatchObject({
    installations: [{ installation: ONE, provenance: { line: 1 } }, { provenance: { line: 3 } }],
    findings: [],
  });
  expect(readImport('- { hubId: 1, appId: "2", refreshToken: r }\n', 'a.yaml').installations).toMatchObject([
    { installation: { hubId: 1, appId: '2', refreshToken: 'r', scopes: [] } },
  ]);
});

test('every account that is wrong is told in one run, with line and column', () => {
  const text = `- { hubId: 0, appId: app, refreshToken: "two words", scopes: oauth, labels: { ring: 1 } }
- { hubid: 5001, appId: "3001", refreshToken: canary-a }
- canary-b
- { hubId: 5002, appId: "3001", refreshToken: canary-c }
- { hubId: 5002, appId: "3001", refreshToken: canary-d, colour: canary-e }
- { hubId: 5002, appId: "3001", refreshToken: canary-f }
`;
  expect(placed(text)).toEqual([
    'account-malformed 1:12',
    'account-malformed 1:22',
    'account-malformed 1:41',
    'account-malformed 1:62',
    'account-malformed 1:77',
    'account-malformed 2:12',
    'account-malformed 3:3',
    'account-malformed 5:65',
    'account-repeated 6:3',
  ]);
  expect(JSON.stringify(readImport(text, 'accounts.yaml').findings)).not.toMatch(/canary|two words/);
});

test('a label that --label could not name is told', () => {
  const labelled = (label: string) => placed(`- { hubId: 1, appId: "2", refreshToken: r, labels: { ${label} } }\n`);
  expect([labelled('"a=b": c'), labelled('a: "b=c"')]).toEqual([['account-malformed 1:52'], []]);
});

test('a token that YAML takes for an alias, or that is there twice, is not told', () => {
  const text = '- { hubId: 1, appId: "2", refreshToken: *canary-a }\n- { canary-b: 1, canary-b: 2 }\n';
  const { findings } = readImport(text, 'accounts.yaml');
  expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['alias-unknown', 'duplicate-key']));
  expect(JSON.stringify(findings)).not.toContain('canary');
});

test('a token that stands where a key does is not told, and a key that is misspelt is', () => {
  const text = `${JSON.stringify({ hubId: 1, appId: '2', canary: 'x' })}\n${JSON.stringify({ hubid: 1, appId: '2', refreshToken: 'y' })}\n`;
  expect(readImport(text, 'accounts.ndjson').findings.map(({ message }) => message)).toEqual([
    'refreshToken is missing.',
    'This is not a key of an account: those are hubId, appId, refreshToken, scopes, labels.',
    '"hubid" is not a key of an account. Did you mean hubId?',
  ]);
  expect(JSON.stringify(readImport(text, 'accounts.ndjson').findings)).not.toContain('canary');
});

test('in lines, a position is that of the line, and a line that is no JSON does not hide the others', () => {
  const text = `${JSON.stringify(ONE)}\n{ canary\n{"hubId":5002,"appId":"3001","refreshToken":7}\n`;
  expect(placed(text, 'accounts.ndjson')).toEqual(['account-not-json 2:1', 'account-malformed 3:45']);
  expect(placed('hubId: 5001\n')).toEqual(['accounts-not-a-list 1:1']);
});
