import { expect, test } from 'vitest';
import { type Document, parseDocument, visit } from 'yaml';
import { compose, rangeOf } from '../../src/config/yaml/parse.ts';

const TEXT = `version: 1
objects: &all
  contacts:
    groups: { loyalty: { label: "Loyalty – ü", order: } }
    options:
      - { value: gold, label: Gold }
      - silver # the second
  "other types": *all
text: |
  Two
  lines
`;

function offsets(document: Document.Parsed | undefined, of: (node: unknown) => unknown): readonly unknown[] {
  const found: unknown[] = [];
  visit(document ?? null, { Node: (_key, node) => void found.push(of(node)) });
  return found;
}

test('every node of a text has the offsets that the parser gave it', () => {
  const [composed] = compose(TEXT).documents;
  const given = offsets(parseDocument(TEXT), (node) => (node as { range: readonly number[] }).range.slice(0, 2));
  expect(given.length).toBe(27);
  expect(offsets(composed, rangeOf)).toEqual(given);
});
