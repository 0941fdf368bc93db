/** Merge of what an account declares in the place of what the accounts share: what stands there as a plain value changes there, and nothing else. */

import type { Edit } from '../config/yaml/edit/edits.ts';
import { isList, type Json, mapping } from '../model/json.ts';
import type { Tombstone } from '../model/option.ts';
import { escaped, isInterpolated } from './escaped.ts';
import type { Located } from './located.ts';
import { mergeOptionLists } from './merge-options.ts';
import { BOTH, type Difference, type FieldEdit, type Merged, NOTHING, UNRECORDED, VARIABLE } from './merged.ts';
import { overrideItems } from './override-items.ts';

/** What an account declares in the place of a field. It is written there and never to what other accounts share. */
export interface Overriding {
  readonly account: string;
  readonly file: string;
  /** Undefined where it has no place of its own. */
  readonly located: Located | undefined;
  /** What all accounts share, as written: undefined where it has no place of its own. */
  readonly shared: Located | undefined;
}

export interface ListRules {
  /** Options that the file retires. */
  readonly retire: readonly Tombstone[];
  /** Options that others added are taken too. */
  readonly additions: boolean;
}

export function mergeOverride(one: Difference, by: Overriding, rules: ListRules): Merged {
  const { field, declared, live, applied, isList: isOfOptions, moved } = one;
  const conflict = (reason: string): Merged => ({ ...NOTHING, conflicts: [{ field, declared, live, reason }] });
  const written = by.located?.written[field];
  if (by.located === undefined || written === undefined) return conflict(elsewhere(by));
  if (isOfOptions && isList(written)) return mergeItems(one, by, { ...rules, located: by.located, written });
  if (isOfOptions || typeof written === 'object') return conflict(elsewhere(by));
  if (moved === 'undecided') return conflict(applied === undefined ? UNRECORDED : BOTH);
  if (isInterpolated(written)) return conflict(VARIABLE);
  return {
    ...NOTHING,
    edits: [{ field, file: by.file, edit: { at: [...by.located.path, field], set: escaped(live) } }],
  };
}

interface Items extends ListRules {
  readonly located: Located;
  readonly written: readonly Json[];
}

/** The override names some options and some members of each: the others are shared, or in no place of their own. */
function mergeItems(one: Difference, by: Overriding, { located, written, ...rules }: Items): Merged {
  const { field } = one;
  const merged = mergeOptionLists(one, { at: [...located.path, field], written, ...rules });
  const isOwn = ({ edit }: FieldEdit): boolean => {
    const [option, member] = edit.at.slice(-2);
    if (!('set' in edit) || typeof option !== 'object' || typeof member !== 'string') return false;
    return written.some((item) => {
      const said = mapping(item);
      return said !== undefined && said['value'] === option['value'] && Object.hasOwn(said, member);
    });
  };
  const shared = by.shared?.written[field] ?? null;
  // Nothing is shared: the whole list is the account's.
  if (by.shared !== undefined && !isList(shared)) {
    const isSilent = merged.edits.length + merged.conflicts.length === 0;
    return {
      edits: merged.edits.map((edit) => ({ ...edit, file: by.file })),
      conflicts: merged.conflicts,
      pending: merged.pending || (one.isPlanned && isSilent),
    };
  }
  const own = merged.edits.filter(isOwn);
  const others = merged.edits.filter((edit) => !isOwn(edit));
  const place = { at: [...located.path, field], file: by.file, written };
  const items = others.length > 0 && isList(shared) ? overrideItems(one, others, { ...place, shared }) : undefined;
  const isRest = others.length > 0 && items === undefined;
  // As the files say it then: what is taken is no conflict.
  const declared = own.reduce((list, { edit }) => withMember(list, edit), one.declared);
  return {
    edits: [...own.map((edit) => ({ ...edit, file: by.file })), ...(items ?? [])],
    conflicts: [...merged.conflicts, ...(isRest ? [{ field, declared, live: one.live, reason: elsewhere(by) }] : [])],
    pending: merged.pending || (one.isPlanned && merged.edits.length + merged.conflicts.length === 0),
  };
}

function withMember(list: Json, edit: Edit): Json {
  const [step, member] = edit.at.slice(-2);
  if (!isList(list) || !('set' in edit) || typeof step !== 'object' || typeof member !== 'string') return list;
  return list.map((item) => {
    const option = mapping(item);
    const isMeant = option !== undefined && escaped(option['value'] ?? null) === step['value'];
    return isMeant ? { ...option, [member]: edit.set } : item;
  });
}

function elsewhere({ account }: Overriding): string {
  return `The account ${account} overrides it: change it there.`;
}
