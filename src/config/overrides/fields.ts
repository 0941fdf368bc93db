/** Fields that an account gives another value, or leaves undeclared; lists are merged by what identifies their items. */

import { bare } from '../../contract/parse-with.ts';
import { equalJson, isList, type Json, mapping } from '../../model/json.ts';
import { valueAt } from '../check/checked.ts';
import { itemOf, OMIT } from '../schema/overrides.ts';
import type { Path } from '../yaml/position.ts';
import { type Changes, changesAt } from './changes.ts';
import type { Given, Place } from './contents.ts';
import type { Notes } from './notes.ts';

export function setField(given: Given, name: string, owner: Place, schema: unknown, note: Notes): void {
  const [value, filled, path] = [given.raw[name] ?? null, given.filled[name] ?? null, [...given.path, name]];
  const [before, known] = [owner.raw[name], owner.filled[name]];
  const changes = changesAt(owner.changes, [name]);
  if (changes.set !== undefined) note.repeated(path, changes.set.path);
  if (itemOf(bare(schema)) !== undefined && isList(value) && isList(before)) {
    if (value.length === 0) note.nothingNamed(path);
    items({ value, filled, path }, { value: before, filled: known ?? null, changes }, note);
  } else {
    if (known !== undefined && equalJson(known, filled)) note.nothingChanged(path);
    changes.set = { value, path };
  }
}

/** Items of a list that are told apart by their value. */
function items(
  given: { readonly value: readonly Json[]; readonly filled: Json; readonly path: Path },
  list: { readonly value: readonly Json[]; readonly filled: Json; readonly changes: Changes },
  note: Notes,
): void {
  const idOf = (item: Json | undefined): Json | undefined => mapping(item)?.['value'];
  const known = isList(list.filled) ? list.filled : [];
  const indexes = new Map<Json | undefined, number>(known.map((item, index) => [idOf(item), index] as const).reverse());
  for (const [index, item] of given.value.entries()) {
    const [raw, filled] = [mapping(item), mapping(valueAt(given.filled, [index]))];
    const path = [...given.path, index];
    const id = idOf(filled);
    if (raw === undefined || filled === undefined || typeof id !== 'string') continue;
    const at = indexes.get(id);
    if (at === undefined) {
      if (raw[OMIT] === true) note.nothingLeftOut(path, id, known.map(idOf).map(String));
      else list.changes.added.push({ value: item, path });
      continue;
    }
    const changes = changesAt(list.changes, [at]);
    if (changes.gone !== undefined) note.repeated(path, changes.gone);
    const place = { changes, raw: mapping(list.value[at]) ?? {}, filled: mapping(known[at]) ?? {} };
    oneItem({ raw, filled, path }, place, note);
  }
}

function oneItem(given: Given, place: Place, note: Notes): void {
  const own = Object.keys(given.raw).filter((name) => name !== 'value' && name !== OMIT);
  if (given.raw[OMIT] === true) {
    if (own.length > 0) note.contradicted([...given.path, OMIT]);
    place.changes.gone = [...given.path, OMIT];
    return;
  }
  if (own.length === 0 && given.raw[OMIT] === undefined) note.nothingSaid(given.path);
  for (const name of own) setField(given, name, place, undefined, note);
  leaveOut(given, { own, ownerOf: () => place }, note);
}

export function leaveOut(
  { raw, path }: Given,
  { own, ownerOf }: { readonly own: readonly string[]; ownerOf(name: string): Place | undefined },
  note: Notes,
): void {
  const omit = raw[OMIT];
  if (!isList(omit)) return;
  if (omit.length === 0) note.nothingSaid([...path, OMIT]);
  for (const [index, name] of omit.entries()) {
    const at = [...path, OMIT, index];
    const owner = typeof name === 'string' ? ownerOf(name) : undefined;
    if (typeof name !== 'string' || owner === undefined) continue;
    if (own.includes(name)) note.contradicted(at);
    else if (!Object.hasOwn(owner.raw, name)) note.nothingLeftOut(at, name, Object.keys(owner.raw));
    else changesAt(owner.changes, [name]).gone = at;
  }
}
