import { describe, expect, it } from 'vitest';
import { type DriftInput, findDrift } from '../../../src/engine/drift/drift.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import type { Fields } from '../../../src/model/json.ts';
import type { Live, LiveResource } from '../../../src/model/live.ts';
import { exitOfDrift } from '../../../src/report/exit.ts';
import { driftDoc } from '../../../src/report/text/drift.ts';
import { stepsAfterDrift } from '../../../src/report/text/next.ts';
import { docText } from '../../../src/report/text/render.ts';
import { aLedger, aRecord, aStyle } from '../../support/builders.ts';
import { aKind, NO_CALL, READER } from '../a-kind.ts';
import { seen } from '../planning.ts';

const address = 'property:contacts/tier';
const account = { name: 'sandbox', hubId: 1001 };

/** A complete read of these. */
const shows = (...resources: readonly LiveResource[]): Live => ({
  resources: new Map(resources.map((one) => [one.address, one])),
  ...{ unseen: new Set(), reads: 1, complete: true, findings: [] },
});

/** Returns the drift of a property that was applied with some fields and now has others. */
function drifted(applied: Fields, now: Fields) {
  const ledger = aLedger([aRecord({ address, fields: applied })]);
  const live = shows(seen(address, now));
  const { resources, summary } = findDrift({ account, ledger, live, kinds: listKinds('documented') });
  const [resource] = resources;
  return {
    status: resource?.status,
    options: resource?.fields[0]?.options,
    foreign: resource?.foreign,
    counted: summary.foreign,
  };
}

const gold = { value: 'gold', label: 'Gold' };
const silver = { value: 'silver', label: 'Silver' };
const held = (option: Fields, displayOrder: number) => ({ description: '', hidden: false, ...option, displayOrder });

describe('the drift of an option list', () => {
  it('shows only the applied members of a changed option', () => {
    const now = { options: [held({ ...gold, label: 'Premium' }, 4)] };
    expect(drifted({ options: [gold] }, now)).toMatchObject({
      status: 'drifted',
      options: [{ value: 'gold', change: 'update', before: gold, after: { value: 'gold', label: 'Premium' } }],
    });
  });

  it('ignores members that were never applied: foreign options, numbers, descriptions', () => {
    const now = { options: [held({ value: 'theirs', label: 'Theirs' }, 0), held({ ...gold, description: 'x' }, 7)] };
    expect(drifted({ options: [gold] }, now)).toEqual({
      status: 'in-sync',
      options: undefined,
      foreign: [{ value: 'theirs', label: 'Theirs' }],
      counted: 1,
    });
  });

  it('has no foreign options if the list is unapplied or unchanged', () => {
    const now = { label: 'Tier', options: [held(gold, 0)] };
    expect(drifted({ label: 'Tier' }, now)).toMatchObject({ foreign: undefined, counted: 0 });
    expect(drifted({ options: [gold] }, now)).toMatchObject({ foreign: undefined, counted: 0 });
  });

  it('names removed options and options in another order', () => {
    const now = { options: [held(silver, 0), held(gold, 1)] };
    const bronze = { value: 'bronze', label: 'Bronze' };
    expect(drifted({ options: [gold, silver, bronze] }, now).options).toEqual([
      { value: 'silver', change: 'move', before: silver, after: held(silver, 0) },
      { value: 'bronze', change: 'remove', before: bronze },
    ]);
  });
});

describe('a drift report', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const [one, ten, two] = ['property:contacts/p1', 'property:contacts/p10', 'property:contacts/p2'] as const;
  const report = (input: { readonly live?: Partial<Live>; readonly kinds?: DriftInput['kinds'] } = {}) =>
    findDrift({
      account,
      ledger: aLedger([one, ten, two].map((name) => aRecord({ address: name, fields: { label: 'A' }, at }))),
      live: { ...shows(...[one, two, ten].map((name) => seen(name, { label: 'A' }))), ...input.live },
      kinds: input.kinds ?? listKinds('documented'),
    });

  it('lists and counts the applied resources in natural order, 2 before 10', () => {
    expect(report()).toStrictEqual({
      format: 'trueup.drift/1',
      account,
      summary: { drifted: 0, inSync: 3, unverifiable: 0, foreign: 0 },
      resources: [one, two, ten].map((name) => ({
        address: name,
        kind: 'property',
        fields: [],
        appliedAt: at,
        basis: 'observed',
        status: 'in-sync',
      })),
      findings: [],
    });
  });

  it('repeats the findings of the reads, and skips an unknown kind', () => {
    const finding = { code: 'read-failed', severity: 'warning', message: 'It failed.' } as const;
    expect(report({ live: { findings: [finding] } }).findings).toEqual([finding]);
    expect(report({ kinds: [] })).toMatchObject({ resources: [], summary: { inSync: 0 } });
  });

  const base = { address: one, kind: 'property', fields: [], appliedAt: at };

  it.each([
    ['gone where a complete read does not show it', {}, {}, { status: 'gone', basis: 'observed' }],
    [
      'unverifiable where the read failed',
      { unseen: new Set([one]), complete: false },
      {},
      { status: 'unverifiable', basis: 'unknown', reason: 'The read that would show it failed.' },
    ],
    [
      'unverifiable where nothing reads its kind',
      {},
      { reader: NO_CALL },
      { status: 'unverifiable', basis: 'recorded', reason: 'There is no call for it.' },
    ],
    [
      'unverifiable where a read shows only that it exists',
      {},
      { reader: { ...READER, proves: 'existence' } },
      { status: 'unverifiable', basis: 'recorded', reason: 'Only its existence can be inferred.' },
    ],
  ] as const)('grades a resource as %s', (_, live, kind, expected) => {
    const { resources, summary } = report({ live: { resources: new Map(), ...live }, kinds: [aKind(kind)] });
    expect(resources[0]).toStrictEqual({ ...base, ...expected });
    expect(summary.drifted + summary.unverifiable).toBe(3);
  });

  it('shows the fields that moved, as applied and as they are', () => {
    const resources = new Map([[one, seen(one, { label: 'B' })]]);
    expect(report({ live: { resources } }).resources[0]).toStrictEqual({
      ...base,
      status: 'drifted',
      basis: 'observed',
      fields: [{ field: 'label', before: 'A', after: 'B' }],
    });
  });

  it('looks at a resource by its address of now alone', () => {
    const graded = (live: Partial<Live>) =>
      report({ live: { renamed: new Map([[one, two]]), ...live } }).resources.find(({ address: of }) => of === one);
    const other = seen(one, { label: 'Of another' });
    const now = seen(two, { label: 'A' });
    expect(graded({ resources: new Map([one, two].map((of) => [of, of === one ? other : now])) })?.status).toBe(
      'in-sync',
    );
    expect(graded({ resources: new Map([[one, other]]) })).toMatchObject({ status: 'gone', fields: [] });
    expect(graded({ resources: new Map([[one, other]]), unseen: new Set([two]), complete: false })).toMatchObject({
      status: 'unverifiable',
      basis: 'unknown',
    });
    expect(graded({ resources: new Map([[two, now]]), unseen: new Set([one]) })?.status).toBe('in-sync');
    const archived = new Map([[two, { ...now, archived: { at: '2026-11-19T00:00:00.000Z' } }]]);
    expect(graded({ resources: new Map(), archived })).toMatchObject({ changedAt: '2026-11-19T00:00:00.000Z' });
  });

  it('has no options of others in a list of another sort', () => {
    const [now, label] = [[{ value: 'theirs', label: 'Theirs' }], []];
    const ledger = aLedger([aRecord({ address: one, fields: { label } })]);
    const live = shows(seen(one, { label: now }));
    const { resources } = findDrift({ account, ledger, live, kinds: listKinds('documented') });
    expect(resources.map(({ status, foreign }) => [status, foreign])).toEqual([['drifted', undefined]]);
  });
});

it('reports an archived resource with its time', () => {
  const record = aRecord();
  const archived = { address: record.address, kind: record.kind, fields: {}, basis: 'observed' } as const;
  const live: Live = {
    ...shows(),
    archived: new Map([[record.address, { ...archived, archived: { at: '2026-11-19T00:00:00.000Z' } }]]),
  };
  const { resources, summary } = findDrift({
    account,
    ledger: aLedger([record]),
    live,
    kinds: listKinds('documented'),
  });
  expect(summary.drifted).toBe(1);
  expect(resources).toEqual([
    {
      address: record.address,
      kind: 'property',
      status: 'gone',
      basis: 'observed',
      fields: [],
      appliedAt: record.at,
      reason: 'It is archived in the account: creating it again restores it with its record values.',
      changedAt: '2026-11-19T00:00:00.000Z',
    },
  ]);
});

describe('a ledger without records', () => {
  it('is reported as a comparison of nothing', () => {
    const live = shows();
    const report = findDrift({ account, ledger: aLedger(), live, kinds: listKinds('documented') });
    expect(report.findings).toMatchObject([{ code: 'nothing-recorded', severity: 'warning' }]);
    expect(docText(driftDoc(report), aStyle())).toContain('Nothing was compared: nothing is recorded yet.');
    expect(stepsAfterDrift(report, { files: [], targets: [], allow: [] })).toEqual([
      { command: 'trueup plan', purpose: 'to see what apply would create or record' },
    ]);
    expect(exitOfDrift(report)).toBe(0);
    const recorded = findDrift({
      account,
      ledger: aLedger([aRecord({ address })]),
      live,
      kinds: listKinds('documented'),
    });
    expect(recorded.findings).toEqual([]);
  });

  it('reports an adopted resource as recorded instead of applied', () => {
    const record = aRecord({ address, fields: { label: 'A' }, found: 'recorded' });
    const live = shows(seen(address, { label: 'B' }));
    const report = findDrift({ account, ledger: aLedger([record]), live, kinds: listKinds('documented') });
    expect(report.resources).toMatchObject([{ status: 'drifted', recordedOnly: true }]);
    expect(docText(driftDoc(report), aStyle())).toMatch(/; recorded [^;]*\n/);
  });
});
