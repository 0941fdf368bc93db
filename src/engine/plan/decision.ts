/** The decision about one resource, and its inputs. */

import type { Address } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import type { DesiredChange, Kind } from '../../model/kind.ts';
import type { Ledger, SharedApps } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Settler } from '../../model/open-call.ts';
import type { Adoption } from '../../model/plan.ts';
import type { IsAllowed } from '../../model/policy.ts';

export interface DecideInput {
  readonly live: Live;
  /**
   * Returns a resource without which the service refuses the change, if it certainly exists neither in the account nor in the files. Absent
   * if this was not checked.
   */
  readonly homeless?: (resource: DeclaredOrRestored, kind: Kind, action: Change['action']) => Address | undefined;
  /** Declared resources that make object types, by object type. */
  readonly objects: ReadonlyMap<string, Address>;
  readonly ledger: Ledger;
  readonly isAllowed: IsAllowed;
  /** True if entries that only the account has are a difference in every list. */
  readonly isExact?: true;
  /** Keeps values that changed in the account while the file stayed the same, except at the addresses in `overwrite`. */
  readonly hold: boolean;
  readonly overwrite: ReadonlySet<string>;
  /** Addresses with an open call that can be neither read back nor repeated, and who settles it. */
  readonly unsettled: ReadonlyMap<Address, Settler>;
  readonly shared: SharedApps;
}

/** Declared in a file, or restored by a revert: then it has no position in a file. */
export type DeclaredOrRestored = Omit<DesiredResource, 'provenance'> & Partial<Pick<DesiredResource, 'provenance'>>;

export interface Decision {
  readonly change: Change;
  /** Present when the writer has to express it. */
  readonly desired?: DesiredChange<Fields>;
  /** Declared fields to record once it is done. */
  readonly record: Fields;
  readonly adopt?: Adoption;
  readonly findings: readonly Finding[];
}
