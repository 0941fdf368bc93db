/** Reads an account for a comparison, and declares its contents in memory. Writes nothing. */

import { defined } from '../contract/defined.ts';
import { declare } from '../engine/comparison/declare.ts';
import { kindNamed } from '../engine/kind-lookup.ts';
import { isListed, narrowed } from '../engine/observe/inventory.ts';
import { serviceOwn } from '../engine/observe/service-own.ts';
import type { Address } from '../model/address.ts';
import type { Live, LiveResource } from '../model/live.ts';
import type { Reading, Snapshot, SnapshotScope } from '../model/snapshot.ts';
import { NOTHING } from './observer.ts';
import { otherObjects } from './other-objects.ts';
import type { Parts } from './parts.ts';
import { labelled } from './pull/labelled.ts';
import { scopeOf, withHeld } from './pull/scope.ts';
import type { SnapshotOptions } from './types.ts';
import { requireNoErrors } from './validate.ts';

/** Throws ConfigError if a finding is an error. */
export async function snapshot(parts: Parts, options: SnapshotOptions = {}): Promise<Snapshot> {
  const reading = await readNow(parts, options);
  return { ...reading, ...declare(reading), source: 'account', scope: scopeIn(options) };
}

/** Declarations of the files for the account. Makes no call. Throws ConfigError if a finding is an error. */
export function declared(parts: Parts, options: SnapshotOptions = {}): Snapshot {
  requireNoErrors(parts.findings);
  const { kinds, resolution, clock } = parts;
  const all = resolution.desired.resources;
  const scope = scopeOf(
    kinds,
    all.map(({ address }) => address),
    options,
  );
  const resources = all
    .filter(({ address }) => scope.isMeant(address))
    .map(({ address, kind, spec }) => ({ address, kind, spec, isOwn: false }));
  // The files expect the resources that they refer to, such as a group that they do not declare.
  const named = all.flatMap(({ address, kind, spec }) => [
    address,
    ...(kindNamed(kinds, kind).dependsOn?.(spec) ?? []),
  ]);
  const live: Live = {
    resources: new Map(named.map((address) => [address, { address } as LiveResource])),
    ...{ complete: true, unseen: new Set(), findings: [], reads: 0 },
  };
  return {
    ...{ source: 'files', scope: scopeIn(options), resources, notDeclared: [] },
    account: accountOf(parts, resolution.account.hubId ?? null),
    takenAt: new Date(clock.now()).toISOString(),
    ...{ kinds: scope.kinds, live, apps: findApps(parts), isMeant: scope.isMeant, isOwn: () => false },
  };
}

/** `also`: addresses of the other side. Throws ConfigError if a finding is an error. */
export async function readNow(parts: Parts, options: SnapshotOptions, also: readonly Address[] = []): Promise<Reading> {
  requireNoErrors(parts.findings);
  const { store, resolution, clock } = parts;
  const ledger = await store.read();
  const declared = resolution.desired.resources.map(({ address }) => address);
  const known = [...declared, ...(Object.keys(ledger.records) as Address[]), ...also];
  const scope = scopeOf(parts.kinds, known, options);
  const { hubId } = await parts.prove(ledger);
  const takenAt = new Date(clock.now()).toISOString();
  const isRead = isListed(scope.kinds, scope.objectTypes);
  const look = await parts.look(narrowed(ledger, isRead), NOTHING, {
    also: [...[...declared, ...also].filter(isRead), ...scope.named],
    whole: scope.objectTypes,
    kinds: withHeld(scope.kinds, parts.kinds),
    holders: resolution.holders,
    entire: scope.kinds.map(({ name }) => name),
    ...{ inParts: true, listsOnly: true },
    ...defined({ concurrency: options.concurrency }),
  });
  const isNamed = new Set(known);
  const { resources, ...live } = await labelled(
    look,
    { isFree: (address) => !isNamed.has(address), isMeant: scope.isMeant },
    parts,
  );
  const shown = [...resources.values()].filter(({ basis }) => basis === 'observed' || basis === 'inferred');
  const kinds = look.kinds.filter(({ name }) => scope.kinds.some((kind) => kind.name === name));
  const isWhole = options.objects === undefined && (options.patterns ?? []).length === 0;
  const ownOf = serviceOwn({ kinds: look.kinds, live: shown, ...defined({ parts: live.parts }) });
  return {
    account: accountOf(parts, hubId),
    ...{ takenAt, kinds, apps: findApps(parts), isMeant: scope.isMeant },
    live: { ...live, resources: new Map(shown.map((resource) => [resource.address, resource] as const)) },
    isOwn: (resource) => ownOf(resource) !== undefined,
    ...(isWhole ? { otherObjects: await otherObjects(parts, scope.objectTypes, look) } : {}),
  };
}

function accountOf({ resolution: { account } }: Parts, hubId: number | null): Reading['account'] {
  return { name: account.name, hubId, baseUrl: account.baseUrl, surface: account.surface };
}

function scopeIn({ patterns, objects, include }: SnapshotOptions): SnapshotScope {
  return defined({ patterns, objects, include });
}

/** App ids that the files name by a configured value. */
function findApps({ kinds, resolution: { holders, values } }: Parts): Reading['apps'] {
  const apps = new Set(holders.flatMap(({ kind, name }) => (kindNamed(kinds, kind).app === undefined ? [] : name)));
  const named = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(named.filter(([, id]) => apps.has(id)));
}
