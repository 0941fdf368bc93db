/** Everything that is known about one address: its declaration, its live state, its record, and the change that a plan would make. */

import type { Address, KindName } from './address.ts';
import type { Change } from './change.ts';
import type { DesiredResource } from './desired.ts';
import type { Finding } from './finding.ts';
import type { Fields } from './json.ts';
import type { LedgerRecord } from './ledger.ts';
import type { LiveResource } from './live.ts';

export const EXPLANATION_FORMAT = 'trueup.explanation/1';

/** `unknown`: a read failed, or the resource can neither be read nor is recorded. */
export type Sighting = 'present' | 'absent' | 'archived' | 'unknown';

export interface Explanation {
  readonly format: typeof EXPLANATION_FORMAT;
  readonly account: { readonly name: string; readonly hubId: number | null };
  readonly address: Address;
  /** Address in the spelling of the user. Absent if it is the same. */
  readonly asked?: Address;
  /** A question that suggests declared or recorded addresses with a similar spelling. Present only if the address itself is unknown. */
  readonly hint?: string;
  readonly kind: KindName;
  /** Null if no file declares it. */
  readonly declared: (Pick<DesiredResource, 'provenance' | 'overrides'> & { readonly fields: Fields }) | null;
  readonly sighting: Sighting;
  /** The live or archived resource. Null if no resource is known. */
  readonly live: LiveResource | null;
  /** Null if the ledger has no record. */
  readonly recorded: LedgerRecord | null;
  /** Null if no plan contains a change for it. */
  readonly change: Change | null;
  /** Findings of the plan about the address. */
  readonly findings: readonly Finding[];
}
