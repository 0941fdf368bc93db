import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildValue } from '../../../src/config/yaml/build.ts';
import { compose, isMap } from '../../../src/config/yaml/parse.ts';
import type { Path } from '../../../src/config/yaml/position.ts';
import { readText } from '../../../src/config/yaml/read.ts';
import { isList, type Json } from '../../../src/model/json.ts';
import { randomDocument } from './random-document.ts';

/** Several times what is composed at once. */
const LENGTH = 45_000;

const nested = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? line : `${indent}${line}`))
    .join('\n');

/** Documents as the values of one mapping, and as the items of a list inside it. */
const longText = fc
  .tuple(fc.array(randomDocument, { minLength: 3, maxLength: 8 }), fc.boolean())
  .map(([documents, referring]) => {
    const texts = documents
      .map(({ text }) => text.replaceAll('\r', ''))
      .filter((text) => referring || !/[&*!%]/.test(text));
    const all = texts.length === 0 ? ['a: 1\nb: [x, y]\n'] : texts;
    const parts = ['first: 1\n'];
    for (let index = 0, length = 0; length < LENGTH; index += 1) {
      const text = all[index % all.length] ?? '';
      const part =
        index % 7 < 5
          ? `key ${index}:\n${nested(text, '  ')}\n`
          : `list ${index}:\n${`  - 1\n  -\n${nested(text, '    ')}\n`.repeat(index % 3)}  - last\n`;
      parts.push(part);
      length += part.length;
    }
    return parts.join('');
  });

function whole(text: string) {
  const { documents } = compose(text);
  const [document, second] = documents;
  const built = buildValue(document?.contents, () => ({ file: '', line: 1, column: 1 }));
  const faults = (document?.errors.length ?? 0) + (document?.warnings.length ?? 0) + built.findings.length;
  return { document, built, sound: second === undefined && faults === 0 };
}

function* pathsOf(value: Json | undefined, path: Path): Generator<Path> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  const entries = isList(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, item] of entries) yield* pathsOf(item, [...path, key]);
}

function expectSame(text: string): void {
  const { document, built, sound } = whole(text);
  const read = readText({ path: 'a.yaml', text });
  expect(read.composed.documents[0]?.errors.length ?? 0).toBe(document?.errors.length ?? 0);
  expect(read.built.findings.length).toBe(built.findings.length);
  expect(read.built.value).toEqual(built.value);
  if (!sound) return;
  const places = [...pathsOf(built.value, [])];
  const placed = ({ offsets }: typeof built) =>
    places.map((path) => JSON.stringify([path, offsets.offset(path, 'key'), offsets.range(path)]));
  expect(placed(read.built)).toEqual(placed(built));
}

test('a long text read in pieces is what it is in one piece', () => {
  fc.assert(fc.property(longText, expectSame), { numRuns: 8 });
});

test('and so is one with a mistake anywhere in it', () => {
  const mistake = fc.constantFrom(
    '  ',
    '\n',
    '\t',
    ':',
    '- ',
    '{',
    ']',
    '"',
    '&a ',
    '*a',
    '---\n',
    '#',
    'key 3:',
    ', ',
    '\n\n ',
  );
  fc.assert(
    fc.property(longText, fc.double({ min: 0, max: 1, noNaN: true }), mistake, fc.nat(6), (text, where, put, less) => {
      const at = Math.floor(where * text.length);
      expectSame(text.slice(0, at) + put + text.slice(at + less));
    }),
    { numRuns: 30 },
  );
});

test('it is read in pieces, none of which has a fault of its own', () => {
  const text = Array.from({ length: 5_000 }, (_, index) => `key${index}: { a: ${index}, b: [x] }\n`).join('');
  const count = (contents: unknown) => (isMap(contents) ? contents.items.length : 0);
  let items = 0;
  const { documents } = compose(text, (_holder, piece) => {
    expect(piece.errors).toEqual([]);
    items += count(piece.contents);
  });
  expect(documents[0]?.errors).toEqual([]);
  expect(items).toBeGreaterThan(4_000);
  expect(count(documents[0]?.contents)).toBe(5_000 - items);
});
