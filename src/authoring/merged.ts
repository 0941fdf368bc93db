/** What a merge compares, and what comes of it. */

import type { Edit } from '../config/yaml/edit.ts';
import type { OptionList } from '../model/field-rule.ts';
import type { Json } from '../model/json.ts';

/** Which side changed since the last apply; undecided: both, or nobody knows. */
export type Moved = 'account' | 'file' | 'undecided';

/** A field of which file and account say something else. */
export interface Difference {
  readonly field: string;
  readonly declared: Json;
  readonly live: Json;
  readonly applied: Json | undefined;
  readonly moved: Moved;
  /** Present if it is compared entry by entry. */
  readonly list?: OptionList;
  /** A plan would change it: not so where others only added to a list. */
  readonly isPlanned: boolean;
}

export interface FieldEdit {
  readonly field: string;
  readonly edit: Edit;
  /** Absent: that of the resource. */
  readonly file?: string;
}

export interface Merged {
  readonly edits: readonly FieldEdit[];
  readonly conflicts: readonly {
    readonly field: string;
    readonly declared: Json;
    readonly live: Json;
    readonly reason: string;
  }[];
  readonly pending: boolean;
}

export const NOTHING: Merged = { edits: [], conflicts: [], pending: false };

export function joined(a: Merged, b: Merged): Merged {
  return {
    edits: [...a.edits, ...b.edits],
    conflicts: [...a.conflicts, ...b.conflicts],
    pending: a.pending || b.pending,
  };
}

export const BOTH = 'It changed in the files and in the account since the last apply.';
export const UNRECORDED = 'The ledger has no record of it, so it is unknown which of the two is newer.';
export const VARIABLE = 'It is written with a variable.';
