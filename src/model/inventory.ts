/** The contents of an account, as far as the surface can read them; the rest comes from the ledger and is marked as such. */

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
  /** Whose definition it is; absent where nothing tells. */
  readonly defined?: Defined;
  readonly basis: Basis;
  /** Only what is known. */
  readonly fields: Fields;
  /** The ledger has a record of it. */
  readonly recorded: boolean;
  /** Id that the service gave, as the ledger has it. */
  readonly id?: string;
  /** Options that no file declares, of a resource that is declared; where only what is undeclared is listed. */
  readonly undeclaredOptions?: readonly ForeignOption[];
  /** Why nobody can change the definition, if so. */
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
  /** ledger: the interface has no read for the kind, so the account may hold others, and not these. */
  readonly source: (typeof LIST_SOURCES)[number];
  /** Why there is no read of the kind itself. */
  readonly reason?: string;
  readonly total: number;
  readonly default: number;
  readonly custom: number;
}

export interface Inventory {
  readonly format: typeof LIST_FORMAT;
  /** Absent: everything. undeclared: what somebody made and no file declares. */
  readonly only?: 'undeclared';
  /** Undeclared groups that are not listed: they hold definitions of the service's own, and nothing tells who made them. */
  readonly leftOut?: readonly Address[];
  readonly account: { readonly name: string; readonly hubId: number | null };
  /** Object types that were looked at. */
  readonly objectTypes: readonly string[];
  /** Where only what is undeclared is listed, and nobody chose object types. */
  readonly otherObjects?: OtherObjects;
  /** By name: the type ids that the account has for those of them that were listed by a name. Absent where none was. */
  readonly typeIds?: Readonly<Record<string, string>>;
  /** False when a read failed: then something may be missing. */
  readonly complete: boolean;
  readonly kinds: readonly ListedKind[];
  /** By kind, then by address. */
  readonly resources: readonly ListedResource[];
  /** Calls of our own runs on what is listed that are not settled. Absent when there is none. */
  readonly open?: readonly OpenCall[];
  readonly findings: readonly Finding[];
}
