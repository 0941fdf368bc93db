import { describe, expect, it } from 'vitest';
import { asOptions } from '../../../src/engine/compare.ts';
import type { DiffInput, FieldDiff } from '../../../src/engine/field-diff.ts';
import { planOptions } from '../../../src/engine/options/plan.ts';
import { OPTION_LIST } from '../../../src/kinds/options.ts';
import type { Json } from '../../../src/model/json.ts';
import { aKind } from '../a-kind.ts';

const gold = { value: 'gold', label: 'Gold', description: '', displayOrder: 0, hidden: false };
const silver = { value: 'silver', label: 'Silver', description: '', displayOrder: 1, hidden: false };
const theirs = { value: 'vip', label: 'VIP', description: '', displayOrder: 2, hidden: false };

const input = (more: Partial<DiffInput>): DiffInput => ({
  kind: aKind(),
  spec: {},
  live: {},
  applied: undefined,
  hold: false,
  ...more,
});
const lists = (live: Json | undefined, applied?: Json): Partial<DiffInput> => ({
  live: live === undefined ? {} : { options: live },
  applied: applied === undefined ? undefined : { options: applied },
});
const diffOf = (declared: Json, more: Partial<DiffInput>): FieldDiff => {
  const part = planOptions('options', OPTION_LIST, input({ ...more, spec: { ...more.spec, options: declared } }));
  if (part === undefined) throw new Error('a declared list is always compared');
  return part;
};
/** Of every list that the kind has, none of them declared. */
const retireOnly = (given: DiffInput): readonly FieldDiff[] =>
  Object.entries(given.kind.fields).flatMap(([field, rule]) =>
    rule.compare === 'options' ? (planOptions(field, rule.list, given) ?? []) : [],
  );

describe('the diff of an option list', () => {
  it.each([true, false])('takes back a hidden flag that the file drops (drift held: %s)', (hold) => {
    const { value, label } = gold;
    const hidden = { value, label, hidden: true };
    const { change, because, held } = diffOf([{ value, label }], {
      ...lists([{ ...gold, hidden: true }], [hidden]),
      hold,
    });
    expect([because, held]).toEqual(['file-differs', undefined]);
    expect(change?.after).toEqual([{ ...gold, hidden: false }]);
  });

  it('has every option of a new resource, and is empty if none is declared', () => {
    expect(diffOf([gold], { live: undefined })).toStrictEqual({
      field: 'options',
      live: [],
      after: [gold],
      record: [gold],
      foreign: [],
      change: { field: 'options', after: [gold], options: [{ value: 'gold', change: 'add', after: gold }] },
      because: 'file-differs',
      risks: [],
    });
    expect(diffOf([], { live: undefined }).change).toBeUndefined();
  });

  it('has no change if the list matches, and names the foreign options', () => {
    expect(diffOf([gold], lists([gold, theirs], [gold]))).toStrictEqual({
      field: 'options',
      live: [gold, theirs],
      after: [gold, theirs],
      record: [gold],
      foreign: [{ value: 'vip', label: 'VIP' }],
      change: undefined,
      because: 'in-sync',
      risks: [],
    });
  });

  it('shows the live and the planned list, and each removal that needs consent', () => {
    const { change, risks } = diffOf([gold], lists([gold, silver], [gold, silver]));
    expect(change).toStrictEqual({
      field: 'options',
      before: [gold, silver],
      after: [gold],
      options: [{ value: 'silver', change: 'remove', before: silver }],
    });
    expect(risks).toEqual([
      {
        risk: 'option-removal',
        detail: 'option "silver" is removed',
        consented: false,
        option: { value: 'silver', list: OPTION_LIST, canHide: false },
      },
    ]);
  });

  it('takes the tombstone of an option for consent to its removal', () => {
    const spec = { retire: [{ value: 'silver', stage: 'remove' }] };
    expect(diffOf([gold], { ...lists([gold, silver], [gold, silver]), spec }).risks).toEqual([
      { risk: 'option-removal', detail: 'option "silver" is removed', consented: true },
    ]);
  });

  it('owns every option of the list where it is declared to', () => {
    const exact = diffOf([gold], { ...lists([gold, theirs]), spec: { optionsMode: 'exact' } });
    expect(exact.risks.map(({ detail }) => detail)).toEqual(['option "vip" is removed']);
    expect(diffOf([gold], { ...lists([gold, theirs]), spec: { optionsMode: 'merge' } }).risks).toEqual([]);
  });
});

describe('drift that is held', () => {
  it.each(['number', 'sequence'] as const)(
    'keeps the order of a colleague beside a new label of the file (%s)',
    (order) => {
      const names = ({ value, label }: { readonly value: string; readonly label: string }) => ({ value, label });
      const [first, second, third] = [gold, silver, theirs].map(names);
      const rule = { ...OPTION_LIST, order };
      const part = planOptions(
        'options',
        rule,
        input({
          spec: { options: [{ ...first, label: 'G' }, second, third] as Json },
          ...lists(
            [second, third, first].map((one, displayOrder) => ({ ...one, displayOrder })) as Json,
            [first, second, third] as Json,
          ),
          hold: true,
        }),
      );
      expect(asOptions(part?.change?.after).map(({ value }) => value)).toEqual(['silver', 'vip', 'gold']);
    },
  );
});

describe('the reason of a list that differs', () => {
  const G = { ...gold, label: 'G' };
  const said = ({ value, label }: typeof gold) => ({ value, label });

  it.each([
    ['file-differs', 'was never applied', [gold], [G], undefined],
    ['file-differs', 'has a label that the file changed', [G], [gold], [gold]],
    ['file-differs', 'has one label of two that the file changed', [G, silver], [gold, silver], [gold, silver]],
    ['file-differs', 'has an option that the file added', [gold, silver], [gold], [gold]],
    ['file-differs', 'has an option that the file took away', [gold], [gold, silver], [gold, silver]],
    ['file-differs', 'has an order that the file changed', [said(silver), said(gold)], [gold, silver], [gold, silver]],
    ['account-changed', 'has a label that the account changed', [gold], [G], [gold]],
    ['account-changed', 'lost one of two options in the account', [gold, silver], [gold], [gold, silver]],
    ['both-changed', 'has a label that both changed', [{ ...gold, label: 'New' }], [G], [gold]],
    ['both-changed', 'lost one option in the account while the file added another', [gold, silver], [], [gold]],
  ])('is %s where it %s', (because, _, declared, live, applied) => {
    expect(diffOf(declared, lists(live, applied)).because).toBe(because);
  });
});

describe('the reason of a list with a retired option that is hidden', () => {
  const spec = { retire: [{ value: 'silver', stage: 'hide' }] };
  const hidden = { ...silver, hidden: true };
  const applied = [gold, hidden, theirs];
  const because = (live: Json, was: Json = applied, more = spec) =>
    diffOf([gold, theirs], { ...lists(live, was), spec: more }).because;

  it('is the account where that shows it again, wherever and however called', () => {
    expect(because([gold, silver, theirs])).toBe('account-changed');
    const last = { ...silver, label: 'Argent', displayOrder: 3 };
    expect(because([gold, theirs, last])).toBe('account-changed');
  });

  it('is the file if the file retires this option or another now', () => {
    expect(because([gold, silver, theirs], [gold, silver, theirs])).toBe('file-differs');
    const bronze = { ...silver, value: 'bronze', label: 'Bronze', displayOrder: 3 };
    const both = { retire: [...spec.retire, { value: 'bronze', stage: 'hide' }] };
    expect(because([...applied, bronze], [...applied, bronze], both)).toBe('file-differs');
    expect(because([gold, silver, theirs, bronze], [...applied, bronze], both)).toBe('both-changed');
  });
});

describe('an option that the file retires and the account has', () => {
  const removing = { retire: [{ value: 'silver', stage: 'remove' }] };
  const retires = (more: Partial<DiffInput>, declared: Json = [gold]) => diffOf(declared, more).retires;

  it('is told as that, where nothing says whether the file or the account is new', () => {
    expect(retires({ ...lists([gold, silver], [gold]), spec: removing })).toEqual(['silver']);
    expect(retires({ ...lists([gold, silver, theirs], [gold]), spec: removing })).toEqual(['silver']);
    const [only] = retireOnly(input({ spec: removing, live: { options: [gold, silver] } }));
    expect(only?.retires).toEqual(['silver']);
  });

  it('is not reported if it was declared until now or something else differs', () => {
    expect(retires({ ...lists([gold, silver], [gold, silver]), spec: removing })).toBeUndefined();
    expect(retires({ ...lists([{ ...gold, label: 'G' }, silver], [gold]), spec: removing })).toBeUndefined();
    expect(retires({ ...lists([gold], [gold]), spec: removing })).toBeUndefined();
  });
});

describe('tombstones without a declared list', () => {
  const spec = { retire: [{ value: 'silver', stage: 'hide' }] };

  it('leave every other option as it is, and record nothing of the list', () => {
    const [part, ...others] = retireOnly(input({ spec, live: { options: [gold, silver, theirs] } }));
    expect([part?.field, part?.after, part?.record, part?.foreign, others]).toEqual([
      'options',
      [gold, { ...silver, hidden: true }, theirs],
      undefined,
      [],
      [],
    ]);
    expect(part?.change?.options?.map(({ value, change }) => [value, change])).toEqual([['silver', 'hide']]);
  });

  it('do nothing if the list is unknown or the kind lacks lists', () => {
    expect(retireOnly(input({ spec, live: { label: 'A' } }))).toEqual([]);
    expect(retireOnly(input({ spec, live: undefined }))).toEqual([]);
    const { label } = aKind().fields;
    const plain = label === undefined ? {} : { label };
    expect(retireOnly(input({ kind: { fields: plain }, spec, live: { label: 'A', options: [silver] } }))).toEqual([]);
  });
});
