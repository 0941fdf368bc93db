/** The dated endpoints of single property definitions and of their lists (interface 11.3). */

import { formatPath } from '../../contract/endpoints.ts';
import { DEFAULT_VERSIONS } from '../../contract/surfaces.ts';
import { type Asked, datedReply, isAsked } from '../data/dated-property-replies.ts';
import { archiveDated, createDated, updateDated } from '../data/dated-property-writes.ts';
import { noProperty } from '../data/property-writes.ts';
import type { Handler, HandlerCall } from './handler.ts';

export const listDatedProperties: Handler<'listDatedProperties'> = async ({ params, query, propertiesOf }) => {
  const asked = readQuery(query);
  const listed = await propertiesOf(params.object_type, asked.archived ? 'archived' : 'active');
  return { body: { results: listed.filter((property) => isAsked(property, asked)).map(datedReply) } };
};

/** The filters of the list apply here too. A property that they exclude is not found. */
export const readDatedProperty: Handler<'readDatedProperty'> = async ({ params, query, propertyOf }) => {
  const property = await propertyOf(params.object_type, params.property_name);
  if (property === undefined || !isAsked(property, readQuery(query))) throw noProperty(params.property_name);
  return { body: datedReply(property) };
};

/** Version 2026-09 says where the property is. */
export const createDatedProperty: Handler<'createDatedProperty'> = async ({ params, body, version, ...call }) => {
  const created = datedReply(await createDated({ ...call, objectType: params.object_type }, body));
  if (version !== '2026-09') return { body: created };
  const place = { object_type: params.object_type, property_name: created.name };
  const location = formatPath('readDatedProperty', place, { ...DEFAULT_VERSIONS, properties: version });
  return { body: created, headers: { location } };
};

export const updateDatedProperty: Handler<'updateDatedProperty'> = async ({ params, body, ...call }) => ({
  body: datedReply(await updateDated({ ...call, objectType: params.object_type }, params.property_name, body)),
});

export const archiveDatedProperty: Handler<'archiveDatedProperty'> = async ({ params, ...call }) => {
  await archiveDated({ ...call, objectType: params.object_type }, params.property_name);
  return { body: undefined };
};

/** Returns the filters of the query. The default is active properties that are not sensitive. */
function readQuery(query: HandlerCall<'listDatedProperties'>['query']): Asked {
  return { archived: query?.archived === 'true', dataSensitivity: query?.dataSensitivity ?? 'non_sensitive' };
}
