/** The two dated endpoints that read object schemas (interface 11.4). */

import type { z } from 'zod';
import type { DatedSchema } from '../../contract/dated-schemas.ts';
import { schemaAssociations } from '../data/association-types.ts';
import { schemaDefinition, shownProperties, wholeSchema } from '../data/schema-replies.ts';
import { listCustomObjectTypes } from '../store/accounts.ts';
import type { Handler } from './handler.ts';

/** Asked for archived schemas, the list has the active ones all the same. */
export const listDatedSchemas: Handler<'listDatedSchemas'> = async ({ db, identity, query, now, propertiesOf }) => {
  const { hubId } = identity;
  const types = await listCustomObjectTypes(db, hubId, query?.archived === 'true' ? 'all' : 'active');
  const results: z.input<ReturnType<typeof DatedSchema>>[] = [];
  for (const type of types) {
    results.push({
      ...schemaDefinition(hubId, type),
      properties: query?.includePropertyDefinitions === 'false' ? [] : shownProperties(await propertiesOf(type.id)),
      associations:
        query?.includeAssociationDefinitions === 'false'
          ? []
          : await schemaAssociations(db, hubId, { objectType: type.id, now }),
    });
  }
  return { body: { results } };
};

export const readDatedSchema: Handler<'readDatedSchema'> = async ({ db, identity, params, now, propertiesOf }) => {
  const id = params.object_type;
  const custom = (await listCustomObjectTypes(db, identity.hubId)).find((type) => type.id === id);
  return {
    body: await wholeSchema({ db, hubId: identity.hubId, now }, custom ?? { id, name: id }, await propertiesOf(id)),
  };
};
