/** Stored members of a schema: how they start, how an update changes them, and which values they had (assumptions A67, A94, A95, A97). */

import type { DatedSchemaCreate, DatedSchemaUpdate } from '../../contract/dated-schema-writes.ts';
import { SCHEMA_READ_LAG_MS } from '../../contract/dated-schemas.ts';
import { nextNumber } from '../store/open.ts';
import { deleteRows, insertNew, listRows } from '../store/rows.ts';
import type { Db, ObjectTypeRow } from '../store/tables.ts';

export interface SchemaDetails {
  readonly labels: { readonly singular: string; readonly plural: string };
  readonly description: string | null;
  readonly primaryDisplayProperty: string;
  readonly secondaryDisplayProperties: readonly string[];
  readonly requiredProperties: readonly string[];
  readonly searchableProperties: readonly string[];
  readonly allowsSensitiveProperties: boolean;
  /** Stored for replies only: the interface cannot restore an archived type. */
  readonly restorable: boolean;
  readonly createdAt: number;
  readonly createdByUserId: number;
  readonly updatedAt: number;
  readonly updatedByUserId: number;
}

type Given = Pick<
  DatedSchemaCreate,
  | 'labels'
  | 'description'
  | 'secondaryDisplayProperties'
  | 'requiredProperties'
  | 'searchableProperties'
  | 'allowsSensitiveProperties'
> & { readonly primaryDisplayProperty: string };

export function makeDetails(
  given: Given,
  { now, userId }: { readonly now: number; readonly userId: number },
): SchemaDetails {
  return {
    labels: given.labels,
    description: given.description ?? null,
    primaryDisplayProperty: given.primaryDisplayProperty,
    secondaryDisplayProperties: given.secondaryDisplayProperties ?? [],
    requiredProperties: asSet(given.requiredProperties ?? []),
    searchableProperties: asSet(given.searchableProperties ?? ['hs_object_id']),
    allowsSensitiveProperties: given.allowsSensitiveProperties ?? true,
    restorable: true,
    createdAt: now,
    createdByUserId: userId,
    updatedAt: now,
    updatedByUserId: userId,
  };
}

/** Members that the update leaves out have the values of `base`. */
export function changeDetails(base: SchemaDetails, body: DatedSchemaUpdate): SchemaDetails {
  const { labels = {} } = body;
  return {
    ...base,
    labels: { singular: labels.singular ?? base.labels.singular, plural: labels.plural ?? base.labels.plural },
    description: body.clearDescription === true ? null : (body.description ?? base.description),
    primaryDisplayProperty: body.primaryDisplayProperty ?? base.primaryDisplayProperty,
    secondaryDisplayProperties: body.secondaryDisplayProperties ?? base.secondaryDisplayProperties,
    requiredProperties: asSet(body.requiredProperties ?? base.requiredProperties),
    searchableProperties: asSet(body.searchableProperties ?? base.searchableProperties),
    allowsSensitiveProperties: body.allowsSensitiveProperties ?? base.allowsSensitiveProperties,
    restorable: body.restorable ?? base.restorable,
  };
}

/** Sorts the names and removes repeats, so that a reader cannot rely on the order of a request. */
function asSet(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}

export function parseDetails({ details }: Pick<ObjectTypeRow, 'details'>): SchemaDetails {
  return JSON.parse(details);
}

/** Keeps the details that a write at `now` replaces. Forgets those that no reader can see any more. */
export async function keepEarlier(db: Db, { hub_id, id, details }: ObjectTypeRow, now: number): Promise<void> {
  const key = { hub_id, object_type: id };
  const kept = await listRows(db, 'earlier_schemas', key);
  const old = kept.filter((row) => !isSeen(row, now)).map(({ number }) => number);
  await deleteRows(db, 'earlier_schemas', { ...key, number: old });
  const number = await nextNumber(db, `earlier-schema-${hub_id}`, 1);
  await insertNew(db, 'earlier_schemas', { ...key, number, replaced_at: now, details });
}

/** Returns the details that the last writes replaced, the earliest first. */
export async function listEarlier(
  db: Db,
  { hub_id, id }: Pick<ObjectTypeRow, 'hub_id' | 'id'>,
  now: number,
): Promise<readonly string[]> {
  const kept = await listRows(db, 'earlier_schemas', { hub_id, object_type: id });
  return kept.filter((row) => isSeen(row, now)).map(({ details }) => details);
}

function isSeen({ replaced_at }: { readonly replaced_at: number }, now: number): boolean {
  return replaced_at > now - SCHEMA_READ_LAG_MS;
}
