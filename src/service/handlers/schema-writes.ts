/** The endpoints that create, change and archive object schemas (interface 11.4). */

import { schemaDefinition, schemaReply } from '../data/schema-replies.ts';
import * as schemas from '../data/schema-writes.ts';
import { listProperties } from '../store/properties.ts';
import type { Handler } from './handler.ts';

export const createDatedSchema: Handler<'createDatedSchema'> = async ({ db, now, identity, body, duplicates }) => {
  const { hubId } = identity;
  const type = await schemas.createSchema({ db, now, identity }, body, duplicates);
  const shown = { db, hubId, now, propertiesOf: (objectType: string) => listProperties(db, hubId, objectType) };
  return { body: await schemaReply(shown, type) };
};

export const updateDatedSchema: Handler<'updateDatedSchema'> = async ({ db, now, identity, params, body, leftOut }) => {
  const type = await schemas.updateSchema({ db, now, identity }, params.object_type, body, leftOut);
  return { body: { ...schemaDefinition(identity.hubId, type), portalId: identity.hubId } };
};

/** Archives an active type. With archived=true, removes an archived type permanently. A second archive is a 404. */
export const archiveDatedSchema: Handler<'archiveDatedSchema'> = async ({ db, now, identity, params, query }) => {
  const act = query?.archived === 'true' ? schemas.purgeSchema : schemas.archiveSchema;
  await act({ db, now, identity }, params.object_type);
  return { body: undefined };
};
