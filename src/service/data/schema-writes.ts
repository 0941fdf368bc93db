/** Creating, changing and archiving object types with their schemas (interface 11.4; assumptions A67, A95). */

import type { DatedSchemaCreate, DatedSchemaUpdate } from '../../contract/dated-schema-writes.ts';
import { findObjectTypeId, isStandardObjectType } from '../../contract/object-types.ts';
import { invalid, notFound, Refusal } from '../model/refusal.ts';
import { listCustomObjectTypes } from '../store/accounts.ts';
import { nextNumber } from '../store/open.ts';
import { deletePipelines } from '../store/pipelines.ts';
import { listProperties } from '../store/properties.ts';
import { deleteRows, insertNew, listRows, updateRows } from '../store/rows.ts';
import type { Db, ObjectTypeRow } from '../store/tables.ts';
import { addDefaults } from './add-defaults.ts';
import { addLink } from './association-types.ts';
import { createDated } from './dated-property-writes.ts';
import { checkTypeRoom, rememberPurge } from './object-type-limit.ts';
import type { PropertyWrite } from './property-writes.ts';
import { checkPartners, checkUpdate, findActive, isSameName, nameTaken, requirePrimary } from './schema-checks.ts';
import {
  changeDetails,
  keepEarlier,
  listEarlier,
  makeDetails,
  parseDetails,
  type SchemaDetails,
} from './schema-details.ts';

export type SchemaEditor = Omit<PropertyWrite, 'objectType'>;

/** Values that an update gives to the members that it leaves out. `earlier`: those before the last write (assumption A95). */
export type LeftOut = 'current' | 'earlier';

/**
 * Creates the type with its group, properties and associations. Purges an archived type of the same name (assumption A67). With `taken`,
 * merges the body into an active type of the same name; else throws a 409.
 */
export async function createSchema(
  editor: SchemaEditor,
  given: DatedSchemaCreate,
  duplicates: 'refused' | 'taken',
): Promise<ObjectTypeRow> {
  const { db, now, identity } = editor;
  const { hubId, userId } = identity;
  const body = requirePrimary(given);
  const partners = await checkPartners(db, hubId, body);
  const { name, properties = [] } = body;
  const active = await findActive(db, hubId, name);
  if (active !== undefined) {
    if (duplicates === 'refused') throw nameTaken(name);
    return mergeSchema(editor, active, body);
  }
  for (const archived of await listCustomObjectTypes(db, hubId, 'archived')) {
    if (isSameName(archived, name)) await purgeType(editor, archived);
  }
  await checkTypeRoom(db, hubId);
  const details = JSON.stringify(makeDetails(body, { now, userId }));
  const type = await addType(db, { hub_id: hubId, name, details });
  await addDefaults(db, hubId, [{ objectType: type.id, customName: name }], now);
  await addProperties(editor, type, properties);
  for (const to of partners) await addLink(db, hubId, { from: type.id, to, now });
  return type;
}

/** Adds the properties that the type lacks. */
async function mergeSchema(
  editor: SchemaEditor,
  type: ObjectTypeRow,
  { properties = [], ...body }: DatedSchemaCreate,
): Promise<ObjectTypeRow> {
  const held = new Set((await listProperties(editor.db, editor.identity.hubId, type.id)).map(({ name }) => name));
  const missing = properties.filter(({ name }) => !held.has(name));
  await addProperties(editor, type, missing);
  return updateSchema(editor, type.id, body, 'current');
}

type NewProperties = NonNullable<DatedSchemaCreate['properties']>;

async function addProperties(editor: SchemaEditor, { id, name }: ObjectTypeRow, given: NewProperties): Promise<void> {
  for (const [index, { optionSortStrategy: _, searchableInGlobalSearch: __, ...property }] of given.entries()) {
    const grouped = { ...property, groupName: property.groupName ?? `${name}_information` };
    const externalOptions = property.referencedObjectType === undefined ? {} : { externalOptions: true };
    await below(index, () => createDated({ ...editor, objectType: id }, { ...grouped, ...externalOptions }));
  }
}

/** An update without a change keeps its time. */
export async function updateSchema(
  { db, now, identity: { hubId, userId } }: SchemaEditor,
  id: string,
  body: DatedSchemaUpdate,
  leftOut: LeftOut,
): Promise<ObjectTypeRow> {
  const type = await findCustomType(db, hubId, id);
  const before = parseDetails(type);
  checkUpdate(body, before, new Set((await listProperties(db, hubId, id)).map(({ name }) => name)));
  const base = leftOut === 'earlier' ? await findReplaced(db, type, now) : before;
  const { allowsSensitiveProperties } = before;
  const after = changeDetails({ ...base, allowsSensitiveProperties }, body);
  const changed = { ...after, updatedAt: before.updatedAt, updatedByUserId: before.updatedByUserId };
  if (JSON.stringify(changed) === JSON.stringify(before)) return type;
  return saveDetails(db, type, { ...after, updatedAt: now, updatedByUserId: userId }, now);
}

/** Returns the details before the last write, or the current details if that write is older than the lag. */
async function findReplaced(db: Db, type: ObjectTypeRow, now: number): Promise<SchemaDetails> {
  const details = (await listEarlier(db, type, now)).at(-1) ?? type.details;
  return parseDetails({ details });
}

async function saveDetails(db: Db, type: ObjectTypeRow, after: SchemaDetails, now: number): Promise<ObjectTypeRow> {
  const details = JSON.stringify(after);
  await keepEarlier(db, type, now);
  await updateRows(db, 'object_types', { hub_id: type.hub_id, id: type.id }, { details });
  return { ...type, details };
}

/**
 * Deletes the associations, labels, limits and pipelines of the type. The properties and the name stay until the type is purged, but no call
 * shows them.
 */
export async function archiveSchema({ db, now, identity: { hubId, userId } }: SchemaEditor, id: string): Promise<void> {
  const type = await findCustomType(db, hubId, id);
  await checkNoRecords(db, type);
  for (const end of ['from_type', 'to_type']) {
    await deleteRows(db, 'association_types', { hub_id: hubId, [end]: id });
    await deleteRows(db, 'deleted_labels', { hub_id: hubId, [end]: id });
    await deleteRows(db, 'association_limits', { hub_id: hubId, [end]: id });
  }
  await deletePipelines(db, hubId, id);
  const details = JSON.stringify({ ...parseDetails(type), updatedAt: now, updatedByUserId: userId });
  await updateRows(db, 'object_types', { hub_id: hubId, id }, { archived: 1, details });
}

/** Throws a 400 if the type is active. */
export async function purgeSchema(editor: SchemaEditor, id: string): Promise<void> {
  const { db, identity } = editor;
  refuseStandard(id);
  const archived = (await listCustomObjectTypes(db, identity.hubId, 'archived')).find((type) => type.id === id);
  if (archived === undefined) {
    throw invalid(`The object type ${id} is active: archive it before it is removed permanently.`);
  }
  await purgeType(editor, archived);
}

/** Returns the active type. Throws a 400 for a standard type, and a 404 for an archived type. */
export async function findCustomType(db: Db, hubId: number, id: string): Promise<ObjectTypeRow> {
  refuseStandard(id);
  const found = (await listCustomObjectTypes(db, hubId)).find((type) => type.id === id);
  if (found === undefined) throw notFound(`The account has no active schema of the object type ${id}.`);
  return found;
}

function refuseStandard(id: string): void {
  if (!isStandardObjectType(id)) return;
  throw invalid(`The schema of the object type ${findObjectTypeId(id)} cannot be changed: it is no custom object.`);
}

/** Throws a 400 if a stage of the type holds records. */
async function checkNoRecords(db: Db, { hub_id, id }: ObjectTypeRow): Promise<void> {
  const records = await listRows(db, 'stage_records', { hub_id, object_type: id });
  if (records.length === 0) return;
  throw invalid(`The object type ${id} has ${records.length} records.`, { subCategory: 'EXISTING_OBJECT_RECORDS' });
}

/** Deletes the type with its properties and groups: its name is free again. */
async function purgeType({ db, now }: SchemaEditor, type: ObjectTypeRow): Promise<void> {
  const { hub_id, id } = type;
  await deleteRows(db, 'properties', { hub_id, object_type: id });
  await deleteRows(db, 'property_groups', { hub_id, object_type: id });
  await deleteRows(db, 'earlier_schemas', { hub_id, object_type: id });
  await deleteRows(db, 'object_types', { hub_id, id });
  await rememberPurge(db, type, now);
}

/** Gives the type an id that is new in the account, including the ids of a seed. */
async function addType(db: Db, given: Omit<ObjectTypeRow, 'id' | 'archived'>): Promise<ObjectTypeRow> {
  for (;;) {
    const row = { ...given, id: `2-${await nextNumber(db, 'object-type', FIRST_NUMBER)}`, archived: 0 };
    if (await insertNew(db, 'object_types', row)) return row;
  }
}

/** All accounts share a sequence, so that a type of the same name has another id in each. */
const FIRST_NUMBER = 50_000_001;

/** Names the members of a refused property by their place in the body. */
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
