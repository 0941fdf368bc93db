import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeOptions, type OptionMergeInput, recordedOptions } from '../../../src/engine/options/merge.ts';
import { inDisplayOrder, type Option } from '../../../src/model/option.ts';

const gold: Option = { value: 'gold', label: 'Gold' };
const silver: Option = { value: 'silver', label: 'Silver' };
const bronze: Option = { value: 'bronze', label: 'Bronze' };
const theirs: Option = { value: 'vip', label: 'VIP', description: 'by sales', displayOrder: 7, hidden: false };

const held = (option: Option, displayOrder: number): Option => ({
  description: '',
  hidden: false,
  ...option,
  displayOrder,
});
const merge = (input: Partial<OptionMergeInput>) =>
  mergeOptions({ declared: [], live: [], applied: [], mode: 'merge', order: 'number', retire: [], ...input });
const values = (options: readonly Option[]) => options.map(({ value }) => value);

describe('the three-way merge of options', () => {
  it('numbers new options by their place in the file', () => {
    expect(merge({ declared: [gold, silver] }).after).toEqual([
      { ...gold, displayOrder: 0 },
      { ...silver, displayOrder: 1 },
    ]);
  });

  it('keeps an option of another user with all its members', () => {
    const result = merge({ declared: [gold, silver], live: [held(gold, 0), theirs], applied: [gold] });
    expect(result.after).toEqual([held(gold, 0), theirs, { ...silver, displayOrder: 8 }]);
    expect(result.removals).toEqual([]);
    expect(result.changes).toEqual([
      { value: 'vip', change: 'foreign' },
      { value: 'silver', change: 'add', after: { ...silver, displayOrder: 8 } },
    ]);
  });

  it('names what others added, also when the list is left as it is', () => {
    const unchanged = merge({ declared: [gold], live: [held(gold, 0), theirs], applied: [gold] });
    expect([unchanged.changes, unchanged.foreign]).toEqual([[], [{ value: 'vip', label: 'VIP' }]]);
    const hiding = merge({
      declared: [gold],
      live: [held(gold, 0), theirs],
      retire: [{ value: 'vip', stage: 'hide' }],
    });
    expect(hiding.foreign).toEqual([]);
    expect(merge({ declared: [gold], live: [held(gold, 0), theirs], mode: 'exact' }).foreign).toEqual([]);
  });

  it('hides a retired option first and removes it at stage remove', () => {
    const live = [held(gold, 0), held(bronze, 1)];
    const hidden = merge({
      declared: [gold],
      live,
      applied: [gold, bronze],
      retire: [{ value: 'bronze', stage: 'hide' }],
    });
    expect(hidden.after).toEqual([held(gold, 0), { ...held(bronze, 1), hidden: true }]);
    expect(hidden.removals).toEqual([]);
    const gone = merge({ declared: [gold], live: hidden.after, retire: [{ value: 'bronze', stage: 'remove' }] });
    expect([values(gone.after), gone.removals, gone.retired]).toEqual([['gold'], [], ['bronze']]);
  });

  it('shows again an option that it had hidden and that is declared once more', () => {
    const live = [{ ...held(gold, 0), hidden: true }];
    const applied = recordedOptions([], [{ value: 'gold', stage: 'hide' }], live);
    expect(merge({ declared: [gold], live, applied }).after).toEqual([held(gold, 0)]);
  });

  it('leaves a hidden flag alone that was never declared', () => {
    const live = [{ ...held(gold, 0), hidden: true }];
    expect(merge({ declared: [gold], live, applied: [gold] }).changed).toBe(false);
  });

  it('renumbers only if the declared order differs from the account', () => {
    const live = [held(silver, 3), theirs, held(gold, 9)];
    const result = merge({ declared: [gold, silver], live });
    expect(result.after.map(({ value, displayOrder }) => [value, displayOrder])).toEqual([
      ['gold', 0],
      ['silver', 1],
      ['vip', 2],
    ]);
  });

  it('tells of each option what happens to it', () => {
    const live = [held(gold, 0), held(silver, 1), { ...held(bronze, 2), hidden: true }, theirs];
    const result = merge({
      declared: [{ ...silver, label: 'Sterling' }, gold],
      live,
      retire: [
        { value: 'bronze', stage: 'hide' },
        { value: 'vip', stage: 'hide' },
      ],
    });
    expect(result.changes).toEqual([
      {
        value: 'silver',
        change: 'update',
        before: held(silver, 1),
        after: { ...held(silver, 0), label: 'Sterling' },
      },
      { value: 'bronze', change: 'move', before: live[2], after: { ...live[2], displayOrder: 1 } },
      { value: 'vip', change: 'hide', before: theirs, after: { ...theirs, hidden: true, displayOrder: 2 } },
      { value: 'gold', change: 'move', before: held(gold, 0), after: held(gold, 3) },
    ]);
  });

  it('sends the list unchanged if nothing changes, even if numbers are missing', () => {
    const live = [held(gold, -1), held(silver, -1)];
    expect(merge({ declared: [gold, silver], live })).toMatchObject({ changed: false, after: live, changes: [] });
  });

  it('sees another order also where a new option stands between the two', () => {
    const result = merge({ declared: [gold, bronze, silver], live: [held(silver, 9), held(gold, 3)] });
    expect(values(result.after)).toEqual(['gold', 'bronze', 'silver']);
    expect(result.after.map(({ displayOrder }) => displayOrder)).toEqual([0, 1, 2]);
  });

  it('records declared and hidden options, but none that is being removed', () => {
    const retire = [
      { value: 'silver', stage: 'hide' },
      { value: 'bronze', stage: 'remove' },
    ] as const;
    const after = [held(theirs, 0), held(silver, 1), held(gold, 2), held(bronze, 3)];
    expect(recordedOptions([gold], retire, after)).toEqual([held(silver, 1), gold]);
  });
});

describe('the numbers of a merged list', () => {
  const numbers = (declared: readonly Option[], ...live: readonly Option[]) =>
    merge({ declared, live }).after.map(({ value: name, displayOrder }) => [name, displayOrder]);

  it.each([
    ['stay where two are equal and no option is new', [{ ...gold, label: 'G' }, silver], [5, 5], [5, 5]],
    ['are positions where two are equal and one is new', [gold, silver, bronze], [0, 0], [0, 1, 2]],
    ['stay where they ascend, and a new option has the next one', [gold, silver, bronze], [3, 7], [3, 7, 8]],
  ])('%s', (_, declared, [first = 0, second = 0], expected) => {
    expect(numbers(declared, held(gold, first), held(silver, second))).toEqual(
      declared.map(({ value: name }, index) => [name, expected[index]]),
    );
  });

  it('ascend from the first of two equal numbers when an option is new', () => {
    const live = [held(gold, 5), held(silver, 5), held(bronze, 9)];
    expect(numbers([gold, silver, bronze, { value: 'new', label: 'New' }], ...live)).toEqual([
      ['gold', 5],
      ['silver', 6],
      ['bronze', 9],
      ['new', 10],
    ]);
  });

  it('restart if the order changes, even if the old numbers would fit', () => {
    expect(numbers([gold, silver], held(silver, 9), held(gold, 3))).toEqual([
      ['gold', 0],
      ['silver', 1],
    ]);
  });

  it('are the declared numbers first, and a negative number counts as unset', () => {
    expect(numbers([gold, silver, { ...bronze, displayOrder: 0 }])).toEqual([
      ['gold', 0],
      ['silver', 0],
      ['bronze', 0],
    ]);
    expect(numbers([gold])).toEqual([['gold', 0]]);
    expect(numbers([gold, { ...silver, displayOrder: -1 }])).toEqual([
      ['gold', 0],
      ['silver', 1],
    ]);
    expect(numbers([gold, silver], held(gold, -1))).toEqual([
      ['gold', 0],
      ['silver', 1],
    ]);
  });
});

const value = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const declaredOption = fc.record(
  {
    value,
    label: fc.constantFrom('A', 'B', 'C'),
    description: fc.constantFrom('', 'text'),
    displayOrder: fc.integer({ min: -1, max: 4 }),
    hidden: fc.boolean(),
  },
  { requiredKeys: ['value', 'label'] },
) as fc.Arbitrary<Option>;
const liveOption = fc.record({
  value,
  label: fc.constantFrom('A', 'B', 'C'),
  description: fc.constantFrom('', 'text'),
  displayOrder: fc.integer({ min: -1, max: 4 }),
  hidden: fc.boolean(),
}) as fc.Arbitrary<Option>;
const unique = (option: fc.Arbitrary<Option>) => fc.uniqueArray(option, { selector: (one) => one.value, maxLength: 5 });
/** Entries that are compared by their sequence are declared without numbers. */
const inOrder = (order: OptionMergeInput['order'], options: readonly Option[]): readonly Option[] =>
  order === 'number' ? inDisplayOrder(options) : options.map(({ displayOrder: _, ...option }) => option);
const anyMerge = fc
  .record({
    declared: unique(declaredOption),
    live: unique(liveOption),
    applied: unique(declaredOption),
    mode: fc.constantFrom('merge' as const, 'exact' as const),
    order: fc.constantFrom('number' as const, 'sequence' as const),
    retire: fc.uniqueArray(fc.record({ value, stage: fc.constantFrom('hide' as const, 'remove' as const) }), {
      selector: (one) => one.value,
      maxLength: 2,
    }),
  })
  .map((input) => ({
    ...input,
    ...{ declared: inOrder(input.order, input.declared), live: inDisplayOrder(input.live) },
    applied: inOrder(input.order, input.applied),
    retire: input.retire.filter((tombstone) => !input.declared.some((option) => option.value === tombstone.value)),
  }));

/** Computes the fate of an option value separately, without the code of the merge. */
function fate(input: OptionMergeInput, name: string): 'present' | 'absent' {
  const declared = input.declared.some((option) => option.value === name);
  const live = input.live.some((option) => option.value === name);
  const applied = input.applied.some((option) => option.value === name);
  const tombstone = input.retire.find((one) => one.value === name);
  if (declared) return 'present';
  if (!live) return 'absent';
  if (tombstone !== undefined) return tombstone.stage === 'remove' ? 'absent' : 'present';
  return applied || input.mode === 'exact' ? 'absent' : 'present';
}

const runs = Number(process.env['TRUEUP_CASES'] ?? 3000);

describe('any three-way merge', () => {
  it('keeps exactly the options that the rules keep, and names every removal', () => {
    fc.assert(
      fc.property(anyMerge, (input) => {
        const result = mergeOptions(input);
        const expected = ['a', 'b', 'c', 'd', 'e'].filter((name) => fate(input, name) === 'present');
        expect(values(result.after).toSorted()).toEqual(expected);
        const lost = values(input.live).filter((name) => !values(result.after).includes(name));
        expect([...result.removals, ...result.retired].toSorted()).toEqual(lost.toSorted());
        expect(
          result.changes
            .filter(({ change }) => change === 'remove')
            .map((one) => one.value)
            .toSorted(),
        ).toEqual(lost.toSorted());
      }),
      { numRuns: runs },
    );
  });

  it('has the declared order and the declared values', () => {
    fc.assert(
      fc.property(anyMerge, (input) => {
        const after = mergeOptions(input).after;
        const declared = new Set(values(input.declared));
        expect(values(after).filter((name) => declared.has(name))).toEqual(values(input.declared));
        for (const option of input.declared) {
          const found = after.find((other) => other.value === option.value);
          expect(found?.label).toBe(option.label);
          if (option.description !== undefined) expect(found?.description).toBe(option.description);
          if (option.hidden !== undefined) expect(found?.hidden ?? false).toBe(option.hidden);
          if (input.order === 'number' && (option.displayOrder ?? -1) >= 0)
            expect(found?.displayOrder).toBe(option.displayOrder);
        }
      }),
      { numRuns: runs },
    );
  });

  it('has nothing left to do once its result is live and recorded', () => {
    fc.assert(
      fc.property(anyMerge, (input) => {
        const { after } = mergeOptions(input);
        const applied = recordedOptions(input.declared, input.retire, after);
        expect([after, applied].map(inDisplayOrder)).toEqual([after, applied]);
        const again = mergeOptions({ ...input, live: after, applied });
        expect(again.changed).toBe(false);
        expect(again.after).toEqual(after);
      }),
      { numRuns: runs },
    );
  });

  it('changes only the number of a foreign option', () => {
    fc.assert(
      fc.property(anyMerge, (input) => {
        const { after } = mergeOptions(input);
        const named = new Set([...values(input.declared), ...input.retire.map((one) => one.value)]);
        for (const option of input.live.filter((one) => !named.has(one.value))) {
          const found = after.find((other) => other.value === option.value);
          if (found !== undefined) expect({ ...found, displayOrder: 0 }).toEqual({ ...option, displayOrder: 0 });
        }
      }),
      { numRuns: runs },
    );
  });
});

describe('the merge of a list without an order', () => {
  const none = (input: Partial<OptionMergeInput>) => merge({ ...input, order: 'none' });

  it('sorts by value, so that no place of an entry is a change', () => {
    expect(none({ declared: [silver, gold], live: [gold, silver], applied: [] }).changed).toBe(false);
    expect(values(none({ declared: [bronze], live: [silver, gold] }).after)).toEqual(['bronze', 'gold', 'silver']);
    expect(
      none({ declared: [bronze], live: [silver, gold] }).changes.map(({ value, change }) => [value, change]),
    ).toEqual([
      ['bronze', 'add'],
      ['gold', 'foreign'],
      ['silver', 'foreign'],
    ]);
  });
});
