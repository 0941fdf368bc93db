import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OptionsUndoInput, undoOptions } from '../../../src/engine/options/revert.ts';
import { OPTION_LIST } from '../../../src/kinds/options.ts';
import type { Option } from '../../../src/model/option.ts';
import { cases } from '../../laws/cases.ts';

const option = (value: string, more: Partial<Option> = {}): Option => ({ value, label: value.toUpperCase(), ...more });
const undo = (lists: Omit<OptionsUndoInput, 'overwrite' | 'unset'>, overwrite = false) =>
  undoOptions({ ...lists, unset: OPTION_LIST.unset, overwrite });
const values = (options: readonly Option[]) => options.map(({ value }) => value);

const gold = option('gold');
const silver = option('silver');
const renamed = option('gold', { label: 'Premium' });
const again = option('gold', { label: 'Platinum' });

describe('taking back what a run did to an option list', () => {
  it('takes away what the run added and brings back what it removed, in its old place', () => {
    const undone = undo({ before: [gold, silver], after: [silver, option('new')], live: [silver, option('new')] });
    expect(values(undone.declared)).toEqual(['gold', 'silver']);
    expect(values(undone.added)).toEqual(['new']);
    expect(undone).toMatchObject({ changed: true, changedSince: [] });
  });

  it('leaves alone what others added, changed or removed where the run did nothing', () => {
    const live = [option('silver', { label: 'Sterling' }), option('theirs')];
    const undone = undo({ before: [gold, silver], after: [gold, silver], live });
    expect(undone).toMatchObject({ changed: false, changedSince: [], added: [] });
    expect(undone.declared).toEqual([live[0]]);
  });

  it('leaves an option that somebody changed again since, and says so', () => {
    const undone = undo({ before: [gold], after: [renamed], live: [again] });
    expect(undone).toMatchObject({ changed: false, changedSince: ['gold'], declared: [again] });
  });

  it('overwrites it all the same when it is told to', () => {
    const undone = undo({ before: [gold], after: [renamed], live: [again] }, true);
    expect(undone).toMatchObject({ changed: true, changedSince: [] });
    expect(undone.declared).toEqual([{ ...gold, description: '', hidden: false }]);
  });

  it('does not bring back what the run removed and somebody made anew', () => {
    expect(undo({ before: [gold], after: [], live: [again] })).toMatchObject({
      changed: false,
      changedSince: ['gold'],
    });
  });

  it('puts the order back only while it is the one that the run left', () => {
    const [before, after] = [
      [gold, silver],
      [silver, gold],
    ];
    expect(values(undo({ before, after, live: after }).declared)).toEqual(['gold', 'silver']);
    const theirs = [silver, option('theirs'), gold];
    expect(undo({ before, after, live: theirs })).toMatchObject({ changed: true, changedSince: [] });
    expect(undo({ before, after, live: before })).toMatchObject({ changed: false, changedSince: ['the order'] });
  });

  it('puts numbers back where nobody touched the list since, and nowhere else', () => {
    const [before, after] = [[option('gold', { displayOrder: 5 })], [option('gold', { displayOrder: 0 })]];
    expect(undo({ before, after, live: after })).toMatchObject({ changed: true, declared: before });
    const live = [option('gold', { displayOrder: 9 })];
    expect(undo({ before, after, live })).toMatchObject({ changed: false, declared: [option('gold')] });
  });
});

const lists = fc.uniqueArray(
  fc.record({ value: fc.constantFrom('a', 'b', 'c', 'd'), label: fc.constantFrom('X', 'Y') }),
  { selector: ({ value }) => value, maxLength: 4 },
);

it('the list as the run left it goes back to the list that the run found', () => {
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      const undone = undo({ before, after, live: after });
      expect(undone.changedSince).toEqual([]);
      expect(undone.declared.map(({ value, label }) => ({ value, label }))).toEqual(before);
    }),
    cases(300),
  );
});

it('an option that the run did not touch is never declared away or changed', () => {
  fc.assert(
    fc.property(lists, lists, lists, fc.boolean(), (before, after, live, overwrite) => {
      const undone = undo({ before, after, live }, overwrite);
      for (const one of live) {
        const [old, made] = [before, after].map((list) => list.find(({ value }) => value === one.value));
        if (old?.label !== made?.label) continue;
        expect(values(undone.added)).not.toContain(one.value);
        if (old !== undefined) expect(undone.declared).toContainEqual(one);
      }
    }),
    cases(300),
  );
});
