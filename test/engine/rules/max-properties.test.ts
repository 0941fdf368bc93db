import { expect, it } from 'vitest';
import { offlineFindings } from '../../../src/engine/rules/evaluate.ts';
import { kindsOn } from '../../../src/kinds/index.ts';
import { resolveTexts } from '../../config/builders.ts';

/** Where the rule points when two properties are the most. */
function placeOfFirstTooMany(properties: string): string | undefined {
  const resolution = resolveTexts(`version: 1
policy: { rules: { max-properties: { severity: error, max: 2 } } }
objects:
  contacts:
    groups:
      contactinformation:
        properties:
${properties}
`);
  // The desired state is sorted by address.
  const [finding] = offlineFindings(resolution, kindsOn('documented'), 0);
  return finding?.provenance && `${finding.provenance.line}:${finding.provenance.column}`;
}

const field = (name: string): string => `${name}: { label: ${name}, type: string, fieldType: text }`;

it('points at the first property too many, in the order in which they are written', () => {
  const lines = ['zebra', 'mango', 'apple'].map((name) => `          ${field(name)}`).join('\n');
  expect(placeOfFirstTooMany(lines)).toBe('10:11');
});

it('tells properties of one line apart by their column', () => {
  const line = `          { ${field('zebra')}, ${field('mango')}, ${field('apple')} }`;
  const column = line.indexOf('apple') + 1;
  expect(placeOfFirstTooMany(line)).toBe(`8:${column}`);
});
