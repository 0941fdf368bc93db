/** Creating, changing and archiving object schemas (interface 11.4; assumption A67). */

import { isStandardObjectType, objectTypeIdOf } from '../../contract/object-types.ts';
import { addDefaults } from '../data/add-defaults.ts';
import { createDated } from '../data/dated-property-writes.ts';
import { checkedPartners, checkUpdate } from '../data/schema-checks.ts';
import { changedDetails, detailsOf, newDetails } from '../data/schema-details.ts';
import { addLink } from '../data/schema-links.ts';
import { schemaDefinition, wholeSchema } from '../data/schema-replies.ts';
import { invalid, notFound, Refusal } from '../model/refusal.ts';
import { insertObjectType, listCustomObjectTypes, type ObjectTypeRow, spellsObjectType } from '../store/accounts.ts';
import { deleteAssociationsOf, purgeObjectType, saveSchema } from '../store/object-schemas.ts';
import { nextNumber } from '../store/open.ts';
import { listProperties } from '../store/properties.ts';
import type { Db } from '../store/tables.ts';
import type { Handler } from './handler.ts';

/** Creates the type with its group, properties and associations. An archived type of the same name is purged (assumption A67). */
export const createDatedSchema: Handler<'createDatedSchema'> = async ({ db, identity, body, now }) => {
  const { hubId, userId } = identity;
  const partners = await checkedPartners(db, hubId, body);
  const { name, properties } = body;
  for (const archived of await listCustomObjectTypes(db, hubId, 'archived')) {
    if (spellsObjectType({ hubId, ...archived }, name)) await purgeObjectType(db, hubId, archived.id);
  }
  const type = await addType(db, hubId, name);
  await addDefaults(db, hubId, [{ objectType: type.id, customName: name }], now);
  for (const [index, { optionSortStrategy: _, searchableInGlobalSearch: __, ...property }] of properties.entries()) {
    const given = { ...property, groupName: property.groupName ?? `${name}_information` };
    const externalOptions = property.referencedObjectType === undefined ? {} : { externalOptions: true };
    const write = { db, now, identity, objectType: type.id };
    await below(index, () => createDated(write, { ...given, ...externalOptions }));
  }
  await saveSchema(db, hubId, type.id, { archived: false, details: newDetails(body, { now, userId }) });
  for (const to of partners) await addLink(db, hubId, { from: type.id, to, now });
  return { body: await wholeSchema(db, hubId, type, await listProperties(db, hubId, type.id)) };
};

/** An update that changes nothing does not change its time either. */
export const updateDatedSchema: Handler<'updateDatedSchema'> = async ({ db, identity, params, body, now }) => {
  const { hubId, userId } = identity;
  const type = await customType(db, hubId, params.object_type);
  checkUpdate(body, new Set((await listProperties(db, hubId, type.id)).map(({ name }) => name)));
  const before = await detailsOf(db, hubId, type, { now, userId });
  const after = changedDetails(before, body);
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    const details = { ...after, updatedAt: now, updatedByUserId: userId };
    await saveSchema(db, hubId, type.id, { archived: false, details });
  }
  return { body: { ...(await schemaDefinition(db, hubId, type)), portalId: hubId } };
};

/**
 * Its associations, labels and limits go with it; its properties and its name stay until it is removed for good, which has to be asked
 * for, and only then. Done again it is a 404.
 */
export const archiveDatedSchema: Handler<'archiveDatedSchema'> = async ({ db, identity, params, query, now }) => {
  const { hubId, userId } = identity;
  const isPurge = query?.archived === 'true';
  const type = await customType(db, hubId, params.object_type, isPurge ? 'archived' : 'active');
  if (isPurge) {
    await purgeObjectType(db, hubId, type.id);
    return { body: undefined };
  }
  await deleteAssociationsOf(db, hubId, type.id);
  const before = await detailsOf(db, hubId, type, { now, userId });
  const details = { ...before, updatedAt: now, updatedByUserId: userId };
  await saveSchema(db, hubId, type.id, { archived: true, details });
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

/** An id that the account has not had: not of a seed either. */
async function addType(db: Db, hubId: number, name: string): Promise<ObjectTypeRow> {
  for (;;) {
    const row = { hub_id: hubId, id: `2-${await nextNumber(db, 'object-type', FIRST_NUMBER)}`, name };
    if (await insertObjectType(db, row)) return row;
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
    const { errors, ...body } = error.body;
    const named = errors?.map((one) => ({ ...one, in: `properties.${index}.${one.in}` }));
    throw new Refusal(error.status, { ...body, ...(named && { errors: named }) });
  }
}
