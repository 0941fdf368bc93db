/** A call of a trueup run whose outcome is not settled yet, as plans, outcomes and drift reports show it. */

import type { Address } from './address.ts';
import type { Intention, Ledger, LedgerHolder } from './ledger.ts';

export const SETTLERS = ['apply', 'run', 'person'] as const;
/** `apply`: the next apply determines the result. `run`: the running run does. `person`: only a user who checks the account can. */
export type Settler = (typeof SETTLERS)[number];

export const OPEN_SIGHTS = ['effect', 'partial-effect', 'no-effect', 'changed-since', 'unknown'] as const;
/**
 * `partial-effect`: the call changed a part of its batch. `changed-since`: the values are neither the planned nor the earlier values.
 * `unknown`: the result was not read.
 */
export type OpenSight = (typeof OPEN_SIGHTS)[number];

export interface OpenCall {
  /** Id of the intention in the ledger. */
  readonly id: string;
  readonly run: string;
  /** ISO time of the intention. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly covers: readonly Address[];
  readonly settledBy: Settler;
  /** Effect of the call as a read shows it. */
  readonly shows: OpenSight;
}

/** Returns the open calls of a ledger without a read of the account. `holder` is the current holder of the lock. */
export function listOpenCalls(
  { intentions }: Pick<Ledger, 'intentions'>,
  holder: LedgerHolder | undefined,
): readonly OpenCall[] {
  return intentions.map((intention) => {
    const { id, run, at, method, path, covers } = intention;
    return { id, run, at, method, path, covers, settledBy: findSettler(intention, holder), shows: 'unknown' };
  });
}

/** A ledger, with the current holder and the open calls. */
export interface LedgerListing extends Ledger {
  /** Current holder of the lock. Absent if there is none. */
  readonly holder?: LedgerHolder;
  /** Calls of the intentions, with who settles them. Absent if there is none. */
  readonly open?: readonly OpenCall[];
}

/** Returns who settles an intention. A running run still settles the intentions that need a user, unless they are from before the run. */
export function findSettler({ recovery, at }: Intention, holder: LedgerHolder | undefined): Settler {
  const isEarlier = holder?.at !== undefined && at < holder.at;
  if (recovery === 'ask' && (holder === undefined || isEarlier)) return 'person';
  return holder === undefined ? 'apply' : 'run';
}
