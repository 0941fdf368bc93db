/** Tests of excerpts: the line, the caret, invisible characters and hidden secrets. */

import { expect, test } from 'vitest';
import { parseProject } from '../../src/config/files/project.ts';
import { resolveProject } from '../../src/config/resolve.ts';
import { excerpt } from '../../src/config/yaml/excerpt.ts';
import { listKinds } from '../../src/kinds/index.ts';

function shown(text: string, line: number, column: number): string | undefined {
  return excerpt(parseProject([{ path: 'a.yaml', text }]), { file: 'a.yaml', line, column });
}

test.each([
  ['the place', 'version: 1\nobject: {}\r\n', 2, 1, 'object: {}\n^'],
  ['a place at the end', 'a: "x', 1, 6, 'a: "x\n     ^'],
  ['a tab', 'a:\tb', 1, 4, 'a:→b\n   ^'],
  ['control characters', 'a: \u001b[31m\u0007\u202ex', 1, 13, 'a: ␛[31m␇□x\n           ^'],
  ['wide characters', 'a: 漢字 x', 1, 7, 'a: 漢字 x\n        ^'],
] as const)('shows %s', (_what, text, line, column, expected) => {
  expect(shown(text, line, column)).toBe(expected);
});

test('cuts a long line around the place', () => {
  const [line = '', caret = ''] = (shown(`k: ${'a'.repeat(500)}X${'b'.repeat(500)}`, 1, 504) ?? '').split('\n');
  expect(line).toBe(`…${'a'.repeat(50)}X${'b'.repeat(49)}…`);
  expect(line[caret.length - 1]).toBe('X');
});

test('cuts a long line at its end when the place is near the start', () => {
  expect(shown(`k: ${'a'.repeat(500)}`, 1, 3)).toBe(`k: ${'a'.repeat(97)}…\n  ^`);
});

test('is undefined for a missing file or line', () => {
  expect(shown('a: 1\n', 9, 1)).toBeUndefined();
  expect(excerpt(parseProject([]), { file: 'a.yaml', line: 1, column: 1 })).toBeUndefined();
});

test.each([
  ['a list of users', 'root:x:0:0:root:/root:/bin/sh\nother:x:1:1::/:/bin/sh\n'],
  ['settings with sections', '[core]\n\textraheader = AUTHORIZATION: basic hush\n'],
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nhush\n-----END OPENSSH PRIVATE KEY-----\n'],
  [
    'a private key with headers',
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES\n\nhush\n-----END RSA PRIVATE KEY-----\n',
  ],
  ['an alias', '*hush\n'],
  ['a list of texts', '- hush\n- hush\n'],
  ['a number', '1234567\n'],
])('hides every line of a file that is not a configuration: %s', (_what, text) => {
  const project = parseProject([{ path: 'a.yaml', text }]);
  const { findings } = resolveProject(project, { kindsOn: listKinds, env: {} });
  expect(findings.some(({ severity }) => severity === 'error')).toBe(true);
  const words = text.match(/[a-z0-9]{4,}/gi) ?? [];
  const told = JSON.stringify(findings.map(({ message, hint }) => [message, hint]));
  expect(words.filter((word) => new RegExp(`\\b${word}\\b`).test(told))).toEqual([]);
  for (let line = 1; line <= text.split('\n').length; line += 1) expect(shown(text, line, 1)).toBeUndefined();
});

const inAuth = (auth: string) => `version: 1\naccounts:\n  a:\n    auth: ${auth}\n`;

test.each([
  ['a literal in a mapping', inAuth('{ accessToken: hush-hush }'), 4],
  ['a literal under a misspelt key', inAuth('{ acesToken: hush-hush }'), 4],
  ['a literal in place of auth', inAuth('hush-hush'), 4],
  ['a literal on a line of its own', inAuth('\n      accessToken:\n        hush-hush'), 6],
  ['a literal of several lines', inAuth('\n      accessToken: |\n        first\n        hush-hush'), 7],
  ['a literal in a file that cannot be parsed', inAuth('{ accessToken: hush-hush'), 4],
  ['a literal in the wrong place', 'version: 1\naccessToken: hush-hush\n', 2],
  ['a developer key', 'version: 1\napps: { "2001": { developerKey: hush-hush } }\n', 2],
  ['a developer key in place of its app', 'version: 1\napps: { "2001": hush-hush }\n', 2],
  ['a developer key in a file that cannot be parsed', 'version: 1\napps: { "2001": { developerKey: hush-hush }\n', 2],
  ['a token behind any key', 'version: 1\ntoken: pat-na1-hush-hush-hush\n', 2],
])('does not show %s', (_what, text, line) => {
  expect(shown(text, line, 1)).toBeUndefined();
});

test.each([
  ...['https://a:hush@b', 'https://a:hush/x@b', 'https:/a:hush@b', 'https://hush@b', 'https://a:x?hush@b'],
  ...['https://a?token=hush', '"https://a?token=x@hush"', 'https://a/#hush'],
])('does not show the secret of the address %s', (address) => {
  expect(shown(`version: 1\nfleet: { baseUrl: ${address} }\n`, 2, 1)).toBeUndefined();
});

test('shows the address of a host', () => {
  const line = 'fleet: { baseUrl: "https://a:1/b" }';
  expect(shown(`version: 1\n${line}\n`, 2, 1)).toBe(`${line}\n^`);
});

test('leaves references to variables and the client id as they are', () => {
  const line = `    auth: { clientId: x, clientSecret: "\${env.A}", refreshToken: "\${env.B}" }`;
  expect(shown(`version: 1\naccounts:\n  a:\n${line}\n`, 4, 5)).toBe(`${line}\n    ^`);
});
