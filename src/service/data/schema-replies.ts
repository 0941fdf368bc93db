/** Object schemas as replies show them (interface 11.4). */

import type { z } from 'zod';
import type { DatedSchema } from '../../contract/dated-schemas.ts';
import { isStandardObjectType, objectTypeIdOf } from '../../contract/object-types.ts';
import type { StoredProperty } from '../model/property.ts';
import { fullyQualifiedName } from '../store/accounts.ts';
import type { Db, ObjectTypeRow } from '../store/tables.ts';
import { schemaAssociations } from './association-types.ts';
import { datedReply } from './dated-property-replies.ts';

type Type = Pick<ObjectTypeRow, 'id' | 'name'> & Partial<ObjectTypeRow>;

/** Of a type that was seeded the store knows a name, so both labels are that name (assumption A52). */
export function schemaDefinition(hubId: number, { id: type, name, archived = 0, details = null }: Type) {
  const objectTypeId = objectTypeIdOf(type);
  const none = { createdAt: null, updatedAt: null };
  const { createdAt, updatedAt, ...kept } = details === null ? none : JSON.parse(details);
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
    archived: archived === 1,
  };
}

/** Active properties that are not sensitive are shown. */
export function shownProperties(active: readonly StoredProperty[]) {
  return active.filter(({ dataSensitivity }) => dataSensitivity === 'non_sensitive').map(datedReply);
}

export async function wholeSchema(
  { db, hubId, now }: { readonly db: Db; readonly hubId: number; readonly now: number },
  type: Type,
  active: readonly StoredProperty[],
): Promise<z.input<ReturnType<typeof DatedSchema>>> {
  return {
    ...schemaDefinition(hubId, type),
    properties: shownProperties(active),
    associations: await schemaAssociations(db, hubId, { objectType: type.id, now }),
  };
}
