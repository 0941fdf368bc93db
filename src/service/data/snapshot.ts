/** The contents of an account as readonly sorted data, for assertions and for the page. */

import { UsageError } from '../../errors.ts';
import type { StoredPipeline } from '../model/pipeline.ts';
import type { StoredProperty } from '../model/property.ts';
import { listCustomObjectTypes, listObjectTypes } from '../store/accounts.ts';
import { listEventProperties, type StoredEventProperty } from '../store/event-properties.ts';
import { listPipelineIds, listPipelines } from '../store/pipelines.ts';
import { listProperties } from '../store/properties.ts';
import { findRow, listRows } from '../store/rows.ts';
import type { Db, ObjectTypeRow } from '../store/tables.ts';
import { listTimelineEvents, type StoredTimelineEvent } from '../store/timeline.ts';
import { listGroups } from './group-writes.ts';
import { parseDetails, type SchemaDetails } from './schema-details.ts';

export interface SnapshotGroup {
  readonly name: string;
  readonly displayName: string;
  readonly displayOrder: number;
  readonly serviceDefined: boolean;
}

export interface SnapshotSubscription {
  readonly id: string;
  readonly appId: number;
  readonly eventType: string;
  readonly propertyName: string | undefined;
  readonly objectTypeId: string | undefined;
  readonly eventTypeName: string | undefined;
  readonly active: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface SnapshotLimit {
  readonly from: string;
  readonly to: string;
  /** SERVICE_DEFINED for both spellings of that category. */
  readonly category: string;
  readonly typeId: number;
  readonly maxToObjectIds: number;
}

/** A direction of an association label, or of the unlabelled association of a custom object type. */
export interface SnapshotLabel {
  readonly from: string;
  readonly to: string;
  readonly typeId: number;
  readonly name: string;
  /** Null if the association is unlabelled. */
  readonly label: string | null;
}

/** A custom object type. Members that only say who changed it, and when, are left out. */
export interface SnapshotObjectType
  extends Omit<SchemaDetails, 'createdAt' | 'createdByUserId' | 'updatedAt' | 'updatedByUserId' | 'restorable'> {
  readonly id: string;
  readonly name: string;
  readonly archived: boolean;
}

export interface AccountSnapshot {
  readonly hubId: number;
  readonly domain: string;
  /** Custom types by id, archived types too. */
  readonly objectTypes: readonly SnapshotObjectType[];
  /** By object type (plural name or `2-<n>`), in display order. */
  readonly groups: Readonly<Record<string, readonly SnapshotGroup[]>>;
  /** Active properties by object type, by name. */
  readonly properties: Readonly<Record<string, readonly StoredProperty[]>>;
  readonly archivedProperties: Readonly<Record<string, readonly StoredProperty[]>>;
  /** By object type, by id. */
  readonly pipelines: Readonly<Record<string, readonly StoredPipeline[]>>;
  /** Of the apps installed in the account, by id. */
  readonly subscriptions: readonly SnapshotSubscription[];
  /** By event definition, by name. */
  readonly eventProperties: Readonly<Record<string, readonly StoredEventProperty[]>>;
  /** Directions, by type id. */
  readonly associationLabels: readonly SnapshotLabel[];
  readonly limits: readonly SnapshotLimit[];
  readonly timelineEvents: readonly StoredTimelineEvent[];
  readonly contacts: readonly { readonly objectId: string; readonly email: string | null }[];
}

/** Throws UsageError for an account that is not there. */
export async function takeSnapshot(db: Db, hubId: number): Promise<AccountSnapshot> {
  const account = await findRow(db, 'accounts', { hub_id: hubId });
  if (account === undefined) throw new UsageError('no-such-account', `Account ${hubId} does not exist.`);
  const types = await listObjectTypes(db, hubId);
  const piped = [...new Set((await listPipelineIds(db, hubId)).map(({ objectType }) => objectType))];
  const definitions = (await listRows(db, 'event_definitions', { hub_id: hubId })).map(({ name }) => name);
  return {
    hubId,
    domain: account.domain,
    objectTypes: (await listCustomObjectTypes(db, hubId, 'all')).map(buildObjectType),
    groups: await byKey(types, (type) => readGroups(db, hubId, type)),
    properties: await byKey(types, (type) => listProperties(db, hubId, type)),
    archivedProperties: await byKey(types, (type) => listProperties(db, hubId, type, 'archived')),
    pipelines: await byKey(piped, (type) => listPipelines(db, hubId, type)),
    subscriptions: await readSubscriptions(db, hubId),
    eventProperties: await byKey(definitions, (name) => listEventProperties(db, hubId, name)),
    associationLabels: (await listRows(db, 'association_types', { hub_id: hubId })).map((row) => ({
      from: row.from_type,
      to: row.to_type,
      typeId: row.type_id,
      name: row.name,
      label: row.label,
    })),
    limits: (await listRows(db, 'association_limits', { hub_id: hubId })).map((row) => ({
      from: row.from_type,
      to: row.to_type,
      category: row.category,
      typeId: row.type_id,
      maxToObjectIds: row.max_to_object_ids,
    })),
    timelineEvents: await listTimelineEvents(db, hubId),
    contacts: (await listRows(db, 'contacts', { hub_id: hubId })).map((row) => ({
      objectId: row.object_id,
      email: row.email,
    })),
  };
}

function buildObjectType(type: ObjectTypeRow): SnapshotObjectType {
  const { createdAt, createdByUserId, updatedAt, updatedByUserId, restorable, ...members } = parseDetails(type);
  return { id: type.id, name: type.name, archived: type.archived === 1, ...members };
}

async function readGroups(db: Db, hubId: number, objectType: string): Promise<readonly SnapshotGroup[]> {
  return (await listGroups(db, hubId, objectType)).map((row) => ({
    name: row.name,
    displayName: row.display_name,
    displayOrder: row.display_order,
    serviceDefined: row.service_defined === 1,
  }));
}

async function readSubscriptions(db: Db, hubId: number): Promise<readonly SnapshotSubscription[]> {
  const installs = await listRows(db, 'installs', { hub_id: hubId });
  const rows = await listRows(db, 'subscriptions', { app_id: installs.map((install) => install.app_id) });
  return rows.map((row) => ({
    id: String(row.id),
    appId: row.app_id,
    eventType: row.event_type,
    propertyName: row.property_name === '' ? undefined : row.property_name,
    objectTypeId: row.object_type_id === '' ? undefined : row.object_type_id,
    eventTypeName: row.event_type_name === '' ? undefined : row.event_type_name,
    active: row.active === 1,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }));
}

async function byKey<T>(keys: readonly string[], read: (key: string) => Promise<T>): Promise<Record<string, T>> {
  const entries: [string, T][] = [];
  for (const key of keys) entries.push([key, await read(key)]);
  return Object.fromEntries(entries);
}
