/** Which properties a call may see: those of the store, or older ones while a read-lag fault hits it. */

import type { EndpointId } from '../../contract/endpoints.ts';
import { DEFAULT_LAG_MS, type Faults } from '../faults/faults.ts';
import { changedList, type ReadLag } from '../faults/read-lag.ts';
import type { FaultRule } from '../faults/rule.ts';
import type { SeenProperties } from '../handlers/handler.ts';
import { findProperty, listProperties } from '../store/properties.ts';
import type { Db } from '../store/tables.ts';

interface SeenContext {
  readonly db: Db;
  readonly faults: Faults;
  readonly lag: ReadLag;
}

export function seenProperties(
  { db, lag }: SeenContext,
  { hubId, faults, now }: { readonly hubId: number; readonly faults: readonly FaultRule[]; readonly now: number },
): SeenProperties {
  const lagging = faults.find((fault) => fault.do === 'read-lag');
  const older = (objectType: string) =>
    lagging === undefined ? undefined : lag.before({ hubId, objectType }, { now, ms: lagging.ms ?? DEFAULT_LAG_MS });
  return {
    propertiesOf: async (objectType, archived = 'active') =>
      older(objectType)?.filter(({ archivedAt }) => (archivedAt !== null) === (archived === 'archived')) ??
      listProperties(db, hubId, objectType, archived),
    propertyOf: async (objectType, name) => {
      const list = older(objectType);
      return list === undefined
        ? findProperty(db, hubId, objectType, name)
        : list.find((property) => property.name === name);
    },
  };
}

/** Keeps the properties that a write is about to change, where a later read may lag. */
export async function rememberProperties(
  { db, faults, lag }: SeenContext,
  {
    endpoint,
    params,
    hubId,
    now,
  }: {
    readonly endpoint: EndpointId;
    readonly params: Readonly<Record<string, string>>;
    readonly hubId: number | undefined;
    readonly now: number;
  },
): Promise<void> {
  const longest = faults.longestLag();
  const objectType = changedList(endpoint, params);
  if (longest === undefined || objectType === undefined || hubId === undefined) return;
  const list = [
    ...(await listProperties(db, hubId, objectType)),
    ...(await listProperties(db, hubId, objectType, 'archived')),
  ];
  lag.remember({ hubId, objectType }, list, { now, longest });
}
