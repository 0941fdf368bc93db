/** Merges the overrides of one account into the documents: by key in mappings, by identity in lists. */

import { bare } from '../../contract/parse-with.ts';
import type { Finding } from '../../model/finding.ts';
import { equalJson, type Fields, isList, type Json, mapping } from '../../model/json.ts';
import type { Level } from '../../model/kind.ts';
import type { DeclaredAccount } from '../accounts/accounts.ts';
import { valueAt } from '../check/issues.ts';
import type { Branch, Branches } from '../schema/branches.ts';
import { itemOf, OMIT } from '../schema/overrides.ts';
import type { ParsedFile } from '../yaml/document.ts';
import type { Path } from '../yaml/position.ts';
import { type Changes, changesAt, firstBelow, leavesOut, noChanges } from './changes.ts';
import { overriddenDocument, withOmissions } from './document.ts';
import { type Notes, notes } from './notes.ts';

export interface Overridden {
  /** In the same order. */
  readonly documents: readonly ParsedFile[];
  /** Those of which something is left out, as they are without overrides. */
  readonly originals: readonly ParsedFile[];
  readonly findings: readonly Finding[];
  /** Hints for keys that are missing in something new, by its position. */
  readonly hints: ReadonlyMap<string, string>;
}

/** A mapping in one of the documents. */
interface Place {
  readonly changes: Changes;
  readonly raw: Fields;
  /** The same with interpolations resolved. */
  readonly filled: Fields;
}

/** One thing that the account overrides. */
interface Given {
  readonly raw: Fields;
  readonly filled: Fields;
  readonly path: Path;
}

/** Of an account that overrides nothing. */
export const NONE: Overridden = { documents: [], originals: [], findings: [], hints: new Map() };

/** @param fill a document's value with the interpolations of the account resolved */
export function withOverrides(
  documents: readonly ParsedFile[],
  { name, document, path, fields }: DeclaredAccount,
  branches: Branches,
  fill: (document: ParsedFile) => Json,
): Overridden {
  const raw = mapping(fields['overrides']);
  if (raw === undefined) return { ...NONE, documents };
  const note = notes(document, name);
  const changed = new Map<ParsedFile, Changes>();
  // What is new goes to the file of the account where no other has its section.
  const ordered = [...documents].sort((a, b) => Number(a === document) - Number(b === document));
  const places = ordered.map((one): Place => {
    const changes = noChanges();
    changed.set(one, changes);
    return { changes, raw: mapping(one.value) ?? {}, filled: mapping(fill(one)) ?? {} };
  });
  const at = [...path, 'overrides'];
  const filled = mapping(valueAt(fill(document), at)) ?? {};
  sections({ raw, filled, path: at }, places, branches, note);
  return {
    documents: documents.map((one) => {
      const changes = changed.get(one) ?? noChanges();
      return changes.below.size === 0 ? one : overriddenDocument(one, changes, { document, name });
    }),
    originals: documents.flatMap((one) => {
      const changes = changed.get(one);
      return changes === undefined || !leavesOut(changes) ? [] : [withOmissions(one, changes, { document, name })];
    }),
    findings: note.findings,
    hints: note.hints,
  };
}

function sections(given: Given, places: readonly Place[], branches: Branches, note: Notes): void {
  for (const [key, branch] of branches) {
    const container = Object.hasOwn(given.raw, key) ? given.raw[key] : undefined;
    if (!isContainer(branch.level, container)) continue;
    const held = places.map((place) => contents(place, key, branch.level));
    for (const [step, raw] of entriesOf(container)) {
      const entry = mapping(raw);
      const filled = mapping(valueAt(given.filled[key] ?? {}, [step]));
      if (entry === undefined || filled === undefined) continue;
      const one = { raw: entry, filled, path: [...given.path, key, step] };
      const id = identityOf(branch.level, step, filled);
      if (id === undefined) continue;
      const found = held.flatMap((some) => some.of(id));
      const names = () => held.flatMap((some) => some.names());
      if (found.length > 0) override(one, found, branch, note);
      else if (entry[OMIT] === true) note.nothingLeftOut(one.path, id, names());
      else add(one, step, { key, places, level: branch.level, note, id, names });
    }
  }
}

function override(given: Given, found: readonly Place[], branch: Branch, note: Notes): void {
  const { raw, path } = given;
  const identity = branch.level.identity?.fields ?? [];
  const said = Object.keys(raw).filter((name) => !identity.includes(name));
  const omit = raw[OMIT];
  if (said.length === 0) note.nothingSaid(path);
  if (omit === true) {
    if (said.length > 1) note.contradicted([...path, OMIT]);
    for (const { changes } of found) {
      const other = firstBelow(changes);
      if (other !== undefined) note.repeated(path, other);
      changes.gone = [...path, OMIT];
    }
    return;
  }
  const gone = found.find(({ changes }) => changes.gone !== undefined)?.changes.gone;
  if (gone !== undefined) note.repeated(path, gone);
  const own = said.filter((name) => Object.hasOwn(branch.fields, name));
  const declares = ({ raw: one }: Place) =>
    Object.keys(branch.fields).some((name) => Object.hasOwn(one, name) && !identity.includes(name));
  const ownerOf = (name: string) =>
    found.find((one) => Object.hasOwn(one.raw, name)) ?? found.find(declares) ?? found[0];
  for (const name of own) {
    const owner = ownerOf(name);
    if (owner !== undefined) setField(given, name, owner, branch.fields[name], note);
  }
  leaveOut(given, { own, ownerOf }, note);
  sections(given, found, branch.below, note);
}

function setField(given: Given, name: string, owner: Place, schema: unknown, note: Notes): void {
  const [value, filled, path] = [given.raw[name] ?? null, given.filled[name] ?? null, [...given.path, name]];
  const [before, known] = [owner.raw[name], owner.filled[name]];
  const changes = changesAt(owner.changes, [name]);
  if (changes.set !== undefined) note.repeated(path, changes.set.path);
  if (itemOf(bare(schema)) !== undefined && isList(value) && isList(before)) {
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

function leaveOut(
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

interface Adding {
  readonly key: string;
  readonly places: readonly Place[];
  readonly level: Level;
  readonly note: Notes;
  readonly id: string;
  names(): readonly string[];
}

/** Something that no file declares: it goes where its section is, or where there is none yet. */
function add({ raw, path }: Given, step: string | number, { key, places, level, note, id, names }: Adding): void {
  const target =
    places.find((place) => isContainer(level, place.raw[key])) ??
    places.findLast((place) => !Object.hasOwn(place.raw, key));
  if (target === undefined) return;
  note.added(path, id, names());
  const changes = changesAt(target.changes, [key]);
  if (!Object.hasOwn(target.raw, key)) {
    changes.set ??= { value: level.each === 'item' ? [] : {}, path: path.slice(0, -1) };
  }
  const placed = { value: withoutOmits(raw, path, note), path };
  if (level.each === 'item') changes.added.push(placed);
  else changesAt(changes, [step]).set = placed;
}

/** What is new leaves nothing out. */
function withoutOmits(value: Json, path: Path, note: Notes): Json {
  if (isList(value)) {
    const items = value.map((item, index) => withoutOmits(item, [...path, index], note));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const entries = mapping(value);
  if (entries === undefined) return value;
  if (Object.hasOwn(entries, OMIT) && isOmit(entries[OMIT])) note.nothingLeftOut([...path, OMIT], undefined, []);
  const kept = Object.entries(entries)
    .filter(([key, one]) => key !== OMIT || !isOmit(one))
    .map(([key, one]) => [key, withoutOmits(one, [...path, key], note)] as const);
  const isSame = kept.length === Object.keys(entries).length && kept.every(([key, one]) => one === entries[key]);
  return isSame ? value : Object.fromEntries(kept);
}

/** An entry of that name is a mapping. */
function isOmit(value: Json | undefined): boolean {
  return value === true || isList(value);
}

interface Contents {
  of(id: string): readonly Place[];
  names(): readonly string[];
}

/** What a place holds under the key of a level, by identity. */
function contents(place: Place, key: string, level: Level): Contents {
  const container = place.raw[key];
  if (!isContainer(level, container)) return { of: () => [], names: () => [] };
  const placeAt = (step: string | number): Place => ({
    changes: changesAt(place.changes, [key, step]),
    raw: mapping(valueAt(container, [step])) ?? {},
    filled: mapping(valueAt(place.filled[key] ?? {}, [step])) ?? {},
  });
  if (level.each === 'entry' && level.capture?.canonical === undefined) {
    return { of: (id) => (Object.hasOwn(container, id) ? [placeAt(id)] : []), names: () => Object.keys(container) };
  }
  const filled = place.filled[key] ?? {};
  const steps = Map.groupBy(
    entriesOf(container).map(([step]) => step),
    (step) => identityOf(level, step, mapping(valueAt(filled, [step])) ?? {}),
  );
  return {
    of: (id) => (steps.get(id) ?? []).map(placeAt),
    names: () => [...steps.keys()].filter((id) => id !== undefined),
  };
}

function identityOf(level: Level, step: string | number, filled: Fields): string | undefined {
  if (level.each === 'item') return level.identity?.of(filled);
  return level.capture?.canonical?.(String(step)) ?? String(step);
}

function isContainer(level: Level, value: Json | undefined): value is readonly Json[] | Fields {
  return level.each === 'item' ? isList(value) : mapping(value) !== undefined;
}

function entriesOf(container: readonly Json[] | Fields): readonly (readonly [string | number, Json])[] {
  return isList(container) ? [...container.entries()] : Object.entries(container);
}
