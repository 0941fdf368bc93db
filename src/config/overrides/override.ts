/** Merges the overrides of one account into the documents: by key in mappings, by identity in lists. */

import { bare } from '../../contract/parse-with.ts';
import type { Finding } from '../../model/finding.ts';
import { equalJson, isList, type Json, mapping } from '../../model/json.ts';
import type { DeclaredAccount } from '../accounts/accounts.ts';
import { findValue } from '../check/checked.ts';
import type { Branch, Branches } from '../schema/branches.ts';
import { findItemSchema, findMembers, OMIT } from '../schema/overrides.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import type { Path } from '../yaml/position.ts';
import { quoted } from '../yaml/shown.ts';
import {
  type Changes,
  findOmission,
  findSource,
  firstOverride,
  leavesOut,
  openChanges,
  type Source,
  withChanges,
} from './changes.ts';
import { contents, findIdentity, type Given, isContainer, listEntries, type Place } from './contents.ts';
import { type Notes, notes } from './notes.ts';

export interface Overridden {
  /** Documents in the same order. */
  readonly documents: readonly ParsedFile[];
  /** Documents without overrides, for those documents that lose a part by an override. */
  readonly originals: readonly ParsedFile[];
  readonly findings: readonly Finding[];
  /** Hints for keys that are missing in a new definition, by its position. */
  readonly hints: ReadonlyMap<string, string>;
}

/** Result for an account without overrides. */
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
  const changed = documents.map((file): { readonly file: ParsedFile; readonly changes: Changes } => ({
    file,
    changes: { below: new Map() },
  }));
  const places = changed.map(({ file, changes }): Place => {
    return { changes, raw: mapping(file.value) ?? {}, filled: mapping(fill(file)) ?? {} };
  });
  // A new definition goes to the file of the account if no other file has its section.
  const own = documents.indexOf(document);
  const ordered = own < 0 ? places : [...places.toSpliced(own, 1), ...places.slice(own, own + 1)];
  const at = [...path, 'overrides'];
  const filled = mapping(findValue(fill(document), at)) ?? {};
  for (const branch of branches.values()) mergeLevel({ raw, filled, path: at }, ordered, branch, note);
  const from = { document, name };
  return {
    documents: changed.map(({ file, changes }) =>
      changes.below.size === 0 ? file : overriddenDocument(file, changes, from),
    ),
    originals: changed.flatMap(({ file, changes }) => (leavesOut(changes) ? [withOmissions(file, changes, from)] : [])),
    findings: note.findings,
    hints: note.hints,
  };
}

/** Merges the entries of a mapping, or the items of a list, that the account gives under the key of a level. */
function mergeLevel(given: Given, places: readonly Place[], branch: Branch, note: Notes): void {
  const { level } = branch;
  const container = Object.hasOwn(given.raw, level.key) ? given.raw[level.key] : undefined;
  if (!isContainer(level, container)) return;
  const at = [...given.path, level.key];
  if (listEntries(container).length === 0) {
    const reason = `${quoted(level.key)} is empty here, and the declarations of the files in it stay`;
    note.unused(at, reason, 'Name each entry to leave out with `omit: true`, or remove it.');
  }
  const held = places.map((place) => contents(place, level.key, level));
  for (const [step, entry] of listEntries(container)) {
    const raw = mapping(entry);
    const filled = mapping(findValue(given.filled[level.key] ?? {}, [step]));
    const id = filled && findIdentity(level, step, filled);
    if (raw === undefined || filled === undefined || id === undefined) continue;
    const path = [...at, step];
    const found = held.flatMap((declared) => declared.of(id));
    const names = () => held.flatMap((declared) => declared.names());
    if (found.length > 0) mergeEntry({ raw, filled, path }, found, branch, note);
    else if (raw[OMIT] === true) note.undeclared(path, id, names());
    else {
      note.added(path, id, names(), raw);
      const changes = addEntry({ value: raw, path }, step, places, branch);
      if (changes !== undefined) ignoreOmits(raw, [], { changes, path }, note);
    }
  }
}

function mergeEntry(given: Given, found: readonly Place[], branch: Branch, note: Notes): void {
  const { raw, path } = given;
  const identity = branch.level.identity?.fields ?? [];
  const said = Object.keys(raw).filter((name) => !identity.includes(name));
  const omit = raw[OMIT];
  const omitPath = [...path, OMIT];
  const noEffect = (at: Path) =>
    note.unused(at, 'it gives no field and leaves nothing out', 'Give it a field, or remove it.');
  if (said.length === 0) noEffect(path);
  if (omit === true) {
    if (said.length > 1) note.contradicted(omitPath);
    for (const { changes } of found) {
      const other = firstOverride(changes);
      if (other !== undefined) note.repeated(path, other);
      changes.gone = omitPath;
    }
    return;
  }
  const gone = found.find(({ changes }) => changes.gone !== undefined)?.changes.gone;
  if (gone !== undefined) note.repeated(path, gone);
  const own = said.filter((name) => Object.hasOwn(branch.fields, name));
  const declares = (place: Place) =>
    Object.keys(branch.fields).some((name) => Object.hasOwn(place.raw, name) && !identity.includes(name));
  const findOwner = (name: string) =>
    found.find((place) => Object.hasOwn(place.raw, name)) ?? found.find(declares) ?? found[0];
  for (const name of own) {
    const owner = findOwner(name);
    if (owner !== undefined) setField(given, name, owner, branch, note);
  }
  for (const [index, name] of isList(omit) ? omit.entries() : []) {
    const owner = typeof name === 'string' ? findOwner(name) : undefined;
    if (typeof name !== 'string' || owner === undefined) continue;
    const at = [...omitPath, index];
    if (own.includes(name)) note.contradicted(at);
    else if (!Object.hasOwn(owner.raw, name)) note.undeclared(at, name, Object.keys(owner.raw));
    else openChanges(owner.changes, [name]).gone = at;
  }
  if (isList(omit) && omit.length === 0) noEffect(omitPath);
  for (const below of branch.below.values()) mergeLevel(given, found, below, note);
}

function setField(given: Given, name: string, owner: Place, { fields }: Branch, note: Notes): void {
  const value = given.raw[name] ?? null;
  const path = [...given.path, name];
  const known = owner.filled[name];
  const changes = openChanges(owner.changes, [name]);
  if (changes.set !== undefined) note.repeated(path, changes.set.path);
  const items = findItemSchema(bare(fields[name]));
  if (items !== undefined && isList(value) && isList(owner.raw[name])) {
    const identity = {
      fields: [items.key],
      of: ({ [items.key]: id }: Given['raw']) => (typeof id === 'string' ? id : undefined),
    };
    const { shape } = items.schema;
    const level = { key: name, each: 'item', identity, fields: shape, about: '' } as const;
    mergeLevel(given, [owner], { level, fields: shape, below: new Map(), title: undefined }, note);
    return;
  }
  const members = findMembers(fields[name]);
  const [inner, declared] = [mapping(value), mapping(owner.raw[name])];
  if (members !== undefined && inner !== undefined && declared !== undefined) {
    const { shape } = members;
    const level = { key: name, each: 'entry', fields: shape, about: '' } as const;
    const place = { changes, raw: declared, filled: mapping(known) ?? {} };
    const filled = mapping(given.filled[name]) ?? {};
    mergeEntry(
      { raw: inner, filled, path },
      [place],
      { level, fields: shape, below: new Map(), title: undefined },
      note,
    );
    return;
  }
  if (known !== undefined && equalJson(known, given.filled[name] ?? null)) {
    note.unused(path, `the files declare the same value for ${quoted(name)}`, 'Remove it.');
  }
  changes.set = { value, path };
}

/** Adds a new definition to the place with its section, or creates the section. */
function addEntry(
  entry: Required<Changes>['set'],
  step: string | number,
  places: readonly Place[],
  { level }: Branch,
): Changes | undefined {
  const target =
    places.find((place) => isContainer(level, place.raw[level.key])) ??
    places.findLast((place) => !Object.hasOwn(place.raw, level.key));
  if (target === undefined) return undefined;
  const changes = openChanges(target.changes, [level.key]);
  const list = target.raw[level.key];
  if (list === undefined) changes.set ??= { value: level.each === 'item' ? [] : {}, path: entry.path.slice(0, -1) };
  const index = (isList(list) ? list.length : 0) + changes.below.size;
  const added = openChanges(changes, [level.each === 'item' ? index : step]);
  added.set = entry;
  return added;
}

/** Ignores and reports each `omit` in a new definition. */
function ignoreOmits(value: Json, at: Path, { changes, path }: { changes: Changes; path: Path }, note: Notes): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [step, inner] of listEntries(value)) {
    // A definition with the name `omit` is a mapping.
    if (step === OMIT && (inner === true || isList(inner))) {
      const omit = [...path, ...at, OMIT];
      note.omittedFromNew(omit);
      openChanges(changes, [...at, OMIT]).gone = omit;
    } else ignoreOmits(inner, [...at, step], { changes, path }, note);
  }
}

/** The account may be declared in the same document. */
function overriddenDocument(
  base: ParsedFile,
  changes: Changes,
  { document: from, name: account }: Pick<DeclaredAccount, 'document' | 'name'>,
): ParsedFile {
  const holed = new Set([...base.holed, ...from.holed]);
  const holds = (part: unknown): boolean =>
    typeof part === 'string' ? part.includes('${') : typeof part === 'object' && part !== null && holed.has(part);
  const value = withChanges(base.value ?? {}, changes, (container) => {
    if (Object.values(container).some(holds)) holed.add(container);
  });
  const find = <T>(path: Path, ask: (document: ParsedFile, source: Source) => T): T => {
    const source = findSource(changes, path);
    return ask(source.overridden ? from : base, source);
  };
  return {
    ...base,
    value,
    holed,
    position: (path, what) => find(path, (document, source) => document.position(source.path, what)),
    written: (path) => find(path, (document, source) => document.written(source.path)),
    hole: (path, index) => find(path, (document, source) => document.hole(source.path, index)),
    range: (path) => find(path, (document, source) => document.range(source.path)),
    override(path) {
      const source = findSource(changes, path);
      const at = source.overridden ? source.path : firstOverride(source.changes);
      return at === undefined
        ? undefined
        : { account, provenance: from.position(at, 'key'), isWhole: source.overridden };
    },
  };
}

/** Returns the document without overrides, with the information about the parts that they leave out. */
function withOmissions(
  base: ParsedFile,
  changes: Changes,
  { document: from, name: account }: Pick<DeclaredAccount, 'document' | 'name'>,
): ParsedFile {
  return {
    ...base,
    override(path) {
      const at = findOmission(changes, path);
      return at === undefined ? undefined : { account, provenance: from.position(at, 'key'), isWhole: true };
    },
  };
}
