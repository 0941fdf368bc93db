/** The state of an account as it is read now, and what the files declare for it. Writes nothing. */

import { defined } from '../contract/defined.ts';
import { kindLookup, kindNamed } from '../engine/kind-lookup.ts';
import { isListed, narrowed } from '../engine/observe/inventory.ts';
import { ConfigError } from '../errors.ts';
import { type Address, KIND_NAMES, kindIn, parseAddress } from '../model/address.ts';
import type { Holder, Resolution } from '../model/desired.ts';
import { isUnsupported, type Kind } from '../model/kind.ts';
import type { Live, LivePart, LiveResource } from '../model/live.ts';
import { compareNatural } from '../model/natural.ts';
import type {
  DeclaredState,
  Snapshot,
  SnapshotAccount,
  SnapshotKind,
  SnapshotResource,
  Unread,
} from '../model/snapshot.ts';
import { holdersOf } from './holders.ts';
import { NOTHING } from './observer.ts';
import type { Parts } from './parts.ts';
import { type Scope, scopeOf } from './pull/scope.ts';
import type { SnapshotOptions } from './types.ts';

/** Throws ConfigError when a finding is an error. */
export async function snapshot(parts: Parts, options: SnapshotOptions = {}): Promise<Snapshot> {
  requireSound(parts);
  const { patterns = [], objects, also = [], concurrency } = options;
  const { desired } = parts.resolution;
  const ledger = await parts.store.read();
  const declared = desired.resources.map(({ address }) => address);
  const asked = ofNoApp(parts.kinds, also);
  const known = [...declared, ...(Object.keys(ledger.records) as Address[]), ...asked];
  const scope = scopeOf(parts.kinds, known, { patterns, ...defined({ objects }) });
  const { hubId } = await parts.prove(ledger);
  const isRead = isListed(scope.kinds, scope.objectTypes);
  const { live, naming } = await parts.look(narrowed(ledger, isRead), NOTHING, {
    also: [...declared.filter(isRead), ...scope.named],
    asked: asked.filter(isRead),
    whole: scope.objectTypes,
    kinds: scope.kinds,
    holders: ownHolders(parts),
    // What is read as a whole leaves out nothing that is there.
    ...{ inParts: true, listsOnly: true },
    ...defined({ concurrency }),
  });
  const resources = [...live.resources.values()].flatMap(shownOf).filter(({ address }) => scope.isMeant(address));
  const { parts: looked = [] } = live;
  return {
    account: { ...accountOf(parts.resolution), hubId },
    takenAt: new Date(parts.clock.now()).toISOString(),
    ...(patterns.length === 0 ? {} : { patterns }),
    ...typeIdsOf(scope, resources, naming.names.typeIdOf),
    ...appsOf(
      parts,
      looked.filter(({ kind }) => isOfApp(kind, scope.kinds)).map(({ of }) => of),
    ),
    kinds: scope.kinds.map(toldOf),
    parts: looked.map(partOf).sort((a, b) => byKind(a, b) || compareNatural(a.of, b.of)),
    ...singlesOf(live, looked, scope),
    resources: resources.sort((a, b) => byKind(a, b) || compareNatural(a.address, b.address)),
    findings: live.findings,
  };
}

/** Throws ConfigError when a finding is an error. */
export function declaredState(parts: Parts): DeclaredState {
  requireSound(parts);
  const { desired } = parts.resolution;
  const resources = [
    ...desired.resources.map(({ address, kind, spec }) => ({ address, kind, fields: spec })),
    ...referredTo(parts),
  ];
  const { kindOf } = kindLookup(parts.kinds);
  const apps = desired.resources.flatMap(({ address }) => kindOf(address)?.app?.(address) ?? []);
  return { account: accountOf(parts.resolution), ...appsOf(parts, apps), resources };
}

/** What the files only refer to, such as a group without a displayName: they expect it to be there, and declare no field of it. */
function referredTo({ kinds, resolution: { desired } }: Parts): readonly SnapshotResource[] {
  const declared = new Set(desired.resources.map(({ address }) => address));
  const named = new Set(desired.resources.flatMap(({ kind, spec }) => kindNamed(kinds, kind).dependsOn(spec)));
  return [...named].flatMap((address) => {
    const kind = kindIn(address);
    return kind === undefined || declared.has(address) ? [] : [{ address, kind, fields: {} }];
  });
}

function requireSound({ findings }: Parts): void {
  if (findings.some(({ severity }) => severity === 'error')) throw new ConfigError(findings);
}

function accountOf({ account: { name, hubId, baseUrl, surface } }: Pick<Resolution, 'account'>): SnapshotAccount {
  return { name, hubId: hubId ?? null, baseUrl, surface };
}

/** An app belongs to no account: who asks for one has it in the own files. */
function ofNoApp(kinds: readonly Kind[], addresses: readonly Address[]): readonly Address[] {
  const { kindOf } = kindLookup(kinds);
  return addresses.filter((address) => kindOf(address)?.app === undefined);
}

/** The app that a value names in another account alone is that account's: it has one of its own in this one. */
function ownHolders(parts: Parts): readonly Holder[] {
  const { values, valuesOfOthers, holders } = parts.resolution;
  const own = new Set(Object.values(values).map(String));
  const others = new Set(valuesOfOthers.flatMap((some) => Object.values(some).map(String)));
  const isNamed = ({ kind, name }: Holder): boolean => holders.some((one) => one.kind === kind && one.name === name);
  return holdersOf(parts).filter((one) => isNamed(one) || own.has(one.name) || !others.has(one.name));
}

/** What a read shows of it; nothing of what only the ledger says. */
function shownOf({ address, kind, fields, basis, shown, defined: whose, locked, unlocked }: LiveResource) {
  const isRead = basis === 'observed' || basis === 'inferred';
  if (!isRead && shown !== true) return [];
  const one: SnapshotResource = {
    address,
    kind,
    ...defined({ defined: whose, locked, unlocked }),
    fields: isRead ? fields : {},
  };
  return [one];
}

function toldOf({ name, reader, fields }: Kind): SnapshotKind {
  const own = { kind: name, fields: Object.keys(fields) };
  if (isUnsupported(reader)) return { ...own, shows: 'nothing', reason: reader.reason };
  if (reader.proves === 'both') return { ...own, shows: 'all' };
  return { ...own, shows: 'existence', reason: 'Only what something else refers to is shown.' };
}

function partOf({ kind, of, unread, partly }: LivePart) {
  return {
    ...{ kind, of },
    ...(unread === undefined ? {} : { unread: causeOf(unread) }),
    ...(partly === undefined ? {} : { partly: causeOf(partly) }),
  };
}

function causeOf({ code, message }: { readonly code: string; readonly message: string }): Unread {
  return { because: code, reason: message };
}

/** Single resources: of those in a part that was not read, the part says it. */
function singlesOf(live: Live, looked: readonly LivePart[], { isMeant }: Scope): Pick<Snapshot, 'unread' | 'absent'> {
  const failed = new Set(looked.flatMap(({ unread }) => unread ?? []));
  const unread = [...live.unseen].filter(isMeant).flatMap((address) => {
    const cause = live.causes?.get(address);
    return cause === undefined || failed.has(cause) ? [] : [{ address, ...causeOf(cause) }];
  });
  const absent = [...(live.lacking?.keys() ?? [])].filter((one) => isMeant(one) && !live.unseen.has(one));
  return {
    ...(unread.length === 0 ? {} : { unread: unread.sort((a, b) => compareNatural(a.address, b.address)) }),
    ...(absent.length === 0 ? {} : { absent: absent.sort(compareNatural) }),
  };
}

function typeIdsOf(
  { objectTypes }: Scope,
  resources: readonly SnapshotResource[],
  typeIdOf: (type: string) => string,
): Pick<Snapshot, 'typeIds'> {
  const parts = resources.flatMap(({ address }) => parseAddress(address)?.parts.slice(0, 2) ?? []);
  const ids = [...new Set([...objectTypes, ...parts])].sort().flatMap((type) => {
    const id = typeIdOf(type);
    return id === type ? [] : [[type, id] as const];
  });
  return ids.length === 0 ? {} : { typeIds: Object.fromEntries(ids) };
}

function isOfApp(name: Kind['name'], kinds: readonly Kind[]): boolean {
  return kindNamed(kinds, name).app !== undefined;
}

/** Which apps are one app to the files: those that a value of the account names. */
function appsOf({ resolution }: Parts, seen: readonly string[]): Pick<Snapshot, 'apps'> {
  const apps = [...new Set(seen)].sort().flatMap((id) => {
    const names = Object.entries(resolution.values).flatMap(([name, value]) => (String(value) === id ? [name] : []));
    return names.length === 0 ? [] : [[id, names.sort().join(' ')] as const];
  });
  return apps.length === 0 ? {} : { apps: Object.fromEntries(apps) };
}

function byKind(one: { readonly kind: Kind['name'] }, other: { readonly kind: Kind['name'] }): number {
  return KIND_NAMES.indexOf(one.kind) - KIND_NAMES.indexOf(other.kind);
}
