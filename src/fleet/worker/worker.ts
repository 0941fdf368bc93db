/** A worker: claims accounts as its slots become free, runs them, and keeps rollouts going, until it is told to end or nothing is left. */

import type { Clock } from '../../contract/clock.ts';
import { look } from '../coordinator/advance.ts';
import { DatabaseError } from '../database/database.ts';
import { configurationDiffers, type LeftAlone, leftAlone } from '../rollout/configuration.ts';
import { type ClaimedRow, claimTargets } from '../store/claim-statement.ts';
import { underWay } from '../store/rollout-statements.ts';
import { keyOf } from '../store/target-statements.ts';
import { workerId } from '../store/worker-id.ts';
import { beat } from '../store/worker-statements.ts';
import { living } from './heartbeat.ts';
import type { Reconciling } from './reconcilers.ts';
import { runTarget } from './run-target.ts';
import { giveBackLost, settle } from './settle.ts';

export interface Working extends Reconciling {
  /** A name that can be read in its id. */
  readonly worker?: string;
  /** How many accounts are run at a time. */
  readonly slots: number;
  /** Milliseconds after which the accounts of a worker that sends no heartbeat go to others. */
  readonly termMs: number;
  /** Milliseconds between two looks when there is nothing to do. */
  readonly pollMs: number;
  /** Digest of its own: rollouts that were planned with another one are left alone. */
  readonly configuration: string;
  /** Told of each that is left alone, once. */
  readonly onLeft: (left: LeftAlone) => void;
  /** No account is begun after it; what runs is let run to its end. */
  readonly signal: AbortSignal;
  /** End as soon as no rollout is under way. */
  readonly untilDone: boolean;
}

/** A worker that is taken for dead claims nothing before it has told that it lives. */
const BEATS_A_TERM = 3;

/**
 * How many accounts it ran to their end, each once; one that is put off when it ends is none. While the database cannot be reached it begins nothing and asks again; anything
 * else that it refuses is thrown, once what runs has ended. Throws UsageError `configuration-differs` where it is to end once all is done, and
 * what is left is for other workers.
 */
export async function work(working: Working): Promise<number> {
  const { clock, newId, pollMs, signal } = working;
  const id = workerId(working.worker, newId);
  const inHand = new Map<string, Promise<void>>();
  const counted = new Set<number>();
  const left = new Set<string>();
  const leave = (one: LeftAlone): void => {
    if (!left.has(one.rollout)) working.onLeft(one);
    left.add(one.rollout);
  };
  /** Of results that the database refuses, the first error: the account would pass for one whose worker has ended. */
  let refused: DatabaseError | undefined;
  const begin = (target: ClaimedRow): void => {
    const key = keyOf(target);
    const run = finish(target, working)
      .then((isOurs) => {
        if (isOurs) counted.add(target.hub_id);
      })
      .finally(() => inHand.delete(key));
    run.catch((error: unknown) => {
      if (error instanceof DatabaseError && error.trouble !== 'lost') refused ??= error;
    });
    inHand.set(key, run);
  };
  // By time, whatever there is to claim: what one rollout has to do holds up no other.
  let lookedAt = Number.NEGATIVE_INFINITY;
  const isDue = (): boolean => {
    if (clock.elapsed() - lookedAt < pollMs) return false;
    lookedAt = clock.elapsed();
    return true;
  };
  // Each turn would ask for it again, and a turn may be of one account.
  const beating = rarely(working.termMs / BEATS_A_TERM, clock);
  const sweeping = rarely(pollMs, clock);
  await living(id, { ...working, task: 'run' }, async () => {
    try {
      while (!signal.aborted && refused === undefined) {
        const next = await turn(id, [...inHand.keys()], working, {
          begin,
          leave,
          isDue,
          beating,
          sweeping,
        }).catch((error: unknown) => {
          if (error instanceof DatabaseError && error.trouble === 'lost') return 'wait';
          throw error;
        });
        if (next === 'end') break;
        if (next === 'wait') await pause([...inHand.values()], clock.sleep(pollMs, signal));
      }
    } finally {
      await Promise.allSettled(inHand.values());
    }
  });
  if (refused !== undefined) throw refused;
  return counted.size;
}

interface Taking {
  readonly begin: (target: ClaimedRow) => void;
  readonly leave: (left: LeftAlone) => void;
  /** Whether rollouts are looked at even though there are accounts to run. */
  readonly isDue: () => boolean;
  readonly beating: Rarely;
  readonly sweeping: Rarely;
}

/** What is done once in a time, and again where it failed. */
type Rarely = (work: () => Promise<unknown>) => Promise<void>;

function rarely(ms: number, clock: Pick<Clock, 'elapsed'>): Rarely {
  let doneAt = Number.NEGATIVE_INFINITY;
  return async (work) => {
    const at = clock.elapsed();
    if (at - doneAt < ms) return;
    await work();
    doneAt = at;
  };
}

/** Returns `again` if a rollout moved on, so that there may be more to do at once. */
async function turn(
  id: string,
  inHand: readonly string[],
  { database, slots, termMs, untilDone, configuration }: Working,
  { begin, leave, isDue, beating, sweeping }: Taking,
): Promise<'again' | 'wait' | 'end'> {
  // Before anything is claimed: what has no heartbeat is anybody's.
  await beating(() => database.query(beat(id, termMs, 'run', configuration)));
  await sweeping(() => giveBackLost(id, inHand, database));
  const free = slots - inHand.length;
  const claimed = free > 0 ? await database.query(claimTargets(id, free, configuration)) : [];
  for (const target of claimed) begin(target);
  if (claimed.length > 0 && !isDue()) return 'wait';
  const all = await database.query(underWay());
  const left = leftAlone(all, configuration);
  left.forEach(leave);
  const rollouts = all.filter(({ id }) => !left.some(({ rollout }) => rollout === id));
  let isMoved = false;
  for (const rollout of rollouts) isMoved = (await look(database, rollout.id)) !== undefined || isMoved;
  if (isMoved) return 'again';
  if (!untilDone || rollouts.length + inHand.length > 0) return 'wait';
  if (left.length > 0) throw configurationDiffers(left, 'run it');
  return 'end';
}

/** Returns whether the result counts. A result whose statement got no answer is written again: it counts once. */
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
