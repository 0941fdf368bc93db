/** Lists as a call may see them: a read-lag fault shows the lists as they were before recent writes. */

import type { EndpointId } from '../../contract/endpoints.ts';
import { DEFAULT_LAG_MS, type Faults } from '../faults/faults.ts';
import { changedList, createReadLag, type ReadLag } from '../faults/read-lag.ts';
import type { FaultRule } from '../faults/rule.ts';
import type { SeenLists } from '../handlers/handler.ts';
import type { StoredPipeline } from '../model/pipeline.ts';
import type { StoredProperty } from '../model/property.ts';
import { listCustomObjectTypes } from '../store/accounts.ts';
import { listPipelines } from '../store/pipelines.ts';
import { findProperty, listProperties } from '../store/properties.ts';
import type { Db, ObjectTypeRow } from '../store/tables.ts';

/** A lag for each kind of list. Lists of properties and object types include archived entries. */
export interface Lags {
  readonly properties: ReadLag<StoredProperty>;
  readonly pipelines: ReadLag<StoredPipeline>;
  /** Kept for the empty object type: the list is that of the account. */
  readonly objectTypes: ReadLag<ObjectTypeRow>;
}

export function createLags(): Lags {
  return { properties: createReadLag(), pipelines: createReadLag(), objectTypes: createReadLag() };
}

interface SeenContext {
  readonly db: Db;
  readonly faults: Faults;
  readonly lags: Lags;
}

export function seenLists(
  { db, lags }: SeenContext,
  { hubId, faults, now }: { readonly hubId: number; readonly faults: readonly FaultRule[]; readonly now: number },
): SeenLists {
  const lagging = faults.find((fault) => fault.do === 'read-lag');
  const older = <T>(lag: ReadLag<T>, objectType: string) =>
    lagging === undefined ? undefined : lag.before({ hubId, objectType }, { now, ms: lagging.ms ?? DEFAULT_LAG_MS });
  return {
    propertiesOf: async (objectType, archived = 'active') =>
      older(lags.properties, objectType)?.filter(
        ({ archivedAt }) => (archivedAt !== null) === (archived === 'archived'),
      ) ?? listProperties(db, hubId, objectType, archived),
    propertyOf: async (objectType, name) => {
      const list = older(lags.properties, objectType);
      return list === undefined
        ? findProperty(db, hubId, objectType, name)
        : list.find((property) => property.name === name);
    },
    pipelinesOf: async (objectType) => older(lags.pipelines, objectType) ?? listPipelines(db, hubId, objectType),
    customTypes: async (which) =>
      older(lags.objectTypes, '')?.filter(({ archived }) => which === 'all' || archived === 0) ??
      listCustomObjectTypes(db, hubId, which),
  };
}

interface Write {
  readonly endpoint: EndpointId;
  readonly params: Readonly<Record<string, string>>;
  readonly hubId: number | undefined;
  readonly now: number;
}

/** Keeps the list that a write is about to change, if a later read may lag. */
export async function rememberLists(
  { db, faults, lags }: SeenContext,
  { endpoint, params, hubId, now }: Write,
): Promise<void> {
  const longest = faults.longestLag();
  const changed = changedList(endpoint, params);
  if (longest === undefined || changed === undefined || hubId === undefined) return;
  const key = { hubId, objectType: changed.objectType };
  const times = { now, longest };
  switch (changed.of) {
    case 'properties': {
      const active = await listProperties(db, hubId, key.objectType);
      const archived = await listProperties(db, hubId, key.objectType, 'archived');
      lags.properties.remember(key, [...active, ...archived], times);
      return;
    }
    case 'pipelines':
      lags.pipelines.remember(key, await listPipelines(db, hubId, key.objectType), times);
      return;
    case 'objectTypes':
      lags.objectTypes.remember(key, await listCustomObjectTypes(db, hubId, 'all'), times);
  }
}
