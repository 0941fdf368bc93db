/** Creating, changing and archiving object schemas (interface 11.4; assumption A67). */

import { isStandardObjectType, objectTypeIdOf } from '../../contract/object-types.ts';
import { addDefaults } from '../data/add-defaults.ts';
import { addLink } from '../data/association-types.ts';
import { createDated } from '../data/dated-property-writes.ts';
import { checkedPartners, checkUpdate } from '../data/schema-checks.ts';
import { changedDetails, detailsOf, newDetails } from '../data/schema-details.ts';
import { schemaDefinition, wholeSchema } from '../data/schema-replies.ts';
import { invalid, notFound, Refusal } from '../model/refusal.ts';
import { listCustomObjectTypes, spellsObjectType } from '../store/accounts.ts';
import { nextNumber } from '../store/open.ts';
import { deletePipelines } from '../store/pipelines.ts';
import { listProperties } from '../store/properties.ts';
import { deleteRows, insertNew, listRows, updateRows } from '../store/rows.ts';
import type { Db, ObjectTypeRow } from '../store/tables.ts';
import type { Handler } from './handler.ts';

/** Creates the type with its group, properties and associations. An archived type of the same name is purged (assumption A67). */
export const createDatedSchema: Handler<'createDatedSchema'> = async ({ db, identity, body, now }) => {
  const { hubId, userId } = identity;
  const partners = await checkedPartners(db, hubId, body);
  const { name, properties } = body;
  for (const archived of await listCustomObjectTypes(db, hubId, 'archived')) {
    if (spellsObjectType(archived, name)) await purge(db, archived);
  }
  const type = await addType(db, { hub_id: hubId, name, details: JSON.stringify(newDetails(body, { now, userId })) });
  await addDefaults(db, hubId, [{ objectType: type.id, customName: name }], now);
  for (const [index, { optionSortStrategy: _, searchableInGlobalSearch: __, ...property }] of properties.entries()) {
    const given = { ...property, groupName: property.groupName ?? `${name}_information` };
    const externalOptions = property.referencedObjectType === undefined ? {} : { externalOptions: true };
    const write = { db, now, identity, objectType: type.id };
    await below(index, () => createDated(write, { ...given, ...externalOptions }));
  }
  for (const to of partners) await addLink(db, hubId, { from: type.id, to, now });
  return { body: await wholeSchema({ db, hubId, now }, type, await listProperties(db, hubId, type.id)) };
};

/** An update that changes nothing does not change its time either. */
export const updateDatedSchema: Handler<'updateDatedSchema'> = async ({ db, identity, params, body, now }) => {
  const { hubId, userId } = identity;
  const type = await customType(db, hubId, params.object_type);
  checkUpdate(body, new Set((await listProperties(db, hubId, type.id)).map(({ name }) => name)));
  const before = detailsOf(type, { now, userId });
  const after = changedDetails(before, body);
  const isChanged = JSON.stringify(after) !== JSON.stringify(before);
  const details = JSON.stringify({ ...after, updatedAt: now, updatedByUserId: userId });
  if (isChanged) await updateRows(db, 'object_types', { hub_id: hubId, id: type.id }, { details });
  return { body: { ...schemaDefinition(hubId, isChanged ? { ...type, details } : type), portalId: hubId } };
};

/**
 * Its associations, labels, limits and pipelines go with it; its properties and its name stay until it is removed for good, which has to be asked
 * for, and only then. Done again it is a 404.
 */
export const archiveDatedSchema: Handler<'archiveDatedSchema'> = async ({ db, identity, params, query, now }) => {
  const { hubId, userId } = identity;
  const isPurge = query?.archived === 'true';
  const type = await customType(db, hubId, params.object_type, isPurge ? 'archived' : 'active');
  if (isPurge) {
    await purge(db, type);
    return { body: undefined };
  }
  await checkNoRecords(db, type);
  for (const end of ['from_type', 'to_type']) {
    await deleteRows(db, 'association_types', { hub_id: hubId, [end]: type.id });
    await deleteRows(db, 'deleted_labels', { hub_id: hubId, [end]: type.id });
    await deleteRows(db, 'association_limits', { hub_id: hubId, [end]: type.id });
  }
  await deletePipelines(db, hubId, type.id);
  const before = detailsOf(type, { now, userId });
  const details = JSON.stringify({ ...before, updatedAt: now, updatedByUserId: userId });
  await updateRows(db, 'object_types', { hub_id: hubId, id: type.id }, { archived: 1, details });
  return { body: undefined };
};

/** A type of the account: throws a 400 for a standard one, and a 404 where it is archived or is not. */
export async function customType(
  db: Db,
  hubId: number,
  id: string,
  which: 'active' | 'archived' = 'active',
): Promise<ObjectTypeRow> {
  if (isStandardObjectType(id)) {
    throw invalid(`The schema of the object type ${objectTypeIdOf(id)} cannot be changed: it is no custom object.`);
  }
  const found = (await listCustomObjectTypes(db, hubId, which)).find((type) => type.id === id);
  if (found === undefined) throw notFound(`The account has no ${which} schema of the object type ${id}.`);
  return found;
}

/** Throws a 400 if a stage of the type holds records. */
async function checkNoRecords(db: Db, { hub_id, id }: ObjectTypeRow): Promise<void> {
  const records = await listRows(db, 'stage_records', { hub_id, object_type: id });
  if (records.length === 0) return;
  throw invalid(`The object type ${id} has ${records.length} records.`, { subCategory: 'EXISTING_OBJECT_RECORDS' });
}

/** Deletes the type with its properties and groups: its name is free again. */
async function purge(db: Db, { hub_id, id }: ObjectTypeRow): Promise<void> {
  await deleteRows(db, 'properties', { hub_id, object_type: id });
  await deleteRows(db, 'property_groups', { hub_id, object_type: id });
  await deleteRows(db, 'object_types', { hub_id, id });
}

/** An id that the account has not had: not of a seed either. */
async function addType(db: Db, given: Omit<ObjectTypeRow, 'id' | 'archived'>): Promise<ObjectTypeRow> {
  for (;;) {
    const row = { ...given, id: `2-${await nextNumber(db, 'object-type', FIRST_NUMBER)}`, archived: 0 };
    if (await insertNew(db, 'object_types', row)) return row;
  }
}

/** One sequence for all accounts: a type of the same name has another id in each. */
const FIRST_NUMBER = 50_000_001;

/** What a refused property names is within it. */
async function below(index: number, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { errors, ...body } = error.body ?? {};
    const named = errors?.map((one) => ({ ...one, in: `properties.${index}.${one.in}` }));
    throw new Refusal(error.status, { ...body, ...(named && { errors: named }) });
  }
}
