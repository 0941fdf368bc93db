import { describe, expect, it } from 'vitest';
import type { DiffInput } from '../../../src/engine/field-diff.ts';
import { type Diff, diffResource } from '../../../src/engine/plan/diff.ts';
import { OPTION_LIST } from '../../../src/kinds/options.ts';
import type { FieldRule } from '../../../src/model/field-rule.ts';
import { aKind } from '../a-kind.ts';

const gold = { value: 'gold', label: 'Gold', description: '', displayOrder: 0, hidden: false };
const bronze = { value: 'bronze', label: 'Bronze', description: '', displayOrder: 1, hidden: false };
const theirs = { value: 'vip', label: 'VIP', description: '', displayOrder: 2, hidden: false };

/** The members of a diff without a difference. */
const NONE = {
  fields: [],
  because: 'in-sync',
  risks: [],
  retires: [],
  held: [],
  foreign: [],
  stays: [],
};
const diffOf = (input: Partial<DiffInput>): Diff =>
  diffResource({ kind: aKind(), spec: {}, live: {}, applied: undefined, hold: false, ...input });

describe('the diff of a resource', () => {
  it('is empty if every declared field matches, in spite of other fields', () => {
    expect(diffOf({ spec: { label: 'A', name: 'x' }, live: { label: 'A', note: 'theirs' } })).toStrictEqual({
      ...{ ...NONE, after: { label: 'A' }, record: { label: 'A' } },
    });
  });

  it('sets every declared field of a missing resource', () => {
    expect(diffOf({ spec: { label: 'A', place: -1 }, live: undefined, hold: true })).toStrictEqual({
      ...NONE,
      fields: [
        { field: 'label', after: 'A' },
        { field: 'place', after: -1 },
      ],
      after: { label: 'A', place: -1 },
      record: { label: 'A', place: -1 },
      because: 'missing',
    });
  });

  it('names the risk of a changed type only', () => {
    const [spec, risk] = [{ type: 'number' }, 'type-change'];
    expect(diffOf({ spec, live: { type: 'string' } }).risks).toEqual([
      { risk, detail: 'type changes from "string" to "number"', consented: false },
    ]);
    expect([diffOf({ spec, live: undefined }).risks, diffOf({ spec, live: {} }).risks]).toEqual([[], []]);
    expect(diffOf({ spec, live: { type: 'number' } }).risks).toEqual([]);
  });
});

describe('the reason of a diff', () => {
  const live = { label: 'live', note: 'live', code: 'same' };

  it.each<[Diff['because'], Partial<DiffInput>]>([
    ['in-sync', { spec: { code: 'same' } }],
    ['file-differs', { spec: { label: 'new' } }],
    ['file-differs', { spec: { label: 'new', code: 'same' }, applied: { label: 'live' } }],
    ['account-changed', { spec: { label: 'old' }, applied: { label: 'old' } }],
    ['both-changed', { spec: { label: 'new' }, applied: { label: 'old' } }],
    ['both-changed', { spec: { label: 'new', note: 'old' }, applied: { label: 'live', note: 'old' } }],
    ['value-unknown', { spec: { type: 'string' } }],
    ['file-differs', { spec: { type: 'string', label: 'new' }, applied: { label: 'live' } }],
    ['account-changed', { spec: { type: 'string', label: 'old' }, applied: { label: 'old' } }],
  ])('is %s for %j', (because, input) => {
    expect(diffOf({ live, ...input }).because).toBe(because);
  });
});

describe('drift that is held', () => {
  it('is left as the account has it, and the rest is done', () => {
    const diff = diffOf({
      spec: { label: 'old', note: 'new' },
      live: { label: 'theirs', note: 'old' },
      applied: { label: 'old', note: 'old' },
      hold: true,
    });
    expect(diff).toMatchObject({
      fields: [{ field: 'note', before: 'old', after: 'new' }],
      held: [{ field: 'label', before: 'theirs', after: 'old' }],
      after: { label: 'theirs', note: 'new' },
      record: { label: 'old', note: 'new' },
      because: 'file-differs',
    });
  });

  it('is no field that the file moved too', () => {
    const input = { spec: { label: 'new' }, live: { label: 'theirs' }, applied: { label: 'old' }, hold: true };
    expect(diffOf(input)).toMatchObject({ held: [], because: 'both-changed', after: { label: 'new' } });
  });

  it('has no risk, and names the foreign options of an unchanged list', () => {
    const diff = diffOf({
      spec: { options: [gold] },
      live: { options: [theirs, bronze, { ...gold, label: 'G' }] },
      applied: { options: [gold] },
      hold: true,
    });
    expect([diff.fields, diff.risks, diff.foreign.map(({ value }) => value)]).toEqual([[], [], ['bronze', 'vip']]);
  });
});

describe('options of others', () => {
  it('are listed next to an unchanged list and inside a changed list', () => {
    const stays = diffOf({ spec: { options: [gold], label: 'A' }, live: { options: [gold, theirs], label: 'A' } });
    expect(stays.foreign).toStrictEqual([{ value: 'vip', label: 'VIP' }]);
    const spec = { options: [gold, { value: 'bronze', label: 'Bronze' }], label: 'A' };
    const changes = diffOf({ spec, live: { options: [gold, theirs], label: 'A' } });
    expect(changes.foreign).toStrictEqual([]);
    expect(changes.fields.flatMap(({ options = [] }) => options.map(({ value, change }) => [value, change]))).toEqual([
      ['vip', 'foreign'],
      ['bronze', 'add'],
    ]);
  });
});

describe('a tombstone', () => {
  const retire = [{ value: 'bronze', stage: 'remove' }];
  const removal = { risk: 'option-removal', detail: 'option "bronze" is removed', consented: true };

  it('comes after the declared fields if no list is declared', () => {
    const place: FieldRule = { compare: 'order', mutable: true };
    const kind = { fields: { options: { compare: 'options', list: OPTION_LIST, mutable: true }, place } } as const;
    const diff = diffOf({ kind, spec: { place: 1, retire }, live: { place: 0, options: [gold, bronze] } });
    expect(diff.fields.map(({ field }) => field)).toEqual(['place', 'options']);
  });

  it('removes an option from an undeclared list and keeps the other options', () => {
    expect(diffOf({ spec: { label: 'A', retire }, live: { label: 'A', options: [gold, bronze] } })).toStrictEqual({
      ...NONE,
      fields: [
        {
          field: 'options',
          before: [gold, bronze],
          after: [gold],
          options: [{ value: 'bronze', change: 'remove', before: bronze }],
        },
      ],
      after: { label: 'A', options: [gold] },
      record: { label: 'A' },
      because: 'file-differs',
      risks: [removal],
      retires: ['bronze'],
    });
  });
});
