/** Excerpts: the line, the caret, what cannot be seen, and what must not be. */

import { expect, test } from 'vitest';
import { excerpt } from '../../src/config/excerpt.ts';
import { parseProject } from '../../src/config/project.ts';

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
  const [line = '', caret = ''] = (shown(`${'a'.repeat(500)}X${'b'.repeat(500)}`, 1, 501) ?? '').split('\n');
  expect(line).toBe(`…${'a'.repeat(50)}X${'b'.repeat(49)}…`);
  expect(line[caret.length - 1]).toBe('X');
});

test('cuts a long line at its end when the place is near the start', () => {
  expect(shown('a'.repeat(500), 1, 3)).toBe(`${'a'.repeat(100)}…\n  ^`);
});

test('has nothing to show for a file or line that does not exist', () => {
  expect(shown('a: 1\n', 9, 1)).toBeUndefined();
  expect(excerpt(parseProject([]), { file: 'a.yaml', line: 1, column: 1 })).toBeUndefined();
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
  ['a token behind any key', 'version: 1\ntoken: pat-na1-hush-hush-hush\n', 2],
])('covers %s', (_what, text, line) => {
  expect(shown(text, line, 1)).toMatch(/\*{9}/);
  expect(shown(text, line, 1)).not.toContain('hush');
});

test('leaves references to variables and the client id as they are', () => {
  const line = `    auth: { clientId: x, clientSecret: "\${env.A}", refreshToken: "\${env.B}" }`;
  expect(shown(`version: 1\naccounts:\n  a:\n${line}\n`, 4, 5)).toBe(`${line}\n    ^`);
});
