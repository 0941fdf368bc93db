import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mermaidText } from '../../../src/report/graph/mermaid.ts';
import { HOSTILE } from '../../browser/samples.ts';
import { sampleCatalogue } from '../catalogue/sample.ts';

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

test('no text changes the form of the graph', () => {
  const shape = (text?: string) => mermaidText(sampleCatalogue(text), 'properties').replace(/"[^"\n]*"/g, '""');
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(HOSTILE, '"', ']', ']]>', '-->'), fc.string({ minLength: 1 })), (text) => {
      fc.pre(text.trim() !== '');
      expect(shape(text)).toBe(shape());
    }),
    { numRuns: 60 },
  );
});

test('a graph of nothing is a graph all the same', () => {
  const nothing = { objects: [], events: [], subscriptions: [], labels: [], limits: [] };
  expect(mermaidText(nothing, 'properties')).toBe('flowchart LR\n  %% Written by trueup generate graph.\n');
});
