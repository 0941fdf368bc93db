/** Merges the account's values of declared resources into their files, as edits. */

import { createLocator, createOverrideLocator, type Locator } from '../../authoring/located.ts';
import { mergeFields } from '../../authoring/merge.ts';
import type { Difference, Moved } from '../../authoring/merged.ts';
import type { Edit } from '../../config/yaml/edit.ts';
import type { ParsedFile } from '../../config/yaml/parsed-file.ts';
import { asOptions, equalField } from '../../engine/compare.ts';
import { buildDeclaration } from '../../engine/declaration.ts';
import { kindNamed } from '../../engine/kind-lookup.ts';
import { tombstones } from '../../engine/options/plan.ts';
import { decide } from '../../engine/plan/decide.ts';
import { diffResource } from '../../engine/plan/diff.ts';
import { buildComparingInput } from '../../engine/plan/planning.ts';
import type { Address } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { FieldRule } from '../../model/field-rule.ts';
import type { Override, Provenance } from '../../model/finding.ts';
import type { Json } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import type { Tombstone } from '../../model/option.ts';
import type { PullConflict } from '../../model/pull.ts';

export interface Merging {
  readonly documents: readonly ParsedFile[];
  readonly kinds: readonly Kind[];
  readonly ledger: Ledger;
  readonly live: Live;
  readonly declared: readonly DesiredResource[];
  /** True to include options that other users added to a list. */
  readonly additions: boolean;
}

/** The resource and field of one edit. */
export interface Edited {
  readonly resource: DesiredResource;
  readonly field: string;
  readonly file: string;
}

export interface MergedFiles {
  /** Edits by the path of the file. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  readonly about: ReadonlyMap<Edit, Edited>;
  readonly conflicts: readonly PullConflict[];
  readonly pending: readonly Address[];
  readonly gone: readonly Address[];
  /** In line with the account as they are, and not recorded so. */
  readonly unrecorded: readonly Address[];
}

export function mergedIn({ documents, kinds, ledger, live, declared, additions }: Merging): MergedFiles {
  const edits = new Map<string, Edit[]>();
  const about = new Map<Edit, Edited>();
  const conflicts: PullConflict[] = [];
  const pending: Address[] = [];
  const gone: Address[] = [];
  const unrecorded: Address[] = [];
  const input = buildComparingInput({ live, ledger });
  const locators = new Map<string, Locator>();
  const locate = (kind: Kind, { file: path }: Provenance, account?: string): Locator => {
    const key = [kind.name, path, account].join('\n');
    const file = documents.find((candidate) => candidate.path === path);
    const known = locators.get(key) ?? (file && locatorIn(file, kind, account)) ?? (() => undefined);
    locators.set(key, known);
    return known;
  };

  for (const resource of declared) {
    const { address } = resource;
    const kind = kindNamed(kinds, resource.kind);
    const [found, record] = [live.resources.get(address), ledger.records[address]];
    if (found === undefined) {
      const isKnown = !isUnsupported(kind.reader) && kind.reader.proves === 'both' && !live.unseen.has(address);
      if (record !== undefined && isKnown) gone.push(address);
      else if (record === undefined) pending.push(address);
      continue;
    }
    // Decides like the next plan, which is enough for most resources.
    const { change, adopt } = decide(resource, kind, input);
    if (adopt !== undefined) unrecorded.push(address);
    if (change.fields.length === 0 && !(additions && change.foreign !== undefined)) continue;
    const pair = { kind, resource, live: found, record };
    const differences = differencesOf(pair, additions);
    if (differences.length === 0) continue;
    const own = Object.keys(kind.levels.at(-1)?.fields ?? {});
    const takesAll = additions || resource.spec['optionsMode'] === 'exact';
    const merge = mergeFields(differences, {
      ...{ located: locate(kind, resource.provenance, wholeOf(resource))(resource.provenance), own },
      retire: retiredIn(pair),
      additions: takesAll,
      unsayable: unsayableIn(pair, takesAll),
      overridden: (field) => {
        const by = overrideOf(resource, field);
        if (by === undefined || by.field === undefined) return undefined;
        const { account, provenance } = by;
        return { account, file: provenance.file, located: locate(kind, provenance, account)(provenance) };
      },
    });
    if (merge.pending) pending.push(address);
    for (const conflict of merge.conflicts) {
      const { provenance } = overrideOf(resource, conflict.field) ?? resource;
      conflicts.push({ address, ...conflict, provenance });
    }
    for (const { edit, field, file = resource.provenance.file } of merge.edits) {
      about.set(edit, { resource, field, file });
      edits.set(file, [...(edits.get(file) ?? []), edit]);
    }
  }
  return { edits, about, conflicts, pending, gone, unrecorded };
}

function locatorIn(file: ParsedFile, { levels }: Kind, account: string | undefined): Locator {
  return account === undefined ? createLocator(file, levels) : createOverrideLocator(file, levels, account);
}

/** Returns the account that has the whole resource in its overrides. */
function wholeOf({ overrides = [] }: DesiredResource): string | undefined {
  return overrides.find(({ field }) => field === undefined)?.account;
}

function overrideOf({ overrides = [] }: DesiredResource, field: string): Override | undefined {
  return overrides.find((override) => override.field === undefined || override.field === field);
}

/** By the path of the file, without those of some resources. */
export function editsWithout({ edits, about }: MergedFiles, some: ReadonlyMap<Address, unknown>): MergedFiles['edits'] {
  if (some.size === 0) return edits;
  const isLeft = (edit: Edit): boolean => !some.has(about.get(edit)?.resource.address ?? ('' as Address));
  return new Map([...edits].map(([path, all]) => [path, all.filter(isLeft)]));
}

/** `additions`: options that others added are taken too. Of all others only those count that are declared or were applied. */
function unsayableIn(pair: Pair, additions: boolean): (field: string) => string | undefined {
  const { kind, resource, live } = pair;
  const declared = Object.entries(resource.spec).filter(([field]) => kind.fields[field] !== undefined);
  const fields = { ...live.fields, ...Object.fromEntries(declared) };
  return (field) => {
    const value = additions ? live.fields[field] : withoutAdditions(pair, field);
    if (value === undefined) return undefined;
    const { captured, without } = buildDeclaration(kind, { ...live, fields: { ...fields, [field]: value } });
    return without.find((gap) => gap.field === field || captured === undefined)?.reason;
  };
}

function withoutAdditions({ kind, resource, live, record }: Pair, field: string): Json | undefined {
  const value = live.fields[field];
  if (kind.fields[field]?.compare !== 'options' || value === undefined) return value;
  const known = [resource.spec[field], record?.fields[field]].flatMap((list) => asOptions(list));
  const values = new Set(known.map((option) => option.value));
  return asOptions(value).filter((option) => values.has(option.value));
}

interface Pair {
  readonly kind: Kind;
  readonly resource: DesiredResource;
  readonly live: LiveResource;
  readonly record: LedgerRecord | undefined;
}

/** `additions`: an option that others added is a difference too. A field whose live value is not known is the file's to say. */
function differencesOf({ kind, resource, live, record }: Pair, additions: boolean): readonly Difference[] {
  const { spec } = resource;
  const { fields, foreign } = diffResource({
    kind,
    spec,
    live: live.fields,
    applied: record?.fields,
    hold: false,
  });
  const changing = new Set(fields.map(({ field }) => field));
  const grown = additions && foreign.length > 0 ? optionFields(kind) : [];
  return [...new Set([...changing, ...grown])].flatMap((field): readonly Difference[] => {
    const [declared, now, rule] = [spec[field], live.fields[field], kind.fields[field]];
    if (declared === undefined || rule === undefined) return [];
    const applied = record?.fields[field];
    // A declaration that is newer than the last apply cannot have drifted.
    const isNew = !additions && record !== undefined && applied === undefined;
    const moved = now === undefined || isNew ? 'file' : movedOf(rule, declared, now, applied);
    const list = rule.compare === 'options' && now !== undefined ? { list: rule.list } : {};
    return [{ field, declared, live: now ?? null, applied, moved, ...list, isPlanned: changing.has(field) }];
  });
}

function movedOf(rule: FieldRule, declared: Json, live: Json, applied: Json | undefined): Moved {
  if (applied === undefined) return 'undecided';
  if (equalField(rule, applied, live)) return 'file';
  return equalField(rule, declared, applied) ? 'account' : 'undecided';
}

function optionFields({ fields }: Kind): readonly string[] {
  return Object.keys(fields).filter((field) => fields[field]?.compare === 'options');
}

/** The options that the file takes off the list. */
function retiredIn({ resource: { spec } }: Pair): readonly Tombstone[] {
  return tombstones(spec);
}
