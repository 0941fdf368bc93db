/** Object schemas on the dated surface (interface 11.4). */

import { DatedSchema, DatedSchemaQuery, DatedSchemas } from '../dated-schemas.ts';
import type { Endpoint } from '../endpoint.ts';
import { get } from './dated.ts';

const schemas = { ...get, version: 'schemas', section: '11.4' } as const;

export const DATED_SCHEMAS = {
  listDatedSchemas: {
    ...schemas,
    path: '/crm-object-schemas/{version}/schemas',
    query: DatedSchemaQuery,
    reply: DatedSchemas,
  },
  readDatedSchema: {
    ...schemas,
    path: '/crm-object-schemas/{version}/schemas/{object_type}',
    reply: DatedSchema,
  },
} as const satisfies Record<string, Endpoint>;
