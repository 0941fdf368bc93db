/** Object schemas as replies show them (interface 11.4). */

import type { z } from 'zod';
import type { DatedSchema } from '../../contract/dated-schemas.ts';
import { isStandardObjectType, objectTypeIdOf } from '../../contract/object-types.ts';
import type { StoredProperty } from '../model/property.ts';
import { fullyQualifiedName, type ObjectTypeRow } from '../store/accounts.ts';
import { findSchemaDetails } from '../store/object-schemas.ts';
import type { Db } from '../store/tables.ts';
import { datedReply } from './dated-property-replies.ts';
import { schemaAssociations } from './schema-associations.ts';

type Type = Pick<ObjectTypeRow, 'id' | 'name'>;

/** Of a type that was seeded the store knows a name, so both labels are that name (assumption A52). */
export async function schemaDefinition(db: Db, hubId: number, { id: type, name }: Type, archived = false) {
  const objectTypeId = objectTypeIdOf(type);
  const details = await findSchemaDetails(db, hubId, type);
  const { createdAt, updatedAt, ...kept } = details ?? { createdAt: null, updatedAt: null };
  return {
    id: objectTypeId.replace(/^\d+-/, ''),
    name,
    fullyQualifiedName: isStandardObjectType(type) ? name : fullyQualifiedName(hubId, name),
    objectTypeId,
    labels: { singular: name, plural: name },
    requiredProperties: [],
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null)),
    ...(createdAt === null ? {} : { createdAt: new Date(createdAt).toISOString() }),
    ...(updatedAt === null ? {} : { updatedAt: new Date(updatedAt).toISOString() }),
    archived,
  };
}

/** Active properties that are not sensitive are shown. */
export function shownProperties(active: readonly StoredProperty[]) {
  return active.filter(({ dataSensitivity }) => dataSensitivity === 'non_sensitive').map(datedReply);
}

export async function wholeSchema(
  db: Db,
  hubId: number,
  type: Type,
  active: readonly StoredProperty[],
): Promise<z.input<ReturnType<typeof DatedSchema>>> {
  return {
    ...(await schemaDefinition(db, hubId, type)),
    properties: shownProperties(active),
    associations: await schemaAssociations(db, hubId, type.id),
  };
}
