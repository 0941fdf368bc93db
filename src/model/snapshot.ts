/** Types of the two sides of a comparison: the reads of an account, and its contents as declarations. */

import type { Surface } from '../contract/surfaces.ts';
import type { Address, KindName } from './address.ts';
import type { Fields } from './json.ts';
import type { Kind } from './kind.ts';
import type { Live, LiveResource } from './live.ts';
import type { OtherObjects } from './other-objects.ts';
import type { NotDeclared } from './pull.ts';

export interface SnapshotAccount {
  readonly name: string;
  readonly hubId: number | null;
  readonly baseUrl: string;
  readonly surface: Surface;
}

/** Patterns and object types that narrow a comparison, and the service's own definitions that it includes. */
export interface SnapshotScope {
  readonly patterns?: readonly string[] | undefined;
  readonly objects?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
}

/** A declaration in memory. */
export interface SnapshotResource extends Pick<LiveResource, 'locked' | 'unlocked'> {
  readonly address: Address;
  readonly kind: KindName;
  readonly spec: Fields;
  /** Definition of the service itself. */
  readonly isOwn: boolean;
}

export interface Reading {
  readonly account: SnapshotAccount;
  /** ISO time of the read. */
  readonly takenAt: string;
  readonly kinds: readonly Kind[];
  /** Resources that a read shows. Values that only the ledger has are left out. */
  readonly live: Live;
  /** App ids of the files, by the configured value that holds the id. */
  readonly apps: Readonly<Record<string, string>>;
  /** Checks an address against the patterns and object types of the comparison. */
  isMeant(address: Address): boolean;
  isOwn(resource: LiveResource): boolean;
  /** Objects of the account that were not read. Absent if the comparison is narrowed, and for files. */
  readonly otherObjects?: OtherObjects;
}

/** The left side. Pass it to `compare` of another reconciler. */
export interface Snapshot extends Reading {
  readonly source: 'account' | 'files';
  readonly scope: SnapshotScope;
  readonly resources: readonly SnapshotResource[];
  /** Resources and fields that no file can declare. */
  readonly notDeclared: readonly NotDeclared[];
}
