import { expect, test } from 'vitest';
import { SURFACES } from '../../src/contract/surfaces.ts';
import { StalePlanError } from '../../src/errors.ts';
import { type Plan, planDigest } from '../../src/index.ts';
import { RISK_NAMES } from '../../src/model/risk.ts';
import { planAllowing } from '../support/consents.ts';
import { PATIENCE_MS } from './cases.ts';
import { type Cut, cutRun, everyCut, settleByLooking } from './cuts.ts';
import { comparable } from './holdings.ts';
import { createsOnce } from './oracles.ts';
import { ALL_KINDS, ALL_KINDS_LATER, created, updated } from './samples.ts';
import type { Schema } from './schema.ts';
import { converge, type World } from './world.ts';

const CREATING = 'creating all five kinds';

test.each(
  SURFACES.flatMap(
    (surface) =>
      [
        [surface, CREATING, () => created(surface), ALL_KINDS],
        [surface, 'changing what can be changed', () => updated(surface), ALL_KINDS_LATER],
      ] as const,
  ),
)(
  'on the %s surface, %s: wherever a reviewed plan is cut, what is left of it needs no other approval and ends where the whole one ends',
  { timeout: PATIENCE_MS },
  async (surface, what, start, declared) => {
    const goal = await uncut(start, declared);
    const ends = [];
    for (const way of everyCut(2)) ends.push(await cutAndResume(start, declared, { cut: way, goal }));
    // The call after the create of such a property sends the whole definition, as the service completed it.
    const hasTwoCalls = surface === 'documented' && what === CREATING;
    const between = hasTwoCalls ? ['between two calls of one change' as const] : [];
    expect(new Set(ends)).toEqual(new Set(['finished', ...between]));
    const finished = ends.filter((end) => end === 'finished');
    expect(finished.length / ends.length).toBeGreaterThan(0.8);
  },
);

interface Resume {
  readonly cut: Cut;
  readonly goal: unknown;
}

async function cutAndResume(start: () => Promise<World>, declared: Schema, { cut, goal }: Resume) {
  const world = await start();
  try {
    const earlier = (await world.service.calls()).length;
    const plan = await planAllowing(world.reconciler(declared), RISK_NAMES);
    const reviewed = planDigest(plan);
    await cutRun(world, declared, { cut, allow: RISK_NAMES, concurrency: 8, reviewed });
    await settleByLooking(world, declared);
    const reconciler = world.reconciler(declared);
    await reconciler.recover(reviewed);
    const rest = await planAllowing(reconciler, RISK_NAMES);
    const before = await world.snapshot();
    try {
      // An empty rest has no calls to compare with the review.
      await reconciler.apply(rest, rest.calls.length === 0 ? {} : { reviewed });
    } catch (error) {
      if (!(error instanceof StalePlanError)) throw error;
      expect(await world.snapshot(), JSON.stringify(cut)).toEqual(before);
      expect(isBetween(plan, rest), JSON.stringify(cut)).toBe(true);
      return 'between two calls of one change';
    }
    expect(comparable(await world.snapshot()), JSON.stringify(cut)).toEqual(goal);
    expect(createsOnce((await world.service.calls()).slice(earlier))).toEqual([]);
    return 'finished';
  } finally {
    await world.close();
  }
}

/**
 * Returns true if only the first of two calls for an address was sent. The review did not show such a rest.
 */
function isBetween(plan: Plan, rest: Plan): boolean {
  return rest.changes.some(({ address }) => {
    const calls = (of: Plan) => of.calls.filter(({ covers }) => covers.includes(address)).length;
    return calls(plan) === 2 && calls(rest) === 1;
  });
}

async function uncut(start: () => Promise<World>, declared: Schema) {
  const world = await start();
  try {
    await converge(world.reconciler(declared), RISK_NAMES);
    return comparable(await world.snapshot());
  } finally {
    await world.close();
  }
}
