/** Result of a pull: files with their new texts, and the treatment of each resource. Nothing is written yet. */

import type { NotCovered } from '../contract/not-covered.ts';
import type { Address, KindName } from './address.ts';
import type { FieldChange } from './change.ts';
import type { Finding, Provenance } from './finding.ts';
import type { Json } from './json.ts';
import type { OtherObjects } from './other-objects.ts';

export const PULL_FORMAT = 'trueup.pull/1';

/** A file to write. */
export interface PulledFile {
  /** Path for readers: relative to the working directory if the file is below it. */
  readonly path: string;
  /** Text that was read. Null for a new file. */
  readonly before: string | null;
  readonly text: string;
}

/** A resource that the files declare as the account has it. */
export interface TakenResource {
  readonly address: Address;
  readonly kind: KindName;
  readonly file: string;
  /**
   * Changed fields of a declared resource: its old and its new declaration. Empty if it was not declared.
   */
  readonly fields: readonly FieldChange[];
}

/** A different value that the file keeps, because the changed side is unknown, or because only a user can edit it. */
export interface PullConflict {
  readonly address: Address;
  readonly field: string;
  readonly declared: Json;
  readonly live: Json;
  readonly reason: string;
  readonly provenance: Provenance;
}

/** A live resource or field that the files do not declare, and the reason. */
export interface NotDeclared {
  readonly address: Address;
  /** Absent for the resource itself. */
  readonly field?: string;
  readonly because: string;
  readonly reason: string;
}

/** A kind whose resources in the account cannot be read completely. */
export interface UnreadKind {
  readonly kind: KindName;
  readonly reason: string;
  /** True if resources of a holder are read only when an address names the holder. Absent if no call reads the kind. */
  readonly byName?: true;
}

/** An account that the same files declare. */
export interface OtherAccount {
  readonly name: string;
  /** Pulled addresses whose declaration for the account changed, so that its next apply changes them. */
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
  /**
   * Declared resources, or fields of them, that equal the account and are not recorded so. They should be recorded once the files are
   * written.
   */
  readonly unrecorded: readonly Address[];
  readonly conflicts: readonly PullConflict[];
  /** Declarations that changed since the last apply and need an apply. */
  readonly pending: readonly Address[];
  /** Declared and recorded resources that the account no longer has. */
  readonly gone: readonly Address[];
  readonly left: readonly NotDeclared[];
  readonly unread: readonly UnreadKind[];
  /** Absent if patterns or object types were chosen, or if nothing is added. */
  readonly otherObjects?: OtherObjects;
  /** Absent if the new files change nothing for other accounts. */
  readonly otherAccounts?: readonly OtherAccount[];
  /** Settings of the account that calls cannot show. Absent if none belongs to the declared kinds. */
  readonly notCovered?: readonly NotCovered[];
  readonly findings: readonly Finding[];
}
