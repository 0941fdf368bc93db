/** Merges the overrides of one account into the documents: by key in mappings, by identity in lists. */

import type { Finding } from '../../model/finding.ts';
import { type Json, mapping } from '../../model/json.ts';
import type { DeclaredAccount } from '../accounts/accounts.ts';
import { valueAt } from '../check/checked.ts';
import type { Branch, Branches } from '../schema/branches.ts';
import { OMIT } from '../schema/overrides.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import { add } from './added.ts';
import { type Changes, firstBelow, leavesOut, noChanges } from './changes.ts';
import { contents, entriesOf, type Given, identityOf, isContainer, type Place } from './contents.ts';
import { overriddenDocument, withOmissions } from './document.ts';
import { leaveOut, setField } from './fields.ts';
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
    if (entriesOf(container).length === 0) note.nothingNamed([...given.path, key]);
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
