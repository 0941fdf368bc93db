import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planDigest, planParts } from '../../../src/engine/fingerprint.ts';
import { requireReviewed, reviewedPart } from '../../../src/engine/gate/reviewed.ts';
import { formatAddress } from '../../../src/model/address.ts';
import type { Change } from '../../../src/model/change.ts';
import type { AppliedCall, Intention, RunHistory } from '../../../src/model/ledger.ts';
import type { Plan, PlannedCall } from '../../../src/model/plan.ts';
import { anIntention } from '../../ledger/entries.ts';
import { aCall, aChange, aLedger, aPlan } from '../../support/builders.ts';

const named = (name: string) => formatAddress('property', 'contacts', name);
const changeOf = (name: string, change: Partial<Change> = {}) => aChange({ address: named(name), ...change });

/** Returns a plan of these properties whose calls run in sequence. */
function planOf(names: readonly string[]): Plan {
  const calls = names.map((name, at) =>
    aCall({ id: `c${at + 1}`, covers: [named(name)], body: { name }, after: at === 0 ? [] : [`c${at}`] }),
  );
  return aPlan({ changes: names.map((name) => changeOf(name)), calls });
}

function made(plan: Plan, call: PlannedCall, reviewed = planDigest(plan)): AppliedCall {
  const { id, endpoint, method, path, covers } = call;
  return {
    ...{ id, run: 'run-1', at: '2026-11-20T12:00:00.000Z', endpoint, method, path, covers, writes: [] },
    ...{ before: {}, expects: {}, recorded: {}, records: {} },
    reviewed: reviewedPart(planParts(plan), call, reviewed),
  };
}

const runOf = (calls: readonly AppliedCall[], run = 'run-1'): RunHistory => ({ run, at: '2026-11-20', calls });

const pastOf = (runs: readonly RunHistory[], intentions: readonly Intention[] = []) => ({
  read: async () => aLedger([], intentions),
  runs: async () => runs,
});

const differs = expect.objectContaining({ code: 'plan-differs' });
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const REVIEWED = planOf(NAMES);
const DIGEST = planDigest(REVIEWED);

test('the reviewed plan itself passes, whatever happened before', async () => {
  await requireReviewed(planOf(NAMES), DIGEST, pastOf([]));
  await requireReviewed(planOf(NAMES), DIGEST, pastOf([runOf(REVIEWED.calls.map((call) => made(REVIEWED, call)))]));
});

test('exactly the rest of the reviewed plan passes, whatever its runs did', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(NAMES, { minLength: 1 }),
      fc.subarray(NAMES),
      fc.nat({ max: NAMES.length }),
      async (done, planned, firstRun) => {
        const calls = REVIEWED.calls.filter(({ covers }) => done.some((name) => covers.includes(named(name))));
        const applied = calls.map((call) => made(REVIEWED, call));
        const runs = [runOf(applied.slice(firstRun), 'run-2'), runOf(applied.slice(0, firstRun))];
        const past = pastOf(runs.filter(({ calls: some }) => some.length > 0));
        const isRest = NAMES.every((name) => done.includes(name) !== planned.includes(name));
        const checked = requireReviewed(planOf(planned), DIGEST, past);
        if (isRest || planned.length === NAMES.length) await checked;
        else await expect(checked).rejects.toThrow(differs);
      },
    ),
  );
});

describe('after a run of half of it', () => {
  const half = REVIEWED.calls.slice(0, 3).map((call) => made(REVIEWED, call));
  const rest = planOf(NAMES.slice(3));

  test('the rest is refused after another run or another plan wrote something', async () => {
    const { reviewed: _, ...unreviewed } = made(REVIEWED, aCall());
    const elsewhere = half.map((call) => ({ ...call, reviewed: { plan: 'x', call: 'y', changes: [] } }));
    await requireReviewed(rest, DIGEST, pastOf([runOf(half)]));
    await requireReviewed(rest, DIGEST, pastOf([runOf(half), runOf([unreviewed], 'run-0')]));
    for (const runs of [[runOf([unreviewed], 'run-2'), runOf(half)], [runOf(elsewhere)], [runOf([unreviewed])]]) {
      await expect(requireReviewed(rest, DIGEST, pastOf(runs))).rejects.toThrow(differs);
    }
  });

  test.each([
    ['another value', { fields: [{ field: 'label', after: 'By hand' }] }],
    ['another reason', { because: 'account-changed' }],
    ['consent that it lacks', { action: 'blocked', because: 'consent-required' }],
    ['another risk', { risk: 'destructive' }],
  ] as const)('a change with %s is not of the rest', async (_, differing) => {
    const changes = rest.changes.map((change, at) => (at === 0 ? { ...change, ...differing } : change));
    const past = pastOf([runOf(half)]);
    await expect(requireReviewed({ ...rest, changes }, DIGEST, past)).rejects.toThrow(differs);
  });

  test('a call that overwrites something else is not of the rest', async () => {
    const calls = rest.calls.map((call, at) =>
      at === 0 ? { ...call, before: { [named('d')]: { label: 'x' } } } : call,
    );
    await expect(requireReviewed({ ...rest, calls }, DIGEST, pastOf([runOf(half)]))).rejects.toThrow(differs);
  });

  test('the rest passes with an open call and without it', async () => {
    const [open] = REVIEWED.calls.slice(3);
    if (open === undefined) throw new Error('The plan has six calls.');
    const { reviewed = { plan: '', call: '', changes: [] } } = made(REVIEWED, open);
    const past = pastOf([runOf(half)], [anIntention('i1', { reviewed })]);
    await requireReviewed(rest, DIGEST, past);
    await requireReviewed(planOf(NAMES.slice(4)), DIGEST, past);
    await expect(requireReviewed(planOf(NAMES.slice(5)), DIGEST, past)).rejects.toThrow(differs);
  });

  test('a plan for another account is refused', async () => {
    const account = { ...rest.account, hubId: 7007 };
    await expect(requireReviewed({ ...rest, account }, DIGEST, pastOf([runOf(half)]))).rejects.toThrow(differs);
  });
});
