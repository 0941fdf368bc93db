/** Merge of what an account declares in the place of what the accounts share: what stands there as a plain value changes there, and nothing else. */

import type { Edit } from '../config/yaml/edit/edits.ts';
import { isList, type Json, mapping } from '../model/json.ts';
import type { Tombstone } from '../model/option.ts';
import { escaped, isInterpolated } from './escaped.ts';
import type { Located } from './located.ts';
import { mergeOptionLists } from './merge-options.ts';
import { BOTH, type Difference, type FieldEdit, type Merged, NOTHING, UNRECORDED, VARIABLE } from './merged.ts';

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

interface OverrideList {
  /** Values that all accounts share, as written. */
  readonly shared: readonly Json[];
  readonly written: readonly Json[];
  readonly at: FieldEdit['edit']['at'];
  readonly file: string;
}

/**
 * An option that only this account declares is taken off, a shared one is left out, and a new one goes to the end, as an override has it.
 * Undefined where that would say something else than the account has: another order, a member that is shared, or a value that is not plain.
 */
function overrideItems(
  one: Difference,
  edits: readonly FieldEdit[],
  { shared, written, at, file }: OverrideList,
): readonly FieldEdit[] | undefined {
  const [common, named] = [valuesOf(shared), valuesOf(written)];
  if (common === undefined || named === undefined) return undefined;
  const added: Json[] = [];
  const removed: string[] = [];
  for (const { edit } of edits) {
    const last = edit.at.at(-1);
    if ('insert' in edit) added.push(...edit.insert);
    else if ('remove' in edit && typeof last === 'object' && typeof last['value'] === 'string')
      removed.push(last['value']);
    else return undefined;
  }
  const fresh = valuesOf(added) ?? [];
  // What this account leaves out says so itself.
  if (fresh.some((value) => named.includes(value) || common.includes(value))) return undefined;
  const declared = (valuesOf(escaped(one.declared)) ?? []).filter((value) => !removed.includes(value));
  if (!isOrderOf([...declared, ...fresh], valuesOf(escaped(one.live)) ?? [])) return undefined;

  const off = removed.filter((value) => named.includes(value));
  const leftOut = removed.filter((value) => common.includes(value)).map((value) => ({ value, omit: true }));
  const insert = [...leftOut, ...added];
  if (off.length < named.length) {
    const removals = off.map((value): FieldEdit['edit'] => ({ at: [...at, { value }], remove: true }));
    const insertion: FieldEdit['edit'] = { at, behind: 'end', insert };
    return [...removals, ...(insert.length === 0 ? [] : [insertion])].map((edit) => ({ field: one.field, file, edit }));
  }
  // An override that names no option says nothing.
  return insert.length === 0 ? undefined : [{ field: one.field, file, edit: { at, items: insert } }];
}

/** Undefined where one of them is no plain value. */
function valuesOf(list: Json): readonly string[] | undefined {
  if (!isList(list)) return undefined;
  const values = list.map((item) => mapping(item)?.['value']);
  const plain = values.filter((value) => typeof value === 'string' && !isInterpolated(value));
  return plain.length === values.length ? (plain as readonly string[]) : undefined;
}

function isOrderOf(values: readonly string[], live: readonly string[]): boolean {
  const both = values.filter((value) => live.includes(value));
  const there = live.filter((value) => values.includes(value));
  return both.every((value, index) => value === there[index]);
}
