import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arranged, CARD_WIDTH } from '../../../src/report/graph/arrange.ts';
import { mermaidText } from '../../../src/report/graph/mermaid.ts';
import { svgText } from '../../../src/report/graph/svg.ts';
import { HOSTILE } from '../../browser/samples.ts';
import { sampleCatalogue } from '../catalogue/sample.ts';

const limit = (from: string, to: string) => ({
  from,
  to,
  category: 'SERVICE_DEFINED',
  typeId: 279,
  maxToObjectIds: 1,
  address: 'association-limit:any/any/any/1' as const,
  provenance: { file: 'trueup.yaml', line: 1, column: 1 },
});

test('Mermaid has a box for each object, with what the detail asks for, and an arrow for each limit', () => {
  const arrows = `  object1 -->|"at most 1, service defined 279"| object2
  object1 -->|"at most 3, Board member"| object2
`;
  expect(mermaidText(sampleCatalogue(), 'properties')).toBe(`flowchart LR
  %% Written by trueup generate graph.
  subgraph object1 ["contacts"]
    object1group1["<b>contactinformation</b><br/>size <i>number</i>"]
    object1group2["<b>Loyalty</b><br/>tier <i>enumeration</i>"]
  end
  object2["companies"]
${arrows}`);
  expect(mermaidText(sampleCatalogue(), 'groups')).toContain('["<b>Loyalty</b><br/>1 property"]');
  expect(mermaidText(sampleCatalogue(), 'objects')).toBe(`flowchart LR
  %% Written by trueup generate graph.
  object1["contacts"]
  object2["companies"]
${arrows}`);
});

test('the image has a card for each object, a line for each property, and a curve for each limit', () => {
  const { cards, curves } = arranged(sampleCatalogue(), 'properties');
  expect(cards.map(({ lines }) => lines)).toEqual([
    [
      { as: 'title', text: 'contacts', note: '2 properties' },
      { as: 'group', text: 'contactinformation' },
      { as: 'property', text: 'Size', note: 'number' },
      { as: 'group', text: 'Loyalty' },
      { as: 'property', text: 'Loyalty', note: 'enumeration' },
      { as: 'limit', text: 'companies: service defined 279', note: 'at most 1' },
      { as: 'limit', text: 'companies: Board member', note: 'at most 3' },
    ],
    [{ as: 'title', text: 'companies' }],
  ]);
  expect(curves).toHaveLength(2);
});

test('no card covers another, and all of them are inside the image', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i');
  const limits = fc.array(
    fc.tuple(name, name).map(([from, to]) => limit(from, to)),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(limits, fc.constantFrom('objects', 'groups', 'properties'), (some, detail) => {
      const { width, height, cards } = arranged({ ...sampleCatalogue(), limits: some }, detail);
      for (const [index, one] of cards.entries()) {
        expect([one.x >= 0, one.x + CARD_WIDTH <= width, one.y + one.height <= height]).toEqual([true, true, true]);
        for (const other of cards.slice(index + 1)) {
          const apart = one.x !== other.x || one.y + one.height < other.y || other.y + other.height < one.y;
          expect(apart).toBe(true);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('no text changes the form of either', () => {
  const tags = (text: string) => [...text.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name);
  const svg = (text?: string) => svgText(sampleCatalogue(text), 'properties', text ?? 'one');
  const shape = (text?: string) => mermaidText(sampleCatalogue(text), 'properties').replace(/"[^"\n]*"/g, '""');
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(HOSTILE, '"', ']', ']]>', '-->'), fc.string({ minLength: 1 })), (text) => {
      fc.pre(text.trim() !== '');
      expect(tags(svg(text))).toEqual(tags(svg()));
      expect(shape(text)).toBe(shape());
    }),
    { numRuns: 60 },
  );
});

test('a graph of nothing is an image all the same', () => {
  const nothing = { objects: [], events: [], subscriptions: [], limits: [] };
  expect(svgText(nothing, 'properties', 'one')).toContain('viewBox="0 0 64 ');
  expect(mermaidText(nothing, 'properties')).toBe('flowchart LR\n  %% Written by trueup generate graph.\n');
});
