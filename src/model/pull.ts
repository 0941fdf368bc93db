/** What a pull makes of an account: the files with their new texts, and what happens to each resource. Nothing of it is written yet. */

import type { Address, KindName } from './address.ts';
import type { FieldChange } from './change.ts';
import type { Finding, Provenance } from './finding.ts';
import type { Json } from './json.ts';
import type { OtherObjects } from './other-objects.ts';

export const PULL_FORMAT = 'trueup.pull/1';

/** A file to write. */
export interface PulledFile {
  /** As shown to people: relative to the working directory where it lies below it. */
  readonly path: string;
  /** As it was read; null for a new file. */
  readonly before: string | null;
  readonly text: string;
}

/** A resource that the files declare as the account has it. */
export interface TakenResource {
  readonly address: Address;
  readonly kind: KindName;
  readonly file: string;
  /** Fields of a resource that was declared already (before: as declared; after: as the new files declare it). Empty: it was not. */
  readonly fields: readonly FieldChange[];
}

/** A value that differs and that the file keeps, because nothing tells which side changed, or because nobody but a person can edit it. */
export interface PullConflict {
  readonly address: Address;
  readonly field: string;
  readonly declared: Json;
  readonly live: Json;
  readonly reason: string;
  readonly provenance: Provenance;
}

/** Something live that the files do not declare, and why. */
export interface NotDeclared {
  readonly address: Address;
  /** Absent: the resource itself. */
  readonly field?: string;
  readonly because: string;
  readonly reason: string;
}

/** A kind of which the account shows nothing, or not all there is. */
export interface UnreadKind {
  readonly kind: KindName;
  readonly reason: string;
  /** What belongs to something is read where an address names that. Absent where nothing reads the kind. */
  readonly byName?: true;
}

/** An account that the same files declare. */
export interface OtherAccount {
  readonly name: string;
  /** Of what was taken: what the new files declare for it otherwise than before, so that its next apply changes it. */
  readonly addresses: readonly Address[];
}

export interface Pull {
  readonly format: typeof PULL_FORMAT;
  readonly account: { readonly name: string; readonly hubId: number | null };
  /** Object types that were read. */
  readonly objectTypes: readonly string[];
  /** False if a read failed, so resources may be missing. */
  readonly complete: boolean;
  readonly files: readonly PulledFile[];
  readonly taken: readonly TakenResource[];
  /** Declared as the account has them, wholly or in some fields, and not recorded so: to be recorded once the files are written. */
  readonly unrecorded: readonly Address[];
  readonly conflicts: readonly PullConflict[];
  /** Changed in the files since the last apply: an apply is to follow. */
  readonly pending: readonly Address[];
  /** Declared and recorded, and no longer in the account. */
  readonly gone: readonly Address[];
  readonly left: readonly NotDeclared[];
  readonly unread: readonly UnreadKind[];
  /** Absent where patterns or object types were chosen, or nothing is added. */
  readonly otherObjects?: OtherObjects;
  /** Absent where the new files change nothing for other accounts. */
  readonly otherAccounts?: readonly OtherAccount[];
  readonly findings: readonly Finding[];
}
