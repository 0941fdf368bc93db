/** Object schemas as replies show them (interface 11.4). */

import type { z } from 'zod';
import type { DatedSchema } from '../../contract/dated-schemas.ts';
import { findObjectTypeId } from '../../contract/object-types.ts';
import type { StoredProperty } from '../model/property.ts';
import { fullyQualifiedName } from '../store/accounts.ts';
import type { Db, ObjectTypeRow } from '../store/tables.ts';
import { schemaAssociations } from './association-types.ts';
import { datedReply } from './dated-property-replies.ts';
import { listEarlier, parseDetails } from './schema-details.ts';

/** A custom type, or the id of a standard type. */
export type SchemaType = ObjectTypeRow | string;

/** Shows the members of the schema without its properties and associations. */
export function schemaDefinition(hubId: number, type: SchemaType) {
  return typeof type === 'string' ? showStandard(type) : showCustom(hubId, type);
}

/** Shows the name of a standard type as both labels (assumption A52). */
function showStandard(name: string) {
  const objectTypeId = findObjectTypeId(name);
  return {
    id: shortId(objectTypeId),
    name,
    fullyQualifiedName: name,
    objectTypeId,
    labels: { singular: name, plural: name },
    secondaryDisplayProperties: [],
    requiredProperties: [],
    searchableProperties: [],
    allowsSensitiveProperties: true,
    archived: false,
  };
}

function showCustom(hubId: number, type: ObjectTypeRow) {
  const { description, createdAt, updatedAt, ...members } = parseDetails(type);
  return {
    id: shortId(type.id),
    name: type.name,
    fullyQualifiedName: fullyQualifiedName(hubId, type.name),
    objectTypeId: type.id,
    ...members,
    secondaryDisplayProperties: [...members.secondaryDisplayProperties],
    requiredProperties: [...members.requiredProperties],
    searchableProperties: [...members.searchableProperties],
    ...(description === null ? {} : { description }),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    archived: type.archived === 1,
  };
}

function shortId(objectTypeId: string): string {
  return objectTypeId.replace(/^\d+-/, '');
}

/** Returns the type as the read of a single schema shows it: as it was before the writes of the last 70 seconds (assumption A94). */
export async function findLagging(db: Db, type: ObjectTypeRow, now: number): Promise<ObjectTypeRow> {
  const [details = type.details] = await listEarlier(db, type, now);
  return { ...type, details };
}

/** Active properties that are not sensitive are shown. */
function shownProperties(active: readonly StoredProperty[]) {
  return active.filter(({ dataSensitivity }) => dataSensitivity === 'non_sensitive').map(datedReply);
}

interface Shown {
  readonly db: Db;
  readonly hubId: number;
  readonly now: number;
  readonly propertiesOf: (objectType: string) => Promise<readonly StoredProperty[]>;
}

/** Parts of a schema that a reader can leave out. */
export interface Parts {
  readonly properties: boolean;
  readonly associations: boolean;
}

export async function schemaReply(
  { db, hubId, now, propertiesOf }: Shown,
  type: SchemaType,
  { properties, associations }: Parts = { properties: true, associations: true },
): Promise<z.input<ReturnType<typeof DatedSchema>>> {
  const objectType = typeof type === 'string' ? type : type.id;
  return {
    ...schemaDefinition(hubId, type),
    properties: properties ? shownProperties(await propertiesOf(objectType)) : [],
    associations: associations ? await schemaAssociations(db, hubId, { objectType, now }) : [],
  };
}
