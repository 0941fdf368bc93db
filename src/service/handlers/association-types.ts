/** The association types of a pair of object types, as version 3 lists them (interface 10.4; assumption A66). */

import { findObjectTypeId } from '../../contract/object-types.ts';
import { schemaAssociations } from '../data/association-types.ts';
import type { Handler } from './handler.ts';

export const listAssociationTypes: Handler<'listAssociationTypes'> = async ({ db, identity, params, now }) => {
  const [from, to] = [params.fromObjectType, params.toObjectType].map(findObjectTypeId);
  const types = await schemaAssociations(db, identity.hubId, { objectType: params.fromObjectType, now });
  const results = types
    .filter(({ fromObjectTypeId, toObjectTypeId }) => fromObjectTypeId === from && toObjectTypeId === to)
    .map(({ id, name }) => ({ id, name: name ?? '' }));
  return { body: { results } };
};
