/** The dated endpoints of single property definitions and of their lists (interface 11.3). */

import { datedReply } from '../data/dated-property-replies.ts';
import { archiveDated, createDated, updateDated } from '../data/dated-property-writes.ts';
import { noProperty } from '../data/property-writes.ts';
import type { StoredProperty } from '../model/property.ts';
import type { Handler, HandlerCall } from './handler.ts';

export const listDatedProperties: Handler<'listDatedProperties'> = async ({ params, query, propertiesOf }) => {
  const listed = await propertiesOf(params.object_type, query?.archived === 'true' ? 'archived' : 'active');
  return { body: { results: listed.filter((property) => isAsked(property, query)).map(datedReply) } };
};

/** Its filters apply here too: a property that they leave out is not found. */
export const readDatedProperty: Handler<'readDatedProperty'> = async ({ params, query, propertyOf }) => {
  const property = await propertyOf(params.object_type, params.property_name);
  if (property === undefined || !isAsked(property, query)) throw noProperty(params.property_name);
  return { body: datedReply(property) };
};

export const createDatedProperty: Handler<'createDatedProperty'> = async ({ params, body, ...call }) => ({
  body: datedReply(await createDated({ ...call, objectType: params.object_type }, body)),
});

export const updateDatedProperty: Handler<'updateDatedProperty'> = async ({ params, body, ...call }) => ({
  body: datedReply(await updateDated({ ...call, objectType: params.object_type }, params.property_name, body)),
});

export const archiveDatedProperty: Handler<'archiveDatedProperty'> = async ({ params, ...call }) => {
  await archiveDated({ ...call, objectType: params.object_type }, params.property_name);
  return { body: undefined };
};

type Query = HandlerCall<'listDatedProperties'>['query'];

function isAsked({ archivedAt, dataSensitivity }: StoredProperty, query: Query): boolean {
  const archived = query?.archived === 'true';
  return (archivedAt !== null) === archived && dataSensitivity === (query?.dataSensitivity ?? 'non_sensitive');
}
