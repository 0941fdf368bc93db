/** The state machine and the statement that begins accounts say the same of every rollout. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/fleet/database/database.ts';
import type { Rollout, WaveTally } from '../../../src/fleet/rollout/rollout.ts';
import { beginTargets } from '../../../src/fleet/store/begin-statement.ts';
import { PHASES, type Phase, TARGET_STATES, type TargetState } from '../../../src/model/rollout.ts';
import { BACKENDS, type Backend, backend, setMoment } from '../databases.ts';
import { isDue, mayStart, NEW_TARGET } from './simulated.ts';

const WAVES = 3;
const NOW = Date.parse('2026-03-01T12:00:00.000Z');

interface StoredTarget {
  readonly state: TargetState;
  readonly wave: number;
  readonly app: string;
  /** Seconds until the account is due. Null if it does not wait. */
  readonly dueIn: number | null;
  readonly changing: boolean;
}

interface StoredRollout {
  readonly phase: Phase;
  readonly wave: number;
  readonly maxFailed: number;
  readonly maxUncertain: number;
  readonly targets: readonly StoredTarget[];
}

const anyTarget: fc.Arbitrary<StoredTarget> = fc.record({
  state: fc.oneof(
    { weight: 3, arbitrary: fc.constant<TargetState>('approved') },
    { weight: 2, arbitrary: fc.constant<TargetState>('deferred') },
    fc.constantFrom(...TARGET_STATES),
  ),
  wave: fc.nat(WAVES - 1),
  app: fc.constantFrom('crm', 'shop'),
  dueIn: fc.constantFrom(null, -1, 0, 1),
  changing: fc.boolean(),
});
// Only an account that is put off waits for a time.
const target = anyTarget.map((one) => (one.state === 'deferred' ? one : { ...one, dueIn: null }));
const rollout: fc.Arbitrary<StoredRollout> = fc.record({
  phase: fc.oneof({ weight: 4, arbitrary: fc.constant<Phase>('rolling') }, fc.constantFrom(...PHASES)),
  wave: fc.integer({ min: -1, max: WAVES - 1 }),
  maxFailed: fc.constantFrom(0, 20, 50, 100),
  maxUncertain: fc.nat(2),
  targets: fc.array(target, { maxLength: 10 }),
});

describe.each(BACKENDS)('the accounts that begin on %s', (name) => {
  let place: Backend;
  let database: Database;
  beforeAll(async () => {
    place = await backend(name);
    database = await place.database();
    await setMoment(database, '2026-03-01 12:00:00+00');
  });
  afterAll(() => place.close());

  it('are exactly the accounts that the state machine starts, in every rollout', async () => {
    let serial = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(rollout, { minLength: 1, maxLength: 3 }), async (rollouts) => {
        const named = rollouts.map((one) => ({ one, id: `r${serial++}` }));
        for (const { id, one } of named) await store(database, id, one);
        const jobs = named.flatMap(({ id: of, one }) =>
          one.targets.map((__, at) => ({ id: `j${at}`, retryCount: 0, rollout: of, hubId: at + 1 })),
        );
        const begun = await database.query(beginTargets(jobs));
        expect(begun.map((row) => `${row.rollout}/${row.hub_id}`).sort()).toEqual(
          named.flatMap(({ id, one }) => startable(one).map((hubId) => `${id}/${hubId}`)).sort(),
        );
        await database.query(({ sql, of }) => sql`update ${of('rollout')} set phase = 'done'`);
      }),
      { numRuns: 50 },
    );
  });
});

/** The account at position n has the id n + 1. */
function startable({ phase, wave, maxFailed, maxUncertain, targets }: StoredRollout): readonly number[] {
  const strategy = { soakMs: 0, maxFailedPercent: maxFailed, maxUncertain };
  const state: Rollout = { phase, wave, soakUntil: null, strategy };
  return targets.flatMap((one, at) => {
    const notBefore = one.dueIn === null ? null : NOW + one.dueIn * 1000;
    const due = { ...NEW_TARGET, state: one.state, notBefore };
    return isDue(due, NOW) && mayStart(state, talliesOf(targets), one.wave) ? [at + 1] : [];
  });
}

function talliesOf(targets: readonly StoredTarget[]): readonly WaveTally[] {
  return Array.from({ length: WAVES }, (_, wave) => {
    const own = targets.filter((one) => one.wave === wave);
    const states: Partial<Record<TargetState, number>> = {};
    for (const { state } of own) states[state] = (states[state] ?? 0) + 1;
    const changed = own.filter(({ changing }) => changing);
    return { changing: changed.length, failed: changed.filter(({ state }) => state === 'failed').length, states };
  });
}

async function store(database: Database, id: string, { targets, ...one }: StoredRollout): Promise<void> {
  await database.query(
    ({ sql, of, now }) => sql`
      insert into ${of('rollout')} (id, phase, wave, note, waves, soak_ms, max_failed, max_uncertain, patience_ms, created_at)
      values (${id}, ${one.phase}, ${one.wave}, '', '10%,50%,100%', 0, ${one.maxFailed}, ${one.maxUncertain}, 0, ${now})`,
  );
  const waves = talliesOf(targets).map(({ changing }, wave) => ({ wave, changing }));
  const rows = targets.map((each, at) => ({ ...each, hubId: at + 1 }));
  await database.query(
    ({ sql, of }) => sql`
      with sized as (
        insert into ${of('wave')} (rollout, wave, changing)
        select ${id}, wave, changing from json_to_recordset(${JSON.stringify(waves)}::text::json) as w (wave integer, changing bigint))
      insert into ${of('target')} (rollout, hub_id, app, labels, wave, changing, state, not_before)
      select ${id}, "hubId", app, '{}', wave, changing, state, ${of('moment')}() + "dueIn" * interval '1 second'
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as t ("hubId" bigint, app text, wave integer, changing boolean, state text, "dueIn" double precision)`,
  );
}
