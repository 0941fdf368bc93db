/** Plans the accounts of a rollout into clusters, some at a time: several processes share them, and a planning that was cut goes on. */

import type { RolloutKind } from '../../model/rollout.ts';
import { insisting } from '../database/insisting.ts';
import { claimToPlan, countToPlan } from '../store/planning-statements.ts';
import { beat } from '../store/worker-statements.ts';
import { living } from './heartbeat.ts';
import { planOne } from './plan-one.ts';
import type { Reconciling } from './reconcilers.ts';

export interface Planning extends Reconciling {
  readonly rollout: string;
  readonly kind: RolloutKind;
  readonly slots: number;
  /** As of a worker. */
  readonly termMs: number;
  readonly pollMs: number;
  readonly signal: AbortSignal;
}

/** Until no account is left to plan, whoever plans it. False when it was cut: the accounts that are planned stay so. */
export function planAll(planning: Planning): Promise<boolean> {
  const { database, clock, newId, termMs, slots, signal } = planning;
  const worker = newId();
  return living(worker, { ...planning, task: 'plan', configuration: null }, async () => {
    const inHand = new Set<number>();
    const ask = async <T>(work: () => Promise<T>): Promise<T> => {
      const until = clock.elapsed() + termMs;
      return insisting({ isKept: () => clock.elapsed() < until }, clock, work);
    };
    // Before anything is claimed: what has no heartbeat is anybody's.
    await ask(() => database.query(beat(worker, termMs, 'plan')));
    const { next, fail } = claims({ ...planning, worker, inHand }, ask);
    const slot = async (): Promise<void> => {
      for (let hubId = await next(); hubId !== undefined; hubId = await next()) {
        const account = { hubId, worker };
        try {
          await ask(() => planOne(account, planning));
        } catch (error) {
          fail(error);
          throw error;
        }
        inHand.delete(account.hubId);
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: slots }, slot));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return !signal.aborted;
  });
}

interface Claiming extends Planning {
  readonly worker: string;
  /** Claimed and not written yet. */
  readonly inHand: Set<number>;
}

type Ask = <T>(work: () => Promise<T>) => Promise<T>;

interface Claims {
  /** One account after the other; undefined once none is left, one has failed to be written, or the signal has come. */
  next(): Promise<number | undefined>;
  /** The other slots end as well: what this one has in hand is never planned, so they would wait for it for ever. */
  fail(error: unknown): void;
}

/** One statement claims for all slots. */
function claims(claiming: Claiming, ask: Ask): Claims {
  const ready: number[] = [];
  let asking: Promise<boolean> | undefined;
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure = error;
  };
  const next = async (): Promise<number | undefined> => {
    for (;;) {
      if (failure !== undefined || claiming.signal.aborted) return undefined;
      const first = ready.shift();
      if (first !== undefined) return first;
      asking ??= more(claiming, ready, ask).finally(() => {
        asking = undefined;
      });
      try {
        if (!(await asking)) return undefined;
      } catch (error) {
        fail(error);
        throw error;
      }
    }
  };
  return { next, fail };
}

/** False once nobody has anything left to plan. What others plan is waited for: it comes back when they end. */
async function more(claiming: Claiming, ready: number[], ask: Ask): Promise<boolean> {
  const { database, clock, rollout, worker, inHand, slots, pollMs, signal } = claiming;
  const claim = () => claimToPlan({ rollout, worker, inHand: [...inHand], most: slots });
  const claimed = await ask(() => database.query(claim()));
  for (const { hubId } of claimed) {
    inHand.add(hubId);
    ready.push(hubId);
  }
  if (claimed.length > 0) return true;
  const [counted] = await ask(() => database.query(countToPlan(rollout)));
  if ((counted?.left ?? 0) === 0) return false;
  await clock.sleep(pollMs, signal).catch(() => undefined);
  return !signal.aborted;
}
