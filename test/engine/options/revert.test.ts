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

describe('the revert of an option list', () => {
  it('removes the added options and restores the removed options in their old place', () => {
    const undone = undo({ before: [gold, silver], after: [silver, option('new')], live: [silver, option('new')] });
    expect(values(undone.declared)).toEqual(['gold', 'silver']);
    expect(values(undone.added)).toEqual(['new']);
    expect(undone).toMatchObject({ changed: true, changedSince: [] });
  });

  it('keeps changes of others to options that the run did not touch', () => {
    const live = [option('silver', { label: 'Sterling' }), option('theirs')];
    const undone = undo({ before: [gold, silver], after: [gold, silver], live });
    expect(undone).toMatchObject({ changed: false, changedSince: [], added: [] });
    expect(undone.declared).toEqual([live[0]]);
  });

  it('keeps and reports an option that changed again', () => {
    const undone = undo({ before: [gold], after: [renamed], live: [again] });
    expect(undone).toMatchObject({ changed: false, changedSince: ['gold'], declared: [again] });
  });

  it('overwrites a changed option on request', () => {
    const undone = undo({ before: [gold], after: [renamed], live: [again] }, true);
    expect(undone).toMatchObject({ changed: true, changedSince: [] });
    expect(undone.declared).toEqual([{ ...gold, description: '', hidden: false }]);
  });

  it('keeps an option that was created again', () => {
    expect(undo({ before: [gold], after: [], live: [again] })).toMatchObject({
      changed: false,
      changedSince: ['gold'],
    });
  });

  it('restores the order only if it is unchanged since the run', () => {
    const [before, after] = [
      [gold, silver],
      [silver, gold],
    ];
    expect(values(undo({ before, after, live: after }).declared)).toEqual(['gold', 'silver']);
    const theirs = [silver, option('theirs'), gold];
    expect(undo({ before, after, live: theirs })).toMatchObject({ changed: true, changedSince: [] });
    expect(undo({ before, after, live: before })).toMatchObject({ changed: false, changedSince: ['the order'] });
  });

  it('restores numbers only if the list is unchanged since the run', () => {
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

it('an unchanged list goes back to the list before the run', () => {
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      const undone = undo({ before, after, live: after });
      expect(undone.changedSince).toEqual([]);
      expect(undone.declared.map(({ value, label }) => ({ value, label }))).toEqual(before);
    }),
    cases(300),
  );
});

it('an option untouched by the run stays declared and unchanged', () => {
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
