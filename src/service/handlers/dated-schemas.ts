/** The endpoints that read object schemas, and the number of object types (interface 11.4). */

import type { z } from 'zod';
import type { DatedSchema } from '../../contract/dated-schemas.ts';
import { countTypes } from '../data/object-type-limit.ts';
import { detail, invalidBody } from '../data/schema-checks.ts';
import { findLagging, type SchemaType, schemaReply } from '../data/schema-replies.ts';
import { listCustomObjectTypes, resolveObjectType } from '../store/accounts.ts';
import type { Handler, HandlerCall } from './handler.ts';

/** Shows the current schemas. If archived schemas are asked for, it shows them in addition to the active schemas. */
export const listDatedSchemas: Handler<'listDatedSchemas'> = async (call) => {
  const { query, customTypes } = call;
  const types = await customTypes(query?.archived === 'true' ? 'all' : 'active');
  const parts = {
    properties: query?.includePropertyDefinitions !== 'false',
    associations: query?.includeAssociationDefinitions !== 'false',
  };
  const results: z.input<ReturnType<typeof DatedSchema>>[] = [];
  for (const type of types) results.push(await schemaReply(pickShown(call), type, parts));
  return { body: { results } };
};

/** May show a schema as it was before the last writes (assumption A94). */
export const readDatedSchema: Handler<'readDatedSchema'> = async (call) => ({
  body: await schemaReply(pickShown(call), await seenType(call, call.params.object_type)),
});

/** May show schemas as they were before the last writes (assumption A94). Throws a 400 if a type is unknown. */
export const readDatedSchemas: Handler<'readDatedSchemas'> = async (call) => {
  const { db, identity, body } = call;
  const { inputs, includePropertyDefinitions: properties, includeAssociationDefinitions: associations } = body;
  const results: z.input<ReturnType<typeof DatedSchema>>[] = [];
  for (const [index, given] of inputs.entries()) {
    const id = await resolveObjectType(db, identity.hubId, given, { bareName: 'refused' });
    if (id === undefined) {
      throw invalidBody([detail(`inputs.${index}`, `Unable to infer object type from: ${given}`)]);
    }
    results.push(await schemaReply(pickShown(call), await seenType(call, id), { properties, associations }));
  }
  return { body: { results } };
};

export const readObjectTypeLimit: Handler<'readObjectTypeLimit'> = async ({ db, identity, now }) => ({
  body: await countTypes(db, identity.hubId, now),
});

type InAccount = Pick<HandlerCall<'readDatedSchema'>, 'db' | 'identity' | 'now' | 'propertiesOf'>;

async function seenType({ db, identity, now }: InAccount, id: string): Promise<SchemaType> {
  const custom = (await listCustomObjectTypes(db, identity.hubId)).find((type) => type.id === id);
  return custom === undefined ? id : findLagging(db, custom, now);
}

function pickShown({ db, identity, now, propertiesOf }: InAccount) {
  return { db, hubId: identity.hubId, now, propertiesOf };
}
