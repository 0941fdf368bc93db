import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedOptions } from '../../src/service/model/property.ts';

const option = fc.record(
  {
    label: fc.string(),
    value: fc.string(),
    description: fc.string(),
    displayOrder: fc.integer({ min: -1, max: 20 }),
    hidden: fc.boolean(),
  },
  { requiredKeys: ['label', 'value'] },
);

describe('stored options (assumption A17)', () => {
  it('keep the sent members in the sent order', () => {
    fc.assert(
      fc.property(fc.array(option), (sent) => {
        expect(
          storedOptions(sent).map(({ label, value, description, hidden }) => ({ label, value, description, hidden })),
        ).toEqual(
          sent.map(({ label, value, description = '', hidden = false }) => ({ label, value, description, hidden })),
        );
      }),
    );
  });

  it('keep a given order, and the others follow the highest order', () => {
    fc.assert(
      fc.property(fc.array(option), (sent) => {
        const given = (index: number) => sent[index]?.displayOrder ?? -1;
        const stored = storedOptions(sent).map(({ displayOrder }) => displayOrder);
        const highest = Math.max(-1, ...sent.map(({ displayOrder = -1 }) => displayOrder));
        const filled = stored.filter((_, index) => given(index) === -1);
        expect(stored.filter((_, index) => given(index) !== -1)).toEqual(
          sent.flatMap(({ displayOrder = -1 }) => (displayOrder === -1 ? [] : [displayOrder])),
        );
        expect(filled).toEqual(filled.map((_, index) => highest + 1 + index));
      }),
    );
  });

  it('stay the same when they are sent back', () => {
    fc.assert(
      fc.property(fc.array(option), (sent) => {
        const once = storedOptions(sent);
        expect(storedOptions(once)).toEqual(once);
      }),
    );
  });
});
