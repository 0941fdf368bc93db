/** The two dated endpoints of object schemas (interface 11.4). */

import type { z } from 'zod';
import type { DatedSchema } from '../../contract/dated-schemas.ts';
import { isStandardObjectType, objectTypeIdOf } from '../../contract/object-types.ts';
import { datedReply } from '../data/dated-property-replies.ts';
import { schemaAssociations } from '../data/schema-associations.ts';
import { fullyQualifiedName, listCustomObjectTypes } from '../store/accounts.ts';
import type { Handler, HandlerCall } from './handler.ts';

type Schema = z.input<typeof DatedSchema>;
type Call = Pick<HandlerCall<'listDatedSchemas'>, 'db' | 'identity' | 'propertiesOf'>;

/** No schema is archived here; asked for those, the list has the active ones all the same. */
export const listDatedSchemas: Handler<'listDatedSchemas'> = async ({ query, ...call }) => {
  const types = await listCustomObjectTypes(call.db, call.identity.hubId);
  const results: Schema[] = [];
  for (const { id, name } of types) {
    results.push({
      ...namesOf(call.identity.hubId, id, name),
      properties: query?.includePropertyDefinitions === 'false' ? [] : await propertiesOf(call, id),
      associations: query?.includeAssociationDefinitions === 'false' ? [] : await associationsOf(call, id),
    });
  }
  return { body: { results } };
};

export const readDatedSchema: Handler<'readDatedSchema'> = async ({ params, ...call }) => {
  const type = params.object_type;
  const { hubId } = call.identity;
  const custom = (await listCustomObjectTypes(call.db, hubId)).find(({ id }) => id === type);
  return {
    body: {
      ...namesOf(hubId, type, custom?.name ?? type),
      properties: await propertiesOf(call, type),
      associations: await associationsOf(call, type),
    },
  };
};

/** The store knows one name of a type, so both labels are that name (assumption A52). */
function namesOf(hubId: number, type: string, name: string) {
  const objectTypeId = objectTypeIdOf(type);
  return {
    id: objectTypeId.replace(/^\d+-/, ''),
    name,
    fullyQualifiedName: isStandardObjectType(type) ? name : fullyQualifiedName(hubId, name),
    objectTypeId,
    labels: { singular: name, plural: name },
    requiredProperties: [],
    archived: false,
  };
}

async function propertiesOf({ propertiesOf: seen }: Call, type: string): Promise<NonNullable<Schema['properties']>> {
  const active = await seen(type);
  return active.filter(({ dataSensitivity }) => dataSensitivity === 'non_sensitive').map(datedReply);
}

function associationsOf({ db, identity }: Call, type: string): Promise<NonNullable<Schema['associations']>> {
  return schemaAssociations(db, identity.hubId, type);
}
