import { describe, expect, it } from 'vitest';
import { fieldDrift } from '../../../src/engine/drift/field-drift.ts';
import { addsOption, foreignChange } from '../../../src/engine/options/drift.ts';
import type { OwnWrites } from '../../../src/engine/own-writes.ts';
import type { Fields } from '../../../src/model/json.ts';
import { aKind } from '../a-kind.ts';
import { recorded } from '../planning.ts';

const gold = { value: 'gold', label: 'Gold' };
const silver = { value: 'silver', label: 'Silver' };
const bronze = { value: 'bronze', label: 'Bronze' };
const vip = { value: 'vip', label: 'VIP' };
const premium = { ...gold, label: 'Premium' };

const called = (before: Fields | null, expects: Fields): OwnWrites => ({ open: [{ before, expects }], recorded: [] });
const listed = (before: readonly Fields[] | null, after: readonly Fields[]): OwnWrites =>
  called(before && { options: before }, { options: after });
const passed = (...records: readonly Fields[]): OwnWrites => ({ open: [], recorded: records });

const driftOf = (applied: Fields, now: Fields, own: OwnWrites) =>
  fieldDrift(recorded('property:contacts/it', applied), now, aKind(), own);

/** What is somebody else's of the drift from what was applied to what is there. */
function theirs(applied: Fields, now: Fields, own: OwnWrites): readonly unknown[] {
  return driftOf(applied, now, own).theirs.map(({ field, options }) =>
    options === undefined ? field : options.map(({ value, change }) => `${change} ${value}`),
  );
}
const both = (first: OwnWrites, second: OwnWrites): OwnWrites => ({ ...first, open: [...first.open, ...second.open] });

describe('of a plain field, somebody else’s', () => {
  const applied = { label: 'Old' };

  it.each<[string, Fields, OwnWrites, readonly string[]]>([
    ['is a value where we wrote nothing', { label: 'Else' }, passed(), ['label']],
    ['is not what an open call left', { label: 'New' }, called({ label: 'Old' }, { label: 'New' }), []],
    [
      'is another value than an open call left',
      { label: 'Else' },
      called({ label: 'Old' }, { label: 'New' }),
      ['label'],
    ],
    [
      'is what an open call found and sent along',
      { label: 'New' },
      called({ label: 'New' }, { label: 'New' }),
      ['label'],
    ],
    ['is what an open call does not write', { label: 'New' }, called({ note: 'x' }, { label: 'New' }), ['label']],
    ['is not what an open call made anew', { label: 'New' }, called(null, { label: 'New' }), []],
    ['is what an open call says nothing of', { label: 'New' }, called({ label: 'Old' }, {}), ['label']],
    ['is not what the record had at another moment', { label: 'New' }, passed({ label: 'X' }, { label: 'New' }), []],
    ['is another value than the record ever had', { label: 'Else' }, passed({ label: 'New' }), ['label']],
    ['is not what the record said nothing of', { label: 'Else' }, passed({ note: 'x' }), []],
  ])('%s', (_, now, own, expected) => {
    expect(theirs(applied, now, own)).toEqual(expected);
  });

  it('is nothing that the kind does not know: it is not compared', () => {
    const drift = driftOf({ unknown: 1 }, { unknown: 2 }, called({ unknown: 0 }, { unknown: 1 }));
    expect(drift).toEqual({ differs: false, theirs: [], foreign: [] });
  });
});

describe('of an option list, somebody else’s', () => {
  it.each<[string, readonly Fields[], readonly Fields[], OwnWrites, readonly string[]]>([
    ['is a label where we wrote nothing', [gold], [premium], passed(), ['update gold']],
    ['is not a label that an open call set', [gold], [premium], listed([gold], [premium]), []],
    [
      'is a label that an open call found and sent along',
      [gold],
      [premium],
      listed([premium], [premium, vip]),
      ['update gold'],
    ],
    ['is not the label of an option that an open call put back', [gold], [premium], listed([], [premium]), []],
    ['is not the label of an option that came with the property', [gold], [premium], listed(null, [premium]), []],
    ['is not an option that an open call took away', [gold, silver], [gold], listed([gold, silver], [gold]), []],
    ['is an option that was gone before the call', [gold, silver], [gold], listed([gold], [gold]), ['remove silver']],
    [
      'is not an option that the call left out when it made the property',
      [gold, silver],
      [gold],
      listed(null, [gold]),
      [],
    ],
    [
      'is an option that the call left there',
      [gold, silver],
      [gold],
      listed([gold, silver], [gold, silver]),
      ['remove silver'],
    ],
    [
      'is not the order that a call put them in',
      [gold, silver],
      [silver, gold],
      listed([gold, silver], [silver, gold]),
      [],
    ],
    [
      'is not the order in which a call made the property',
      [gold, silver],
      [silver, gold],
      listed(null, [silver, gold]),
      [],
    ],
    [
      'is not the order of a call to which others added an option since',
      [gold, silver],
      [silver, vip, gold],
      listed([gold, silver], [silver, gold]),
      [],
    ],
    [
      'is an order that a call found and added an option to',
      [silver, gold],
      [gold, bronze, silver],
      listed([gold, silver], [gold, bronze, silver]),
      ['move gold'],
    ],
    [
      'is neither what one of two calls took away, nor the order of the other',
      [gold, silver, bronze],
      [bronze, gold],
      both(listed([silver], []), listed([gold, bronze], [bronze, gold])),
      [],
    ],
    ['is not a label that the record had at another moment', [gold], [premium], passed({ options: [premium] }), []],
    ['is not a list that the record said nothing of', [gold], [premium], passed({ label: 'x' }), []],
    [
      'is each of two labels that the record never had',
      [gold, silver],
      [premium, { ...silver, label: 'Sterling' }],
      passed({ options: [gold, silver] }),
      ['update gold', 'update silver'],
    ],
    [
      'is the label that the record never had, beside one that it had',
      [gold, silver],
      [premium, { ...silver, label: 'Sterling' }],
      passed({ options: [premium, silver] }),
      ['update silver'],
    ],
  ])('%s', (_, applied, now, own, expected) => {
    expect(theirs({ options: applied }, { options: now }, own)).toEqual(expected.length === 0 ? [] : [expected]);
  });

  it('is of a changed option only the member that no call of ours set', () => {
    const applied = [{ ...gold, description: 'a' }];
    const now = [{ ...premium, description: 'b' }];
    const own = listed(applied, [{ ...premium, description: 'a' }]);
    expect(driftOf({ options: applied }, { options: now }, own).theirs).toEqual([
      {
        field: 'options',
        before: applied,
        after: now,
        options: [
          {
            value: 'gold',
            change: 'update',
            before: { value: 'gold', description: 'a' },
            after: { value: 'gold', description: 'b' },
          },
        ],
      },
    ]);
  });

  it('is a change of which one side is not known', () => {
    const change = { value: 'gold', change: 'add', after: gold } as const;
    expect(foreignChange(change, { field: 'options', live: [gold], own: passed() })).toEqual([change]);
  });
});

describe('an option is our own work', () => {
  it.each<[string, OwnWrites, boolean]>([
    ['where the record had it at some moment', passed({ options: [silver] }, { options: [gold] }), true],
    ['where the record never had it', passed({ options: [silver] }, {}), false],
    ['where a call adds it as it is', listed([silver], [silver, gold]), true],
    ['where a call adds it at another place', listed([], [{ ...gold, displayOrder: 7 }]), true],
    ['where a call makes the property with it', listed(null, [gold]), true],
    ['where one of two calls adds it', both(listed([], []), listed([], [gold])), true],
    ['where a call adds it with another label', listed([], [premium]), false],
    ['where a call found it', listed([gold], [gold, silver]), false],
    ['where a call adds others', listed([], [silver]), false],
    ['where a call writes no list', called({ label: 'A' }, { label: 'B', options: [gold] }), false],
  ])('%s', (_, own, expected) => {
    expect(addsOption(own, 'options', { ...gold, displayOrder: 0 })).toBe(expected);
  });
});
