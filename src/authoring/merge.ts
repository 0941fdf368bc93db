/** Three-way merge of a declared resource: declared, live, last applied. What nothing explains is a conflict, and stays as it is. */

import type { Edit, Step } from '../config/yaml/edit.ts';
import type { OptionList } from '../model/field-rule.ts';
import { equalJson, type Fields, isList, type Json, mapping } from '../model/json.ts';
import { inDisplayOrder, type Option, type Tombstone } from '../model/option.ts';
import { escaped, isInterpolated } from './escaped.ts';
import type { Located } from './located.ts';
import { mergeMapping } from './merge-mapping.ts';
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
  /** Members that stand at the resource itself: its fields, or a mapping of them. The others are keys above it. */
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
  const within = own.includes(field)
    ? []
    : own.filter((member) => mapping(located?.written[member])?.[field] !== undefined);
  const override = moved === 'file' ? undefined : overridden(within[0] ?? field);
  if (override !== undefined) return mergeOverridden(one, override);
  if (one.list !== undefined) {
    if (located === undefined) return conflict(REPEATED);
    const written = located.written[field];
    const at = [...located.path, field];
    const { inMapping } = one.list;
    const merged =
      inMapping === undefined
        ? mergeOptionLists(one, { at, written, retire, additions, list: one.list })
        : mergeMapping(one, { at, written, additions, inMapping });
    // A plan has something to do, and no option of the account explains it: the file says something else than before.
    const isSilent = merged.edits.length === 0 && merged.conflicts.length === 0;
    return one.isPlanned && isSilent ? { ...merged, pending: true } : merged;
  }
  if (moved === 'file') return { ...NOTHING, pending: true };
  if (moved === 'undecided') return conflict(one.applied === undefined ? UNRECORDED : BOTH);
  if (!own.includes(field) && within.length === 0) return conflict(ABOVE);
  if (located === undefined) return conflict(REPEATED);
  const written = findValue(located.written, [...within, field]);
  if (isInterpolated(written)) return conflict(VARIABLE);
  const edits = listEdits([...located.path, ...within, field], written, escaped(live));
  return { ...NOTHING, edits: edits.map((edit) => ({ field, edit })) };
}

/** Edits each value of a mapping for itself, and the items of a list together, because an edit keeps the form of its place. */
function listEdits(at: readonly Step[], written: Json | undefined, live: Json): readonly Edit[] {
  const [before, after] = [mapping(written), mapping(live)];
  if (before !== undefined && after !== undefined)
    return Object.entries(after).flatMap(([member, value]) =>
      equalJson(before[member] ?? null, value) ? [] : listEdits([...at, member], before[member], value),
    );
  return isList(written) && isList(live) ? [{ at, items: live }] : [{ at, set: live }];
}

function findValue(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((at, member) => mapping(at)?.[member], value);
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

interface Listed {
  readonly at: readonly Step[];
  readonly written: Json | undefined;
  readonly retire: readonly Tombstone[];
  readonly additions: boolean;
  readonly list: OptionList;
}

const SHOWN =
  'The account shows it again, and the files retire it: apply hides it, or declare it and take its retire entry out.';

/** Members of an entry that a file can change, with the value of an absent member. */
const MEMBERS: Readonly<Record<string, Json>> = {
  ...{ label: '', description: '', hidden: false, displayOrder: -1 },
  ...{ probability: null, ticketState: null, state: null },
};

/** Three-way merge of an option list in a file, option by option; options that are added side by side are one edit. */
export function mergeOptionLists(difference: Difference, { at, written, retire, additions, list }: Listed): Merged {
  const { field } = difference;
  const buildStep = (value: string): Fields => ({ [list.key]: escaped(value) });
  const retired = new Map(retire.map(({ value, stage }) => [value, stage] as const));
  const [declared, live, applied] = [difference.declared, difference.live, difference.applied].map(byValue);
  const edits: Edit[] = [];
  const conflicts: Merged['conflicts'][number][] = [];
  let pending = false;
  const conflict = (is: Json, account: Json, reason: string) => {
    conflicts.push({ field, declared: is, live: account, reason });
  };
  if (declared === undefined || live === undefined || applied === undefined) return NOTHING;
  if (isInterpolated(written)) {
    return {
      ...NOTHING,
      conflicts: [{ field, declared: difference.declared, live: difference.live, reason: VARIABLE }],
    };
  }

  for (const [value, own] of declared) {
    const [there, before] = [live.get(value), applied.get(value)];
    if (there !== undefined) {
      for (const [member, empty] of Object.entries(MEMBERS)) {
        const [is, now] = [own[member], there[member] ?? empty];
        if (is === undefined || is === now || (member === 'displayOrder' && Number(is) < 0)) continue;
        const was = before === undefined ? undefined : (before[member] ?? empty);
        if (was === is) edits.push({ at: [...at, buildStep(value), member], set: escaped(now) });
        else if (was === now) pending = true;
        else conflict({ value, [member]: is }, { value, [member]: now }, was === undefined ? UNRECORDED : BOTH);
      }
    } else if (before === undefined) pending = true;
    else if (equalJson(own, before)) edits.push({ at: [...at, buildStep(value)], remove: true });
    else conflict(own, null, BOTH);
  }

  let run: { readonly behind: Fields | 'start'; readonly insert: Json[] } = { behind: 'start', insert: [] };
  const inserted = () => {
    if (run.insert.length > 0) edits.push({ at, ...run });
  };
  for (const [value, there] of live) {
    if (declared.has(value)) {
      inserted();
      run = { behind: buildStep(value), insert: [] };
    } else if (retired.get(value) === 'hide' && applied.get(value)?.['hidden'] === true) {
      // The file says the same as at the last apply.
      if (there['hidden'] !== true) conflict({ value, hidden: true }, { value, hidden: false }, SHOWN);
    } else if (applied.has(value)) pending = true;
    else if (additions && !retired.has(value)) {
      const { displayOrder: _, ...said } = there;
      const others = Object.entries(said).filter(([member, now]) => member !== 'value' && now !== MEMBERS[member]);
      run.insert.push({ ...buildStep(value), ...mapping(escaped(Object.fromEntries(others))) });
    }
  }
  inserted();
  const order = (list: ReadonlyMap<string, Fields>) =>
    [...list.keys()].filter((one) => declared.has(one) && live.has(one));
  if (!equalJson(order(declared), order(live))) {
    const was = order(applied);
    if (equalJson(was, order(live))) pending = true;
    else if (list.order === 'sequence' && equalJson(was, order(declared)))
      edits.unshift({ at, order: order(live).map(buildStep) });
    else conflict(order(declared), order(live), `The ${list.noun}s are in another order: sort them by hand.`);
  }
  // A list without any remaining item is replaced as a whole.
  const isReplaced = declared.size > 0 && edits.filter((edit) => 'remove' in edit).length === declared.size;
  const made: readonly Edit[] = isReplaced ? [{ at, items: run.insert }] : edits;
  return { edits: made.map((edit) => ({ field, edit })), conflicts, pending };
}

function byValue(list: Json | undefined): ReadonlyMap<string, Fields> | undefined {
  if (list === undefined) return new Map();
  if (!isList(list)) return undefined;
  const options = list.flatMap((item) => {
    const option = mapping(item);
    return typeof option?.['value'] === 'string' ? [option as Option] : [];
  });
  return new Map(inDisplayOrder(options).map((option) => [option.value, option]));
}
