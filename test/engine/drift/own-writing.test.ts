import { describe, expect, it } from 'vitest';
import { asOptions } from '../../../src/engine/compare.ts';
import { findDrift } from '../../../src/engine/drift/drift.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import { equalJson, type Fields } from '../../../src/model/json.ts';
import { type AppliedCall, type Intention, LEDGER_FORMAT, type Ledger } from '../../../src/model/ledger.ts';
import { exitOfDrift } from '../../../src/report/exit.ts';
import { anAppliedCall, anIntention, aRecord, SIZE, TIER } from '../../ledger/entries.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };
const PERSON = { changedBy: '42', changedAt: '2026-01-03T00:00:00.000Z' };

const ledgerWith = (fields: Fields | undefined, intentions: readonly Intention[] = [], serial = 1): Ledger => ({
  format: LEDGER_FORMAT,
  lineage: 'l',
  serial,
  account: ACCOUNT,
  records: fields === undefined ? {} : { [TIER]: aRecord(TIER, { fields }) },
  intentions,
});

const opened = (before: Fields | null, expects: Fields): Intention =>
  anIntention('i1', {
    run: 'r2',
    at: '2026-01-02T00:00:00.000Z',
    before: { [TIER]: before },
    expects: { [TIER]: expects },
    records: { [TIER]: aRecord(TIER, { fields: expects }) },
  });

/** Record that the call leaves in the ledger: sent values for changed fields, recorded values for all others. */
const sending = (recorded: Fields, call: Intention): Intention => {
  const [before, expects] = [call.before[TIER] ?? {}, call.expects[TIER] ?? {}];
  const sent = Object.entries(expects).flatMap(([field, value]) => {
    const was = before[field];
    if (was === undefined || equalJson(was, value)) return [];
    if (field !== 'options') return [[field, value] as const];
    const theirs = new Set(asOptions(was).map((option) => option.value));
    for (const option of asOptions(recorded['options'])) theirs.delete(option.value);
    return [[field, asOptions(value).filter((option) => !theirs.has(option.value))] as const];
  });
  return { ...call, records: { [TIER]: aRecord(TIER, { fields: { ...recorded, ...Object.fromEntries(sent) } }) } };
};

type Extra = Pick<Parameters<typeof findDrift>[0], 'holder' | 'meanwhile'>;

function reported(ledger: Ledger, now: Fields | undefined, extra: Extra = {}) {
  const live = {
    resources: new Map(
      now === undefined
        ? []
        : [[TIER, { address: TIER, kind: 'property', basis: 'observed', fields: now, ...PERSON } as const] as const],
    ),
    unseen: new Set<typeof TIER>(),
    reads: 1,
    complete: true,
    findings: [],
  };
  return findDrift({ account: ACCOUNT, ledger, live, kinds: listKinds('documented'), ...extra });
}

/** Returns the grade of the resource for a record, an open call and the current fields. */
function graded(recorded: Fields, call: Intention, now: Fields | undefined) {
  const [resource] = reported(ledgerWith(recorded, [sending(recorded, call)]), now).resources;
  const { status, fields = [], changedBy, reason } = resource ?? {};
  const shown = fields.map(({ field, options }) => [
    field,
    ...(options ?? []).map(({ value, change }) => `${change} ${value}`),
  ]);
  return [status, shown, changedBy, reason !== undefined];
}

const old = { label: 'Old', description: 'x' };
const relabel = opened({ label: 'Old' }, { label: 'New', description: 'x' });

describe('the drift of a property with an open call of trueup', () => {
  it.each<[string, Intention, Fields | undefined, ReturnType<typeof graded>]>([
    [
      'is none where the call took effect',
      relabel,
      { label: 'New', description: 'x' },
      ['in-sync', [], undefined, true],
    ],
    ['is none where the call had no effect', relabel, old, ['in-sync', [], undefined, false]],
    [
      'is an edit next to the call, by an unknown user, because the call may be last',
      relabel,
      { label: 'New', description: 'y' },
      ['drifted', [['description']], undefined, false],
    ],
    [
      'is an edit with its author if the call had no effect',
      relabel,
      { label: 'Old', description: 'y' },
      ['drifted', [['description']], '42', false],
    ],
    ['is its disappearance', relabel, undefined, ['gone', [], undefined, false]],
  ])('%s', (_, call, now, expected) => {
    expect(graded(old, call, now)).toEqual(expected);
  });
});

const gold = { value: 'gold', label: 'Gold' };
const silver = { value: 'silver', label: 'Silver' };
const bronze = { value: 'bronze', label: 'Bronze' };
const lists = (before: readonly Fields[], after: readonly Fields[]) => opened({ options: before }, { options: after });

describe('the drift of an option list with an open call of trueup', () => {
  const sends = lists([gold, silver, bronze], [{ ...gold, label: 'Premium' }, bronze]);

  it.each<[string, Intention, readonly Fields[], ReturnType<typeof graded>]>([
    ['is none where it is as sent', sends, [{ ...gold, label: 'Premium' }, bronze], ['in-sync', [], undefined, true]],
    [
      'is another order than that of the call',
      lists([gold, silver, bronze], [bronze, gold, silver]),
      [silver, bronze, gold],
      ['drifted', [['options', 'move silver', 'move bronze']], '42', false],
    ],
  ])('%s', (_, call, now, expected) => {
    expect(graded({ options: [gold, silver, bronze] }, call, { options: now })).toEqual(expected);
  });
});

describe('the options of others with an open call of trueup', () => {
  const applied = { options: [gold] };
  const others = (call: Intention, now: readonly Fields[]) => {
    const [resource] = reported(ledgerWith(applied, [sending(applied, call)]), { options: now }).resources;
    return [resource?.status, resource?.foreign?.map(({ value }) => value)];
  };
  const theirs = { value: 'theirs', label: 'Theirs' };
  const adds = lists([gold, theirs], [gold, silver, theirs]);

  it('are listed, except options that the call adds', () => {
    expect(others(adds, [gold, silver, theirs, bronze])).toEqual(['in-sync', ['theirs', 'bronze']]);
    expect(others(adds, [gold, theirs])).toEqual(['in-sync', ['theirs']]);
  });
});

describe('a drift report', () => {
  const told = (report: ReturnType<typeof reported>) => [
    report.open?.map(({ settledBy, shows }) => [settledBy, shows]),
    report.findings.map(({ code, severity }) => `${severity} ${code}`),
  ];

  it('names the run, time, address and effect of an open call', () => {
    const report = reported(ledgerWith(old, [relabel]), { label: 'New', description: 'x' });
    const { id, run, at, method, path, covers } = relabel;
    expect(report.open).toEqual([{ id, run, at, method, path, covers, settledBy: 'apply', shows: 'effect' }]);
    expect(report.findings).toEqual([
      {
        code: 'open-call',
        severity: 'info',
        message: `POST /properties/v2/contacts/properties is an open call of trueup run r2 (2026-01-02 00:00 UTC) on ${TIER}: the account shows its effect.`,
        hint: 'The next apply records it.',
        address: TIER,
      },
    ]);
    expect(report.resources[0]?.reason).toBe(
      'The difference from the record is the effect of an open call of trueup run r2 (2026-01-02 00:00 UTC).',
    );
  });

  it('names the effect of the call in the account, and its settlement', () => {
    const ask = { ...relabel, recovery: 'ask' } as const;
    const repeat = { ...relabel, recovery: 'repeat' } as const;
    expect(told(reported(ledgerWith(old, [relabel]), old))).toEqual([[['apply', 'no-effect']], ['info open-call']]);
    expect(told(reported(ledgerWith(old, [relabel]), { label: 'Else' }))).toEqual([
      [['apply', 'changed-since']],
      ['info open-call'],
    ]);
    expect(told(reported(ledgerWith(old, [repeat]), old))).toEqual([[['apply', 'unknown']], ['info open-call']]);
    expect(told(reported(ledgerWith(old, [ask]), old))).toEqual([[['person', 'unknown']], ['warning open-call']]);
  });

  it('leaves every call to the run that is under way, and says whose it is', () => {
    const ask = { ...relabel, recovery: 'ask' } as const;
    const holder = { owner: 'ann', purpose: 'apply', at: '2026-01-02T00:00:00.000Z' };
    const report = reported(ledgerWith(old, [ask]), old, { holder });
    expect(told(report)).toEqual([[['run', 'unknown']], ['info open-call']]);
    expect(report.findings[0]?.hint).toBe('The apply of ann (since 2026-01-02 00:00 UTC) is under way and settles it.');
  });

  it('grades a group with an open call as unverifiable', () => {
    const group = 'property-group:contacts/loyalty';
    const record = aRecord(group, { kind: 'property-group', fields: { displayName: 'Loyalty' } });
    const call = anIntention('i1', { covers: [group], recovery: 'repeat', before: {}, expects: {} });
    const report = reported({ ...ledgerWith(undefined, [call]), records: { [group]: record } }, undefined);
    expect(report.resources).toMatchObject([{ address: group, status: 'unverifiable', basis: 'recorded' }]);
    expect(exitOfDrift(report)).toBe(0);
  });

  it.each([
    ['read-back', undefined, 0],
    ['repeat', undefined, 0],
    ['ask', undefined, 5],
    ['ask', { owner: 'ann' }, 0],
  ] as const)('exits by the recovery %s of the open call, written by %o: %i', (recovery, holder, exit) => {
    const extra = holder === undefined ? {} : { holder };
    const call = { ...relabel, recovery };
    expect(exitOfDrift(reported(ledgerWith(old, [call]), old, extra))).toBe(exit);
    expect(exitOfDrift(reported(ledgerWith(old, [call]), { label: 'Else' }, extra))).toBe(2);
  });

  it('omits open calls if the ledger has none', () => {
    expect(reported(ledgerWith(old), old)).not.toHaveProperty('open');
  });
});

describe('a value that a concurrent run of trueup wrote during the read', () => {
  const call = (id: string, fields: Fields): AppliedCall =>
    anAppliedCall(id, { run: 'r2', records: { [TIER]: fields } });
  /** Two calls of one run were made between the two looks into the ledger. */
  const status = (now: Fields, covers = [TIER]) => {
    const after = {
      ...ledgerWith({ label: 'Last' }, [], 5),
      records: { [TIER]: aRecord(TIER, { fields: { label: 'Last' }, run: 'r2' }) },
    };
    const runs = [
      {
        run: 'r2',
        at: '2026-01-02T00:00:00.000Z',
        calls: [{ ...call('i1', { label: 'Between' }), covers }, call('i2', { label: 'Last' })],
      },
      { run: 'r1', at: '2026-01-01T00:00:00.000Z', calls: [call('i0', { label: 'Long ago' })] },
    ];
    const report = reported(after, now, { meanwhile: { ledger: ledgerWith({ label: 'Old' }), runs } });
    return report.resources.map((resource) => [resource.status, resource.reason]);
  };
  const BY_US = 'A trueup run wrote it while the account was being read.';

  it('is no drift, whether the read was before, between or after its calls', () => {
    expect(status({ label: 'Last' })).toEqual([['in-sync', undefined]]);
    expect(status({ label: 'Between' })).toEqual([['in-sync', BY_US]]);
    expect(status({ label: 'Old' })).toEqual([['in-sync', BY_US]]);
  });

  it('leaves an edit of another user visible as drift', () => {
    expect(status({ label: 'Theirs' })).toEqual([['drifted', undefined]]);
    expect(status({ label: 'Long ago' })).toEqual([['drifted', undefined]]);
  });

  it('is drift if the record did not change during the read', () => {
    const runs = [
      {
        run: 'r1',
        at: '2026-01-01T00:00:00.000Z',
        calls: [call('i0', { label: 'Earlier' }), call('i1', { label: 'Old' })],
      },
    ];
    const meanwhile = { ledger: ledgerWith({ label: 'Old' }), runs };
    const report = reported(ledgerWith({ label: 'Old' }, [], 2), { label: 'Earlier' }, { meanwhile });
    expect(report.resources.map(({ status }) => status)).toEqual(['drifted']);
  });

  it('is not looked for where it was recorded only since', () => {
    const after = { ...ledgerWith(old, [], 5) };
    const records = { ...after.records, [SIZE]: aRecord(SIZE) };
    const report = reported({ ...after, records }, old, { meanwhile: { ledger: ledgerWith(old), runs: [] } });
    expect(report.resources.map(({ address }) => address)).toEqual([TIER]);
  });
});
