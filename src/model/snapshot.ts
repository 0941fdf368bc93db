/** The state of an account at one moment: what was read, what could not be, and nothing that only the ledger says. */

import type { Surface } from '../contract/surfaces.ts';
import type { Address, KindName } from './address.ts';
import type { Finding } from './finding.ts';
import type { LiveResource } from './live.ts';

export interface SnapshotAccount {
  readonly name: string;
  readonly hubId: number | null;
  readonly baseUrl: string;
  readonly surface: Surface;
}

/** What the surface of the account tells of a kind. */
export interface SnapshotKind {
  readonly kind: KindName;
  /** all: what is not shown is not there. existence: it may be there all the same. nothing: there is no read. */
  readonly shows: 'all' | 'existence' | 'nothing';
  /** Fields that the surface has. */
  readonly fields: readonly string[];
  /** Why it does not show all. */
  readonly reason?: string;
}

/** Why something was not read. */
export interface Unread {
  /** Code of the finding. */
  readonly because: string;
  readonly reason: string;
}

/** What was looked at as a whole. */
export interface SnapshotPart {
  readonly kind: KindName;
  /** Object type, pair of object types, app or event. */
  readonly of: string;
  /** Absent: all of it was read. */
  readonly unread?: Unread;
  /** A list that not every token may read: sensitive properties. */
  readonly partly?: Unread;
}

export type SnapshotResource = Pick<LiveResource, 'address' | 'kind' | 'defined' | 'locked' | 'unlocked' | 'fields'>;

export interface Snapshot {
  readonly account: SnapshotAccount;
  /** ISO time. */
  readonly takenAt: string;
  /** Kinds and addresses that it was narrowed to. Absent: none. */
  readonly patterns?: readonly string[];
  /** By name: the type ids that the account has for custom objects. Absent where none is named. */
  readonly typeIds?: Readonly<Record<string, string>>;
  /** By app id: the name of the configured value that it comes from. Absent where none does. */
  readonly apps?: Readonly<Record<string, string>>;
  readonly kinds: readonly SnapshotKind[];
  /** By kind, then by name. */
  readonly parts: readonly SnapshotPart[];
  /** Single resources of which it is not known whether they are there. Absent where there is none. */
  readonly unread?: readonly (Unread & { readonly address: Address })[];
  /** Looked for and not there, as what they belong to is not there. Absent where there is none. */
  readonly absent?: readonly Address[];
  /** By kind, then by address. */
  readonly resources: readonly SnapshotResource[];
  readonly findings: readonly Finding[];
}

/** What the files declare for one account. */
export interface DeclaredState {
  readonly account: SnapshotAccount;
  readonly apps?: Readonly<Record<string, string>>;
  readonly resources: readonly Pick<SnapshotResource, 'address' | 'kind' | 'fields'>[];
}
