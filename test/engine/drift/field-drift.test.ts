import { describe, expect, it } from 'vitest';
import { fieldDrift } from '../../../src/engine/drift/field-drift.ts';
import type { Fields } from '../../../src/model/json.ts';
import { aKind } from '../a-kind.ts';
import { recorded } from '../planning.ts';

const gold = { value: 'gold', label: 'Gold' };
const silver = { value: 'silver', label: 'Silver' };
const vip = { value: 'vip', label: 'VIP' };
const premium = { ...gold, label: 'Premium' };

const driftOf = (applied: Fields, now: Fields, ...own: readonly Fields[]) =>
  fieldDrift(recorded('property:contacts/it', applied), now, aKind(), own);

describe('the change of a plain field', () => {
  it.each<[string, Fields, readonly Fields[], readonly string[]]>([
    ['is drift if no other record is known', { label: 'Else' }, [], ['label']],
    ['is no drift if another record has the value', { label: 'New' }, [{ label: 'X' }, { label: 'New' }], []],
    ['is drift if no other record has the value', { label: 'Else' }, [{ label: 'New' }], ['label']],
    ['is no drift if another record lacks the field', { label: 'Else' }, [{ note: 'x' }], []],
  ])('%s', (_, now, own, expected) => {
    expect(driftOf({ label: 'Old' }, now, ...own).theirs.map(({ field }) => field)).toEqual(expected);
  });

  it('is ignored if the kind does not know the field', () => {
    expect(driftOf({ unknown: 1 }, { unknown: 2 })).toEqual({ differs: false, theirs: [], foreign: [] });
  });
});

describe('the change of an option list', () => {
  it.each<[string, readonly Fields[], readonly Fields[], readonly Fields[], readonly string[]]>([
    ['is drift if no other record is known', [gold], [premium], [], ['update gold']],
    ['is no drift if another record has the label', [gold], [premium], [{ options: [premium] }], []],
    ['is no drift if another record lacks the list', [gold], [premium], [{ label: 'x' }], []],
    ['is no drift if another record lacks the option', [gold, silver], [gold], [{ options: [gold] }], []],
    [
      'is drift if every record has the option',
      [gold, silver],
      [gold],
      [{ options: [gold, silver] }],
      ['remove silver'],
    ],
    ['is no drift if another record has the order', [gold, silver], [silver, gold], [{ options: [silver, gold] }], []],
    [
      'is no drift if another record has the order and a user added an option',
      [gold, silver],
      [silver, vip, gold],
      [{ options: [silver, gold] }],
      [],
    ],
    [
      'is drift in the options that no other record has so',
      [gold, silver],
      [premium, { ...silver, label: 'Sterling' }],
      [{ options: [premium, silver] }],
      ['update silver'],
    ],
  ])('%s', (_, applied, now, own, expected) => {
    const { theirs } = driftOf({ options: applied }, { options: now }, ...own);
    expect(theirs.flatMap(({ options = [] }) => options.map(({ value, change }) => `${change} ${value}`))).toEqual(
      expected,
    );
  });

  it('lists the options that no record has as those of other users', () => {
    const { foreign } = driftOf({ options: [gold] }, { options: [gold, silver, vip] }, { options: [gold, silver] });
    expect(foreign).toEqual([vip]);
  });
});
