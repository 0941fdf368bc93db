/** Negative tables: what YAML itself gets wrong. Each row has every finding, with code and place. */

import { expect, test } from 'vitest';
import { aProperty, hintless, places, resolveTexts } from './builders.ts';

const OK = ['label: Tier', 'type: string', 'fieldType: text'];

const ROWS: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
  ['tab indent', 'version: 1\npolicy:\n\tallow: []\n', ['yaml-tab-as-indent 3:1']],
  ['bad indent', 'version: 1\nobjects:\n  contacts: {}\n deals: {}\n', ['yaml-bad-indent 4:2']],
  ['dup key', 'version: 1\nversion: 1\n', ['duplicate-key 2:1']],
  ['line ends of CR alone', 'version: 1\rpolicy:\r  allow: []\r', ['yaml-line-ends 1:11']],
  ['line ends of CR alone behind a comment', '# x\rversion: 1\r', ['yaml-line-ends 1:4']],
  ['line ends of CR alone, many', 'objects:\r'.repeat(100), ['yaml-line-ends 1:9']],
  [
    'line ends of CR alone in a part',
    'version: 1\npolicy:\n  allow: []\r  maxChanges: 1\rrules: {}\n',
    ['yaml-line-ends 3:12'],
  ],
  ['unclosed bracket', 'version: 1\npolicy: { allow: [\n', ['yaml-bad-indent 3:1']],
  ['unclosed quote', 'version: 1\npolicy: { allow: ["x }\n', ['yaml-missing-char 2:19']],
  ['unclosed quote far above the end', aProperty('label: "x', ...OK.slice(1)), ['yaml-missing-char 8:20']],
  ['bad escape', 'version: 1\npolicy: { allow: ["\\q"] }\n', ['unknown-risk 2:19', 'yaml-bad-dq-escape 2:20']],
  [
    'escape dollar in dq',
    aProperty(`label: "\\\${x}"`, 'type: string', 'fieldType: text'),
    ['yaml-bad-dq-escape 8:21'],
  ],
  [
    'alias props',
    aProperty('label: &a Tier', 'type: string', 'fieldType: text', 'description: !!str *a'),
    ['yaml-alias-props 11:32'],
  ],
  ['unknown alias', aProperty('label: *nope', ...OK.slice(1)), ['alias-unknown 8:20']],
  ['recursive', 'version: 1\npolicy: &p\n  allow: [*p]\n', ['alias-recursive 3:11']],
  ['unknown tag', aProperty('label: !secret Tier', ...OK.slice(1)), ['yaml-tag-resolve-failed 8:20']],
  ['binary tag', aProperty('label: !!binary aGk=', ...OK.slice(1)), ['yaml-tag-resolve-failed 8:20']],
  ['merge', aProperty('<<: { label: x }', ...OK), ['merge-key 8:13']],
  ['merge of required keys', aProperty(`<<: { ${OK.join(', ')} }`), ['merge-key 8:13']],
  ['merge in quotes', 'version: 1\neventDefinitions: { "<<": { properties: {} } }\n', []],
  ['multi docs', 'version: 1\n---\nversion: 1\n', ['yaml-multiple-docs 2:1']],
  ['complex key', 'version: 1\n? [a, b]\n: 1\n', ['yaml-non-string-key 2:3']],
  ['proto', 'version: 1\n__proto__: { x: 1 }\n', ['bad-key 2:1']],
  ['proto nested', aProperty(...OK, '__proto__: { polluted: true }'), ['bad-key 11:13']],
  ['half of a pair', aProperty('label: "\\uD83D"', ...OK.slice(1)), ['text-malformed 8:20']],
  ['half of a pair in a key', 'version: 1\n"\\uDE00": 1\n', ['text-malformed 2:1']],
  ['both halves', aProperty('label: "\\uD83D\\uDE00"', ...OK.slice(1)), []],
  ['nan', aProperty(...OK, 'displayOrder: .nan'), ['number-not-finite 11:27']],
  ['yaml 1.1', '%YAML 1.1\n---\nversion: 1\n', ['yaml-version 1:1']],
  ['directive', '%FOO bar\n---\nversion: 1\n', ['yaml-bad-directive 1:1']],
  [
    'flow interp',
    `version: 1\nwebhooks: [{ appId: \${values.x}, subscriptions: [] }]\n`,
    ['yaml-unexpected-token 2:22'],
  ],
  [
    'flow interp, and what is below it',
    `version: 1\nvalues: {a: \${env.X} }\n# why\n\nobjects:\n  contacts: {}\n`,
    ['yaml-unexpected-token 2:14'],
  ],
  [
    'two tokens apart',
    'version: 1\npolicy: "b" c\nvalues: {}\napps: "b" c\n',
    ['yaml-unexpected-token 2:13', 'yaml-unexpected-token 4:11'],
  ],
  ['multiline key', 'version: 1\nobjects\ncontacts: 1\n', ['yaml-multiline-implicit-key 2:1']],
  ['nested map on line', 'version: 1\npolicy: allow: []\n', ['yaml-block-as-implicit-key 2:9']],
  ['reserved start', aProperty('label: @home', ...OK.slice(1)), ['yaml-bad-scalar-start 8:20']],
  ['backtick', aProperty('label: `home`', ...OK.slice(1)), ['yaml-bad-scalar-start 8:20']],
  ['unexpected token', 'version: 1\npolicy: ]\n', ['yaml-unexpected-token 2:9']],
  ['two anchors', aProperty('label: &a &b Tier', ...OK.slice(1)), ['yaml-multiple-anchors 8:23']],
  ['two tags', aProperty('label: !!str !!str Tier', ...OK.slice(1)), ['yaml-multiple-tags 8:26']],
  ['long key', `version: 1\n? ${'k'.repeat(10)}\n: 1\n`, ['unknown-key 2:3']],
  ['long implicit key', `version: 1\n${'k'.repeat(1100)}: 1\n`, ['yaml-key-over-1024-chars 2:1']],
  ['block in flow', 'version: 1\npolicy: [\n  |\n  x\n]\n', ['wrong-type 2:9', 'yaml-bad-scalar-start 3:3']],
  ['text behind a closed map', '{}o\ne: 1\nb: ]\n', ['yaml-non-string-key 1:1']],
  ['root list', '- a\n', ['wrong-type 1:1']],
  ['root text', 'hello\n', ['wrong-type 1:1']],
  ['empty', '', ['file-empty 1:1', 'version-missing 1:1']],
  ['comment only', '# x\n', ['file-empty 1:1', 'version-missing 1:1']],
];

test.each(ROWS)('finds every fault in the syntax at its place, with a hint: %s', (_what, text, expected) => {
  const { findings } = resolveTexts(text);
  expect(places(findings)).toEqual(expected);
  expect(hintless(findings)).toEqual([]);
});

/** Most frequent mistakes as [name, text, place, message]. */
const MISTAKES: readonly (readonly [what: string, text: string, place: string, message: string])[] = [
  ['a tab', 'policy:\n\tallow: []', 'yaml-tab-as-indent 3:1', 'A tab is used for indentation.'],
  [
    'a tab with line ends of Windows',
    'policy:\r\n\tallow: []',
    'yaml-tab-as-indent 3:1',
    'A tab is used for indentation.',
  ],
  [
    'a line too deep',
    'policy: {}\n  allow: []',
    'yaml-bad-indent 3:3',
    'The indentation does not match the lines above.',
  ],
  [
    'a line between two levels',
    'a:\n  b: 1\n c: 1',
    'yaml-bad-indent 4:2',
    'The indentation does not match the lines above.',
  ],
  [
    'no colon',
    'objects\npolicy: {}',
    'yaml-multiline-implicit-key 2:1',
    'A key must be on one line, followed by a colon and a space.',
  ],
  [
    'no space behind the colon',
    'policy:{}',
    'yaml-missing-char 2:1',
    'A key must be on one line, followed by a colon and a space.',
  ],
  ['an open double quote', 'a: "x\nb: 1', 'yaml-missing-char 2:4', 'This quote is not closed.'],
  ['an open single quote', "a: 'it\nb: 1", 'yaml-missing-char 2:4', 'This quote is not closed.'],
  ['text behind a quoted string', 'a: "b" c', 'yaml-unexpected-token 2:8', 'Unexpected scalar at node end.'],
  ['an open bracket', 'a: [x\nb: 1', 'yaml-bad-indent 3:1', 'A { or [ is not closed.'],
  ['an open brace', 'a: { x: 1\nb: 1', 'yaml-bad-indent 3:1', 'A { or [ is not closed.'],
  [
    'lines behind one',
    'a: ]\nb: ]\nc: ]',
    'yaml-unexpected-token 2:4',
    'Unexpected flow-seq-end token in YAML stream.',
  ],
  ['a bracket too many', 'a: ]', 'yaml-unexpected-token 2:4', 'Unexpected flow-seq-end token in YAML stream.'],
  ['no comma', 'a: { "b": "c" "d": 1 }', 'yaml-unexpected-token 2:15', 'Unexpected double-quoted-scalar token.'],
  ['a key twice', 'version: 1', 'duplicate-key 2:1', 'Duplicate key `version` in this mapping.'],
  [
    'marks of a merge',
    '<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> x',
    'merge-conflict 2:1',
    'An unresolved merge conflict starts here.',
  ],
  [
    'an alias without an anchor',
    'policy: *nope',
    'alias-unknown 2:9',
    'No anchor `&nope` is defined above this alias.',
  ],
  [
    'a colon in a value',
    'a: Tier: gold',
    'yaml-block-as-implicit-key 2:4',
    'A mapping cannot start on the line of its key.',
  ],
  [
    'a value that starts with @',
    'a: @home',
    'yaml-bad-scalar-start 2:4',
    'Plain value cannot start with reserved character @.',
  ],
  ['a path of Windows', 'a: "C:\\q"', 'yaml-bad-dq-escape 2:7', 'Invalid escape sequence.'],
  [
    'a tag by mistake',
    'a: !secret x',
    'yaml-tag-resolve-failed 2:4',
    'This tag is unknown or does not match the value.',
  ],
  ['a second document', '---\nversion: 1', 'yaml-multiple-docs 2:1', 'A second document starts here.'],
];

test.each(MISTAKES)('names the fault: %s', (_what, text, place, message) => {
  const { findings } = resolveTexts(`version: 1\n${text}\n`);
  const syntax = findings.filter(({ code }) => code !== 'unknown-key' && code !== 'wrong-type');
  expect([places(syntax), syntax[0]?.message]).toEqual([[place], message]);
});

test.each([
  'a: "x" SECRET',
  'a: }\nSECRET: 1',
  'a: |x SECRET',
  'a: !SECRET x',
  'a: !SECRET!',
  'a: !<SECRET> x',
  'a: !<SECRET',
  'a: "\\SECRET"',
  '%SECRET\n---\na: 1',
  '%TAG SECRET\n---\na: 1',
  '%YAML SECRET\n---\na: 1',
])('repeats nothing of the text in a message: %s', (text) => {
  const { findings } = resolveTexts(`${text}\n`);
  const syntax = findings.filter(({ code }) => code.startsWith('yaml-'));
  expect(syntax.length).toBeGreaterThan(0);
  expect(syntax.map(({ message, hint }) => `${message} ${hint}`).join()).not.toMatch(/SECRET|\\S/);
});

test('takes a byte order mark and line ends of Windows as they are', () => {
  expect(resolveTexts('\uFEFFversion: 1\r\npolicy:\r\n  allow: []\r\n').findings).toEqual([]);
});
