import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMap, isNode, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import { parseText } from '../../../src/config/yaml/document.ts';
import { randomDocument } from './random-document.ts';

type Path = readonly (string | number)[];

/** Path, start of the key, start and end of the value: by the library's own nodes, without aliases. */
function* placesIn(node: unknown, path: Path, key: number): Generator<readonly [Path, number, number, number]> {
  if (!isNode(node) || !node.range) return;
  yield [path, key, ...(node.range.slice(0, 2) as [number, number])];
  if (isMap(node)) {
    for (const pair of node.items) {
      if (!isPair(pair) || !isScalar(pair.key)) continue;
      yield* placesIn(pair.value, [...path, String(pair.key.value)], pair.key.range?.[0] ?? 0);
    }
  } else if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      yield* placesIn(item, [...path, index], isNode(item) ? (item.range?.[0] ?? 0) : 0);
    }
  }
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function expectPlaces(text: string): void {
  const file = parseText({ path: 'a.yaml', text });
  expect(file.findings).toEqual([]);
  const root = parseDocument(text, { schema: 'core', stringKeys: true }).contents;
  for (const [path, key, start, end] of placesIn(root, [], root?.range?.[0] ?? 0)) {
    const value = start === end ? key : start;
    expect([path, file.position(path, 'key')]).toEqual([path, { file: 'a.yaml', ...lineAndColumn(text, key) }]);
    expect([path, file.position(path, 'value')]).toEqual([path, { file: 'a.yaml', ...lineAndColumn(text, value) }]);
    expect([path, file.range(path)]).toEqual([path, [start, end]]);
  }
}

test('keys and values are where the parser found them', () => {
  fc.assert(fc.property(randomDocument, ({ text }) => expectPlaces(text)));
});

test('also keys that JavaScript puts before the others, and those of a long mapping', () => {
  expectPlaces(
    `b: 1\n"10": { x: 1, "2": two, a: [3] }\n'2': z\n${Array.from({ length: 40 }, (_, i) => `k${i}: ${i}\n`).join('')}`,
  );
});

test('an alias is where it is written, and covers what its anchor covers', () => {
  const text = 'a: &one\n  b: [1, 2]\nc: *one\nd: &two word\ne: *two\n';
  const file = parseText({ path: 'a.yaml', text });
  expect(file.position(['c'], 'value')).toMatchObject({ line: 3, column: 4 });
  expect(file.position(['c', 'b'], 'value')).toMatchObject({ line: 2, column: 6 });
  expect(file.range(['c', 'b', 1])).toEqual([text.indexOf('2'), text.indexOf('2') + 1]);
  expect(file.range(['e'])).toEqual([text.indexOf('word'), text.indexOf('word') + 4]);
});

test('a missing path has the position of its nearest parent, and no range', () => {
  const file = parseText({ path: 'a.yaml', text: 'a:\n  b: 1\n' });
  expect(file.position(['a', 'x', 'y'], 'value')).toMatchObject({ line: 1, column: 1 });
  expect(file.position(['a', 'b', 'y'], 'key')).toMatchObject({ line: 2, column: 3 });
  expect(file.range(['a', 'x'])).toBeUndefined();
});

test.each([
  ['007', '007'],
  ['1e3', '1e3'],
  ['0x1F', '0x1F'],
  ['~', '~'],
  ['"7"', '7'],
  ["'it''s'", "it's"],
  ['!!int "7"', '7'],
  ['|\n  two\n  lines', 'two\nlines\n'],
])('the value %s is written as %s', (written, expected) => {
  expect(parseText({ path: 'a.yaml', text: `a: ${written}\n` }).written(['a'])).toBe(expected);
});
