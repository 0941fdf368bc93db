/** A worker: claims accounts as its slots become free, runs them, and keeps rollouts going, until it is told to end or nothing is left. */

import { type Gate, look } from '../coordinator/advance.ts';
import { DatabaseError } from '../database/database.ts';
import { underWay } from '../store/rollout-statements.ts';
import { type ClaimedRow, claimTargets, keyOf } from '../store/target-statements.ts';
import { beat, leave } from '../store/worker-statements.ts';
import type { Reconciling } from './reconcilers.ts';
import { runTarget } from './run-target.ts';
import { giveBackLost, settle } from './settle.ts';

export interface Working extends Reconciling {
  /** How many accounts are run at a time. */
  readonly slots: number;
  /** Milliseconds after which the accounts of a worker that sends no heartbeat go to others. */
  readonly termMs: number;
  /** Milliseconds between two looks when there is nothing to do. */
  readonly pollMs: number;
  readonly gate: Gate;
  /** No account is begun after it; what runs is let run to its end. */
  readonly signal: AbortSignal;
  /** End as soon as no rollout is under way. */
  readonly untilDone: boolean;
}

/**
 * How many accounts it ran to a result that counts. While the database cannot be reached it begins nothing and asks again; anything
 * else that it refuses is thrown, once what runs has ended.
 */
export async function work(working: Working): Promise<number> {
  const { database, clock, newId, pollMs, signal } = working;
  const id = newId();
  const ended = new AbortController();
  const beating = heartbeat(id, working, ended.signal);
  const inHand = new Map<string, Promise<void>>();
  let counted = 0;
  const begin = (target: ClaimedRow): void => {
    const run = finish(target, working)
      .then((isOurs) => {
        counted += isOurs ? 1 : 0;
      })
      .finally(() => inHand.delete(keyOf(target)));
    run.catch(() => undefined);
    inHand.set(keyOf(target), run);
  };
  try {
    while (!signal.aborted) {
      const next = await turn(id, [...inHand.keys()], working, begin).catch((error: unknown) => {
        if (error instanceof DatabaseError && error.trouble === 'lost') return 'wait';
        throw error;
      });
      if (next === 'end') break;
      if (next === 'wait') await pause([...inHand.values()], clock.sleep(pollMs, signal));
    }
  } finally {
    await Promise.allSettled(inHand.values());
    ended.abort();
    await beating;
    await database.query(leave(id)).catch(() => undefined);
  }
  return counted;
}

/** `again`: something moved, so there may be more to do at once. */
async function turn(
  id: string,
  inHand: readonly string[],
  { database, slots, termMs, gate, untilDone }: Working,
  begin: (target: ClaimedRow) => void,
): Promise<'again' | 'wait' | 'end'> {
  // Before anything is claimed: what has no heartbeat is anybody's.
  await database.query(beat(id, termMs));
  await giveBackLost(id, inHand, database);
  const free = slots - inHand.length;
  const claimed = free > 0 ? await database.query(claimTargets(id, free)) : [];
  for (const target of claimed) begin(target);
  if (claimed.length > 0) return 'wait';
  const rollouts = await database.query(underWay());
  let isMoved = false;
  for (const rollout of rollouts) isMoved = (await look(database, rollout.id, gate)) !== undefined || isMoved;
  if (isMoved) return 'again';
  return untilDone && rollouts.length === 0 && inHand.length === 0 ? 'end' : 'wait';
}

/** A result whose statement got no answer is written again: it counts once. */
async function finish(target: ClaimedRow, working: Working): Promise<boolean> {
  const { database, clock, termMs, pollMs } = working;
  const ran = await runTarget(target, working);
  const until = clock.elapsed() + termMs;
  for (;;) {
    try {
      return await settle(target, ran, database);
    } catch (error) {
      // Then the account goes to another worker, which finds in its ledger what was done.
      if (!(error instanceof DatabaseError && error.trouble === 'lost') || clock.elapsed() > until) throw error;
      await clock.sleep(pollMs);
    }
  }
}

/** Until one of them has ended, or the time has passed. */
async function pause(runs: readonly Promise<void>[], time: Promise<void>): Promise<void> {
  await Promise.race([...runs, time]).catch(() => undefined);
}

/** One that fails is repeated soon; a worker that was taken for dead finds that its results no longer count. */
async function heartbeat(id: string, { database, clock, termMs }: Working, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const pauseMs = await database.query(beat(id, termMs)).then(
      () => termMs / 3,
      () => termMs / 30,
    );
    await clock.sleep(pauseMs, signal).catch(() => undefined);
  }
}
