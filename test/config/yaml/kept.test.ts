/** A parsing that was kept is what parsing the text again gives, in all that anybody asks of it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFile } from '../../../src/config/check/check.ts';
import { documentSchema } from '../../../src/config/schema/document-schema.ts';
import { isConforming, markConforming } from '../../../src/config/yaml/conforming.ts';
import { parseText } from '../../../src/config/yaml/document.ts';
import { keptParsing, parsingAgain } from '../../../src/config/yaml/kept.ts';
import type { ParsedFile } from '../../../src/config/yaml/parsed-file.ts';
import type { Path } from '../../../src/config/yaml/position.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { isList, type Json } from '../../../src/model/json.ts';
import { randomDocument } from './random-document.ts';

const fileOf = (text: string) => ({ path: 'a.yaml', text });

/** As from a file. Undefined where nothing is kept. */
function again(text: string, conforms = false): ParsedFile | undefined {
  const document = parseText(fileOf(text));
  if (conforms && document.value !== undefined) markConforming(document.value);
  const kept = keptParsing(document);
  return kept && parsingAgain(fileOf(text), JSON.parse(JSON.stringify(kept)));
}

/** Of all values, and of one beside each that is not there. */
function* pathsOf(value: Json | undefined, path: Path): Generator<Path> {
  yield path;
  yield [...path, 'not there', 0];
  if (typeof value !== 'object' || value === null) return;
  const entries = isList(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, item] of entries) yield* pathsOf(item, [...path, key]);
}

function saidBy(file: ParsedFile) {
  const { position, range, written, hole, lineStart, marks: _, ...rest } = file;
  const lines = file.text.split('\n').length;
  return {
    rest,
    keys: JSON.stringify(file.value),
    lines: Array.from({ length: lines + 3 }, (_, line) => lineStart(line)),
    places: [...pathsOf(file.value, [])].map((path) => ({
      ...{ path, key: position(path, 'key'), value: position(path, 'value') },
      ...{ range: range(path), written: written(path), hole: hole(path, 0) },
    })),
  };
}

const nested = (text: string): string =>
  `version: 1\nobjects:\n${text
    .split('\n')
    .map((line) => (line.trim() === '' ? line : `  ${line}`))
    .join('\n')}`;

test('a parsing that was kept says what a new one says', () => {
  let kept = 0;
  fc.assert(
    fc.property(randomDocument, ({ text }) => {
      const inside = nested(text);
      const document = again(inside);
      if (document === undefined) return;
      kept += 1;
      expect(saidBy(document)).toEqual(saidBy(parseText(fileOf(inside))));
    }),
  );
  expect(kept).toBeGreaterThan(50);
});

test('also of a text that is read in pieces, with keys that JavaScript puts before the others', () => {
  const text = nested(
    Array.from({ length: 1_000 }, (_, at) => `${at % 3 === 0 ? 9_000 - at : `k${at}`}: { b: [x, ${at}] }`).join('\n'),
  );
  const document = again(text);
  expect(document && saidBy(document)).toEqual(saidBy(parseText(fileOf(text))));
});

test.each([
  ['an account', 'objects: { a: 1 }\naccounts: { a: { hubId: 1 } }\n'],
  ['apps', 'objects: { a: 1 }\napps: { "1": { clientSecret: x } }\n'],
  ['a policy', 'objects: { a: 1 }\npolicy: { allow: [] }\n'],
  ['an include', 'objects: { a: 1 }\ninclude: [x.yaml]\n'],
  ['no objects', 'version: 1\n'],
  ['a variable', `objects: { a: "\${env.A}" }\n`],
  ['an alias', 'objects: { a: &x { b: 1 }, c: *x }\n'],
  ['a mistake', 'objects: { a: 1, a: 2 }\n'],
  ['minus zero', 'objects: { a: -0 }\n'],
  ['nothing', ''],
  ['a list', '- objects\n'],
])('of a file with %s nothing is kept', (_, text) => {
  expect(again(text)).toBeUndefined();
});

test('what was kept of more than objects is not believed', () => {
  const kept = keptParsing(parseText(fileOf('objects: { a: 1 }\n')));
  if (kept === undefined) throw new Error('Objects are kept.');
  const value = { objects: {}, accounts: { a: { baseUrl: 'https://elsewhere.example' } } };
  expect(parsingAgain(fileOf('objects: { a: 1 }\n'), { ...kept, value })).toBeUndefined();
});

const WRONG = 'objects: { contacts: { groups: { mine: { displayName: [] } } } }\n';

function codesOf(document: ParsedFile | undefined, isSecret = false): readonly string[] {
  if (document === undefined) throw new Error('Objects are kept.');
  const schema = documentSchema(KINDS);
  return checkFile(
    document,
    schema,
    () => undefined,
    () => isSecret,
  ).findings.map(({ code }) => code);
}

test('what was kept as checked is not checked again, and anything else is', () => {
  expect(codesOf(again(WRONG))).toEqual(['wrong-type']);
  expect(codesOf(again(WRONG, true))).toEqual([]);
  const right = again(WRONG, true);
  if (right === undefined) throw new Error('Objects are kept.');
  // As with an override: not the value that was checked.
  expect(codesOf({ ...right, value: parseText(fileOf(WRONG)).value })).toEqual(['wrong-type']);
});

test('a credential is found in what was kept as checked', () => {
  expect(codesOf(again('objects: { contacts: { groups: { mine: { displayName: Mine } } } }\n', true), true)).toContain(
    'secret-outside-auth',
  );
});

test('a value without an issue is not checked again, and one with an issue is', () => {
  const right = parseText(fileOf('objects: { contacts: { groups: { mine: { displayName: Mine } } } }\n'));
  const wrong = parseText(fileOf(WRONG));
  codesOf(right);
  codesOf(wrong);
  expect([right, wrong].map(({ value }) => isConforming(value ?? null))).toEqual([true, false]);
  expect(codesOf(wrong)).toEqual(['wrong-type']);
  expect(keptParsing(right)).toMatchObject({ conforms: true });
  expect(keptParsing(wrong)).toMatchObject({ conforms: false });
});
