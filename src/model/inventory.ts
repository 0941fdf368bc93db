/** The contents of an account, read if the surface can. Other resources come from the ledger and are marked. */

import type { Address, KindName } from './address.ts';
import type { Basis } from './basis.ts';
import type { Finding } from './finding.ts';
import type { Fields } from './json.ts';
import type { Defined } from './live.ts';
import type { OpenCall } from './open-call.ts';
import type { ForeignOption } from './option.ts';
import type { OtherObjects } from './other-objects.ts';

export const LIST_FORMAT = 'trueup.list/1';

export interface ListedResource {
  readonly address: Address;
  readonly kind: KindName;
  /** Author of the definition. Absent if it is unknown. */
  readonly defined?: Defined;
  readonly basis: Basis;
  /** Known fields only. */
  readonly fields: Fields;
  /** True if the ledger has a record. */
  readonly recorded: boolean;
  /** Id that the service assigned, from the ledger. */
  readonly id?: string;
  /** Options of a declared resource that no file declares. Present only if the list is limited to undeclared contents. */
  readonly undeclaredOptions?: readonly ForeignOption[];
  /** Reason why the definition cannot be changed. Absent if it can. */
  readonly locked?: string;
  readonly changedBy?: string;
  /** ISO time. */
  readonly changedAt?: string;
  /** ISO time of the record that the fields come from. */
  readonly recordedAt?: string;
}

export const LIST_SOURCES = ['account', 'ledger'] as const;

export interface ListedKind {
  readonly kind: KindName;
  /** `ledger`: the interface has no read for the kind. The account may have other resources, or lack these. */
  readonly source: (typeof LIST_SOURCES)[number];
  /** Reason why the interface has no read of the kind. */
  readonly reason?: string;
  readonly total: number;
  readonly default: number;
  readonly custom: number;
}

export interface Inventory {
  readonly format: typeof LIST_FORMAT;
  /** undeclared: only resources that a user created and no file declares. Absent: all resources. */
  readonly only?: 'undeclared';
  /** Undeclared groups that are not listed. They contain definitions of the service, and their author is unknown. */
  readonly leftOut?: readonly Address[];
  readonly account: { readonly name: string; readonly hubId: number | null };
  /** Object types that were read. */
  readonly objectTypes: readonly string[];
  /** Present only if the list is limited to undeclared contents, and the user chose no object types. */
  readonly otherObjects?: OtherObjects;
  /** Type ids in the account, by object name. Contains the object types that were listed by name. Absent if there is none. */
  readonly typeIds?: Readonly<Record<string, string>>;
  /** False if a read failed, so resources may be missing. */
  readonly complete: boolean;
  readonly kinds: readonly ListedKind[];
  /** Sorted by kind, then by address. */
  readonly resources: readonly ListedResource[];
  /** Unsettled calls of the runs of trueup on listed resources. Absent if all calls are settled. */
  readonly open?: readonly OpenCall[];
  readonly findings: readonly Finding[];
}
