import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SURFACES } from '../../src/contract/surfaces.ts';
import { RISK_NAMES, type RiskName } from '../../src/model/risk.ts';
import { consents, schemas } from './arbitraries.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { type Cut, cut, cutRun, everyCut, settleByLooking } from './cuts.ts';
import { act, history, meddling } from './edits.ts';
import { comparable } from './holdings.ts';
import { createsOnce, leftNoTrace, sparesForeign, tellsTheTruth } from './oracles.ts';
import { ALL_KINDS, ALL_KINDS_LATER, created, updated } from './samples.ts';
import type { Schema } from './schema.ts';
import { aWorld, converge, type World } from './world.ts';

test.each(SURFACES)(
  'on the %s surface an interrupted run reports the truth, and later runs complete it',
  { timeout: PATIENCE_MS },
  (surface) =>
    fc.assert(
      fc.asyncProperty(
        fc.record({ schemas, before: history, between: meddling, allow: consents }),
        fc.record({ cut, second: fc.boolean(), concurrency: fc.integer({ min: 1, max: 8 }) }),
        async ({ schemas: { first, second: later }, before, between, allow }, { cut: way, second, concurrency }) => {
          const start = async (): Promise<World> => {
            const world = await aWorld(surface);
            await act(world.service, before, first);
            if (!second) return world;
            await converge(world.reconciler(first), allow);
            await act(world.service, between, first);
            return world;
          };
          const declared = second ? later : first;
          expect(await cutAndResume(start, declared, { cut: way, allow, concurrency })).toEqual(
            await uncut(start, declared, allow),
          );
        },
      ),
      cases(30),
    ),
);

test.each(
  SURFACES.flatMap(
    (surface) =>
      [
        [surface, 'creating all five kinds', () => created(surface), ALL_KINDS],
        [surface, 'changing what can be changed', () => updated(surface), ALL_KINDS_LATER],
      ] as const,
  ),
)(
  'on the %s surface %s survives every fault, every death and every loss of the lock at every single point',
  { timeout: PATIENCE_MS },
  async (_surface, _what, start, declared) => {
    const goal = await uncut(start, declared, RISK_NAMES);
    for (const way of everyCut()) {
      const reached = await cutAndResume(start, declared, { cut: way, allow: RISK_NAMES, concurrency: 8 });
      expect(reached, JSON.stringify(way)).toEqual(goal);
    }
  },
);

interface Resume {
  readonly cut: Cut;
  readonly allow: readonly RiskName[];
  readonly concurrency: number;
}

/** Cuts a run, resumes it and returns the final account. */
async function cutAndResume(start: () => Promise<World>, declared: Schema, resume: Resume) {
  const world = await start();
  try {
    const { allow, cut: way } = resume;
    const before = await world.snapshot();
    const earlier = (await world.service.calls()).length;
    const ledger = await world.reconciler(declared).ledger.read();
    const { plan, result, late } = await cutRun(world, declared, resume);
    expect(late).toEqual([]);
    const after = await world.snapshot();
    if (plan === undefined) expect(after).toEqual(before);
    if (plan !== undefined) expect(sparesForeign({ declared, plan, ledger, before, after })).toEqual([]);
    if (plan !== undefined && result !== undefined) {
      const known = await world.reconciler(declared).ledger.read();
      expect(tellsTheTruth(result, plan, known, after)).toEqual([]);
      expect(leftNoTrace(result, plan, before, after)).toEqual([]);
      if (isSingle(way)) {
        const uncertain = result.outcomes.filter(({ status }) => status === 'uncertain');
        expect(uncertain.filter(({ address }) => !ASKS.test(address))).toEqual([]);
      }
    }

    await settleByLooking(world, declared);
    await converge(world.reconciler(declared), allow);
    const last = await converge(world.reconciler(declared), allow);
    expect(last.plan.calls, JSON.stringify(resume)).toEqual([]);
    expect((await world.reconciler(declared).ledger.read()).intentions).toEqual([]);
    expect(createsOnce((await world.service.calls()).slice(earlier))).toEqual([]);
    return comparable(await world.snapshot());
  } finally {
    await world.close();
  }
}

async function uncut(start: () => Promise<World>, declared: Schema, allow: readonly RiskName[]) {
  const world = await start();
  try {
    await converge(world.reconciler(declared), allow);
    // The old resource is removed only after its replacement exists.
    await converge(world.reconciler(declared), allow);
    return comparable(await world.snapshot());
  } finally {
    await world.close();
  }
}

/** Kinds that are unreadable and whose repeated create makes a duplicate. A lost call of these needs a person. */
const ASKS = /^(webhook-subscription|event-definition-property):/;

/** Returns true if a single call is lost and later calls work. A readable result must then be read back. */
function isSingle(way: Cut): boolean {
  return way.by === 'faults' && way.rules.length === 1 && (way.rules[0]?.times ?? 1) === 1;
}
