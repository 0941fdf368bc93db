/** Everything that is known of one address: where it is declared, what the account has, what was applied, and what a plan would do. */

import type { Address, KindName } from './address.ts';
import type { Change } from './change.ts';
import type { DesiredResource } from './desired.ts';
import type { Finding } from './finding.ts';
import type { Fields } from './json.ts';
import type { LedgerRecord } from './ledger.ts';
import type { LiveResource } from './live.ts';

export const EXPLANATION_FORMAT = 'trueup.explanation/1';

/** unknown: a read failed, or the interface has none and the ledger does not know it. */
export type Sighting = 'present' | 'absent' | 'archived' | 'unknown';

export interface Explanation {
  readonly format: typeof EXPLANATION_FORMAT;
  readonly account: { readonly name: string; readonly hubId: number | null };
  readonly address: Address;
  /** The address as it was asked for, where it is another spelling of it. */
  readonly asked?: Address;
  /** A question that names what is declared or recorded under nearly the same address; absent unless nothing has this one. */
  readonly hint?: string;
  readonly kind: KindName;
  /** Null: no file declares it. */
  readonly declared: (Pick<DesiredResource, 'provenance' | 'overrides'> & { readonly fields: Fields }) | null;
  readonly sighting: Sighting;
  /** What is there, or was archived under its name; null where nothing is known to be. */
  readonly live: LiveResource | null;
  /** Null: the ledger has no record. */
  readonly recorded: LedgerRecord | null;
  /** Null: no plan has anything to say of it. */
  readonly change: Change | null;
  /** Those of the plan that are about it. */
  readonly findings: readonly Finding[];
}
