/** A call of one of our own runs whose outcome is not settled yet, as plans, outcomes and drift reports tell of it. */

import type { Address } from './address.ts';
import type { Intention, LedgerHolder } from './ledger.ts';

export const SETTLERS = ['apply', 'run', 'person'] as const;
/** apply: the next one finds out. run: the one that is under way. person: nothing but a look into the account tells. */
export type Settler = (typeof SETTLERS)[number];

export const OPEN_SIGHTS = ['effect', 'no-effect', 'changed-since', 'unknown'] as const;
/** changed-since: neither the planned values nor those before are there, so somebody changed them. unknown: nothing showed it. */
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

/** What a run leaves to a person is still its own while it is under way; one that began later cannot settle it either. */
export function settlerOf({ recovery, at }: Intention, holder: LedgerHolder | undefined): Settler {
  const isEarlier = holder?.at !== undefined && at < holder.at;
  if (recovery === 'ask' && (holder === undefined || isEarlier)) return 'person';
  return holder === undefined ? 'apply' : 'run';
}
