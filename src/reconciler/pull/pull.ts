/** Creates files that declare the contents of the account. Reads the account and returns the texts. Writes nothing. */

import { isIn } from '../../authoring/file-choice.ts';
import type { Addition } from '../../authoring/files.ts';
import { findHeads } from '../../authoring/heads.ts';
import { findPlace } from '../../authoring/place.ts';
import type { ParsedFile } from '../../config/yaml/parsed-file.ts';
import { parseDocuments } from '../../config/yaml/source.ts';
import { defined } from '../../contract/defined.ts';
import { listNotCovered } from '../../contract/not-covered.ts';
import { buildDeclaration } from '../../engine/declaration.ts';
import { kindLookup, kindNamed } from '../../engine/kind-lookup.ts';
import { isListed, narrowed } from '../../engine/observe/inventory.ts';
import { provisional } from '../../engine/observe/provisional.ts';
import { readMoment } from '../../engine/observe/seen-at.ts';
import { isIncluded, serviceOwn } from '../../engine/observe/service-own.ts';
import { UsageError } from '../../errors.ts';
import { type Address, isAddress } from '../../model/address.ts';
import type { DesiredResource, Resolution } from '../../model/desired.ts';
import { isList, type Json } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import { nearest, nearHint } from '../../model/nearest.ts';
import { type NotDeclared, PULL_FORMAT, type Pull, type UnreadKind } from '../../model/pull.ts';
import { holdersOf } from '../holders.ts';
import { NOTHING } from '../observer.ts';
import { otherObjects } from '../other-objects.ts';
import type { PullOptions } from '../types.ts';
import { requireNoErrors } from '../validate.ts';
import { labelled } from './labelled.ts';
import { mergedIn } from './merged-in.ts';
import { requireOneName } from './one-name.ts';
import type { PullParts } from './parts.ts';
import { keepingReading } from './reading.ts';
import { isOfKind, type Scope, scopeOf, USUAL, withHeld } from './scope.ts';
import type { Verified } from './verified.ts';

export async function pull(parts: PullParts, options: PullOptions = {}): Promise<Pull> {
  const { findings, store, resolution, project } = parts;
  requireNoErrors(findings);
  const { account, desired } = resolution;
  const ledger = await store.read();
  const known = [...desired.resources.map(({ address }) => address), ...(Object.keys(ledger.records) as Address[])];
  const scope = scopeOf(parts.kinds, known, options);
  const { hubId } = await parts.prove(ledger);
  await requireOneName(parts, ledger, options);
  const began = readMoment(parts.clock);
  const looked = await look(parts, scope, ledger, options);
  const { kinds } = looked;
  await requireNamed(options, {
    ...{ kinds, scope, live: looked.live, known },
    objectNames: async () =>
      (looked.naming.objects ?? (await parts.customObjects()) ?? []).flatMap(({ names }) => names),
  });
  const declared = new Map(desired.resources.map((resource) => [resource.address, resource] as const));
  const named = new Set([
    ...declared.keys(),
    ...Object.keys(ledger.records),
    ...resolution.omitted.map((resource) => resource.address),
  ]);
  const isFree = (address: Address) => !named.has(address) && scope.isMeant(address);
  const live = options.drift === true ? looked.live : await labelled(looked, { isFree, isMeant: scope.isMeant }, parts);
  const shown = [...live.resources.values()];
  const documents = parseDocuments(project);
  const meant = shown.filter(({ address }) => scope.isMeant(address));
  const undeclared = options.drift === true ? [] : meant.filter(({ address }) => !declared.has(address));
  const { additions, left } = sorted(undeclared, {
    ...{ kinds, documents, declared: desired.resources },
    ...{ live: shown, parts: live.parts, omitted: resolution.omitted },
    include: options.include ?? [],
  });
  // Values that an own run wrote and has not recorded are no change of the account.
  const settled = provisional(ledger, live, kinds);
  const merged = mergedIn({
    ...{ documents, kinds, ledger: settled, live, additions: options.drift !== true },
    declared: desired.resources.filter(({ address }) => scope.isMeant(address)),
  });
  const isWritten = additions.length > 0 || merged.about.size > 0;
  const made: Verified = isWritten
    ? (await writing())(documents, additions, { parts, kinds, ledger: settled, live, merged }, options)
    : { files: [], taken: [], conflicts: [], left: [], unrecorded: merged.unrecorded };
  const pulled: Pull = {
    format: PULL_FORMAT,
    account: { name: account.name, hubId },
    objectTypes: scope.kinds.some(({ objectTypes }) => objectTypes !== undefined) ? scope.objectTypes : [],
    complete: live.complete,
    files: made.files,
    taken: made.taken,
    unrecorded: made.unrecorded.filter(scope.isMeant),
    conflicts: [...merged.conflicts, ...made.conflicts],
    pending: merged.pending,
    gone: merged.gone,
    left: [...left, ...made.left].sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0)),
    unread: unreadOf(scope, options, live),
    ...(isWhole(options) ? { otherObjects: await otherObjects(parts, scope.objectTypes, looked) } : {}),
    ...defined({
      otherAccounts: made.otherAccounts,
      notCovered: listNotCovered([...desired.resources, ...made.taken].map(({ kind }) => kind)),
    }),
    findings: live.findings,
  };
  return keepingReading(pulled, { account, hubId, ledger, live, kinds, began, at: new Date(began.wall).toISOString() });
}

/** Not with the rest: most pulls find the files as they are. */
async function writing() {
  const { written } = await import('./written.ts');
  return written;
}

/** Reads everything of the object types, of apps with a key, and of declared, recorded and named resources. */
function look(parts: PullParts, scope: Scope, ledger: Ledger, options: PullOptions) {
  const { desired } = parts.resolution;
  const isMeant = isListed(scope.kinds, scope.objectTypes);
  return parts.look(narrowed(ledger, isMeant), NOTHING, {
    also: [...desired.resources.map(({ address }) => address).filter(isMeant), ...scope.named],
    whole: scope.objectTypes,
    kinds: options.drift === true ? scope.kinds : withHeld(scope.kinds, parts.kinds),
    inParts: true,
    holders: holdersOf(parts),
    entire:
      options.drift === true
        ? []
        : scope.kinds.filter((kind) => !isByName(kind, scope, options)).map(({ name }) => name),
    ...defined({ concurrency: options.concurrency }),
  });
}

/** A pull without a selection also reports other contents of the account. */
function isWhole({ patterns = [], objects, drift }: PullOptions): boolean {
  return patterns.length === 0 && objects === undefined && drift !== true;
}

function unreadOf(scope: Scope, options: PullOptions, { entire }: Live): readonly UnreadKind[] {
  return scope.kinds.flatMap((kind): readonly UnreadKind[] => {
    const { name, reader } = kind;
    if (isUnsupported(reader)) return [{ kind: name, reason: reader.reason }];
    const isAsked = options.drift !== true && !isByName(kind, scope, options);
    const isRead = reader.partial === undefined || !isAsked || entire?.has(name) === true;
    return isRead ? [] : [{ kind: name, reason: reader.partial, byName: true }];
  });
}

/** True if the container was named, so that everything of the kind in it is read. */
function isByName(kind: Kind, { named }: Scope, { patterns = [] }: PullOptions): boolean {
  const own = patterns.filter((pattern) => isOfKind(pattern, kind));
  return own.length > 0 && own.every((pattern) => named.some((name) => name === pattern));
}

const STANDARD: readonly string[] = [...USUAL, 'tickets'];

interface Read {
  readonly kinds: readonly Kind[];
  readonly scope: Scope;
  readonly live: Live;
  /** Addresses of the files and of the ledger. */
  readonly known: readonly Address[];
  /** Returns the names of the custom objects, if the account tells them. */
  objectNames(): Promise<readonly string[]>;
}

/** Throws UsageError. What was not read completely may have it. */
async function requireNamed({ patterns = [], objects }: PullOptions, read: Read): Promise<void> {
  const { kinds, scope, live, known } = read;
  if (!live.complete) return;
  const { kindOf } = kindLookup(kinds);
  const all = [...new Set([...live.resources.keys(), ...known])];
  const there = new Set(all);
  const isRead = (address: Address): boolean => {
    const kind = kindOf(address);
    return kind !== undefined && scope.kinds.includes(kind) && !isUnsupported(kind.reader);
  };
  const absent = patterns
    .filter(isAddress)
    .filter((pattern) => !pattern.includes('*') && isRead(pattern) && !there.has(pattern));
  const [first] = absent;
  if (first !== undefined) throw unknown(absent, nearHint(first, all));
  if (objects === undefined || patterns.length > 0) return;
  const typesOf = (addresses: readonly Address[]): readonly string[] => [
    ...new Set(addresses.flatMap((address) => kindOf(address)?.objectTypes?.(address) ?? [])),
  ];
  const types = new Set(typesOf(all));
  const missing = scope.objectTypes.filter((type) => !types.has(type));
  const [object] = missing;
  if (object === undefined) return;
  const near = nearest(object, [...STANDARD, ...types, ...(await read.objectNames())]);
  throw unknown(
    missing.map((type) => `the object type ${type}`),
    near === undefined ? undefined : `Did you mean ${near}?`,
  );
}

function unknown(names: readonly string[], near: string | undefined): UsageError {
  const message = `Nothing in the account, the files or the ledger is ${names.join(', ')}.`;
  const hint = [...(near === undefined ? [] : [near]), 'Nothing was written.'].join(' ');
  return new UsageError('address-unknown', message, { hint });
}

interface Sorting {
  readonly kinds: readonly Kind[];
  readonly documents: readonly ParsedFile[];
  readonly declared: readonly DesiredResource[];
  /** Resources that the files declare and this account leaves out. */
  readonly omitted: Resolution['omitted'];
  /** Resources of the account, declared or not. */
  readonly live: readonly LiveResource[];
  /** Parts that were read as a whole. */
  readonly parts: Live['parts'];
  /** Patterns of service definitions that are included. */
  readonly include: readonly string[];
}

/** Of live resources that no file declares: those to add, and the others with a reason each. */
function sorted(
  undeclared: readonly LiveResource[],
  input: Sorting,
): { readonly additions: readonly Addition[]; readonly left: readonly NotDeclared[] } {
  const additions: Addition[] = [];
  const left: NotDeclared[] = [];
  const { kinds, documents, live: held, parts } = input;
  const declared = input.declared.map((resource) => ({ kind: kindNamed(kinds, resource.kind), resource }));
  const headsOf = findHeads(documents, declared);
  const ownOf = serviceOwn({ kinds, live: held, ...defined({ parts }) });
  const leaving = new Map(input.omitted.map((resource) => [resource.address, resource.by] as const));
  for (const live of undeclared) {
    const { address } = live;
    const by = leaving.get(address);
    if (by !== undefined) {
      left.push({ address, because: 'left-out', reason: `The account ${by.account} leaves it out.` });
      continue;
    }
    const kind = kindNamed(input.kinds, live.kind);
    const leave = customizedOf(live) ?? ownOf(live) ?? findLock(live);
    if (leave !== undefined && !isIncluded(live, kind, input.include)) {
      left.push({ address, ...leave });
      continue;
    }
    const { captured, without } = buildDeclaration(kind, live);
    for (const gap of without) left.push({ address, ...gap });
    if (captured === undefined) continue;
    const place = findPlace(kind.levels, captured);
    const addition = { address, place, heads: headsOf(kind.levels, place) };
    if (kind.mayRefer && documents.some((file) => isIn(file, addition))) left.push({ address, ...REFERRED });
    else additions.push(addition);
  }
  return { additions: additions.sort((a, b) => compareNatural(pathOf(a), pathOf(b))), left };
}

/** A group stands above its properties, and they in the order of their names. */
function pathOf({ place }: Addition): string {
  return place.map(({ entry, fields }) => entry ?? JSON.stringify(fields)).join('\n');
}

const REFERRED = { because: 'referred', reason: 'The files only refer to it.' };

/** A definition of the service that a user changed differs between accounts. */
function customizedOf({ customized }: LiveResource): Omit<NotDeclared, 'address'> | undefined {
  if (customized !== true) return undefined;
  return { because: 'service-customized', reason: "It is the service's own, and a user changed it." };
}

/** A locked definition is worth declaring if it has something that can be changed, such as an entry of an unlocked list. */
function findLock({ locked, unlocked = [], fields }: LiveResource): Omit<NotDeclared, 'address'> | undefined {
  const isEmpty = (value: Json): boolean => isList(value) && value.length === 0;
  if (locked === undefined || unlocked.some((field) => !isEmpty(fields[field] ?? []))) return undefined;
  return { because: 'read-only', reason: `No user can change it: ${locked}.` };
}
