/** A call of a trueup run whose outcome is not settled yet, as plans, outcomes and drift reports show it. */

import type { Address } from './address.ts';
import type { Intention, Ledger, LedgerHolder } from './ledger.ts';

export const SETTLERS = ['apply', 'run', 'person'] as const;
/** apply: the next one finds out. run: the one that is under way. person: nothing but a look into the account tells. */
export type Settler = (typeof SETTLERS)[number];

export const OPEN_SIGHTS = ['effect', 'partial-effect', 'no-effect', 'changed-since', 'unknown'] as const;
/**
 * partial-effect: on some of the resources of a batch. changed-since: neither the planned values nor those before are there. unknown: nothing showed it.
 */
export type OpenSight = (typeof OPEN_SIGHTS)[number];

export interface OpenCall {
  /** Id of its intention in the ledger. */
  readonly id: string;
  readonly run: string;
  /** ISO time of the intention. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly covers: readonly Address[];
  readonly settledBy: Settler;
  /** What a read shows of it. */
  readonly shows: OpenSight;
}

/** The calls that a ledger has open, for who did not look into the account. `holder`: who writes the ledger now. */
export function openCallsIn(
  { intentions }: Pick<Ledger, 'intentions'>,
  holder: LedgerHolder | undefined,
): readonly OpenCall[] {
  return intentions.map((intention) => {
    const { id, run, at, method, path, covers } = intention;
    return { id, run, at, method, path, covers, settledBy: settlerOf(intention, holder), shows: 'unknown' };
  });
}

/** A ledger with what it says about now. */
export interface LedgerListing extends Ledger {
  /** Who writes it now; absent when nobody does. */
  readonly holder?: LedgerHolder;
  /** The calls of its intentions, and who settles them. Absent when there is none. */
  readonly open?: readonly OpenCall[];
}

/** What a run leaves to a person is still its own while it is under way; one that began later cannot settle it either. */
export function settlerOf({ recovery, at }: Intention, holder: LedgerHolder | undefined): Settler {
  const isEarlier = holder?.at !== undefined && at < holder.at;
  if (recovery === 'ask' && (holder === undefined || isEarlier)) return 'person';
  return holder === undefined ? 'apply' : 'run';
}
