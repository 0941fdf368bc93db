/** Three-way merge of a declared resource: declared, live, last applied. What nothing explains is a conflict, and stays as it is. */

import type { Tombstone } from '../model/option.ts';
import { escaped, isInterpolated } from './escaped.ts';
import type { Located } from './located.ts';
import { mergeOptionLists } from './merge-options.ts';
import { BOTH, type Difference, joined, type Merged, NOTHING, UNRECORDED, VARIABLE } from './merged.ts';

/** Place in which an account overrides a field. */
export interface Overriding {
  readonly account: string;
  readonly file: string;
  /** Undefined if the override is written by way of an alias. */
  readonly located: Located | undefined;
}

export interface Declared {
  /** Where it stands; undefined where it has no place of its own. */
  readonly located: Located | undefined;
  /** Fields that stand at the resource itself: the others are keys above it. */
  readonly own: readonly string[];
  /** Options that the file retires. */
  readonly retire: readonly Tombstone[];
  /** Options that others added are taken too. */
  readonly additions: boolean;
  /** Of a field of which the account declares another value than what the accounts share. */
  overridden(field: string): Overriding | undefined;
  /** Why what is live cannot be declared, of a field or of all of them. */
  unsayable(field: string): string | undefined;
}

export function mergeFields(differences: readonly Difference[], declared: Declared): Merged {
  return differences.map((one) => mergeField(one, declared)).reduce(joined, NOTHING);
}

function mergeField(one: Difference, { located, own, retire, additions, overridden, unsayable }: Declared): Merged {
  const { field, declared, live, moved } = one;
  const conflict = (reason: string): Merged => ({ ...NOTHING, conflicts: [{ field, declared, live, reason }] });
  const against = moved === 'file' ? undefined : unsayable(field);
  if (against !== undefined) return conflict(against);
  const override = moved === 'file' ? undefined : overridden(field);
  if (override !== undefined) return mergeOverridden(one, override);
  if (one.isList) {
    if (located === undefined) return conflict(REPEATED);
    const written = located.written[field];
    const merged = mergeOptionLists(one, { at: [...located.path, field], written, retire, additions });
    // A plan has something to do, and no option of the account explains it: the file says something else than before.
    const isSilent = merged.edits.length === 0 && merged.conflicts.length === 0;
    return one.isPlanned && isSilent ? { ...merged, pending: true } : merged;
  }
  if (moved === 'file') return { ...NOTHING, pending: true };
  if (moved === 'undecided') return conflict(one.applied === undefined ? UNRECORDED : BOTH);
  if (!own.includes(field)) return conflict(ABOVE);
  if (located === undefined) return conflict(REPEATED);
  if (isInterpolated(located.written[field])) return conflict(VARIABLE);
  return { ...NOTHING, edits: [{ field, edit: { at: [...located.path, field], set: escaped(live) } }] };
}

/** Updates a plain value in the override. Any other value of an override is a conflict. */
function mergeOverridden(one: Difference, { account, file, located }: Overriding): Merged {
  const { field, declared, live, applied, moved } = one;
  const conflict = (reason: string): Merged => ({ ...NOTHING, conflicts: [{ field, declared, live, reason }] });
  const written = located?.written[field];
  if (located === undefined || written === undefined || typeof written === 'object')
    return conflict(`The account ${account} overrides it: change it there.`);
  if (moved === 'undecided') return conflict(applied === undefined ? UNRECORDED : BOTH);
  if (isInterpolated(written)) return conflict(VARIABLE);
  return { ...NOTHING, edits: [{ field, file, edit: { at: [...located.path, field], set: escaped(live) } }] };
}

const REPEATED = 'It is written by way of an alias.';
const ABOVE = 'It is the key of another part of the file: move the resource there by hand.';
