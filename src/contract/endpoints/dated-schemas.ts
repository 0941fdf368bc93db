/** Object schemas on the dated surface (interface 11.4). */

import {
  DatedSchemaCreate,
  DatedSchemaDefinition,
  DatedSchemaRemoval,
  DatedSchemaUpdate,
  SchemaAssociationCreate,
  SchemaAssociationReply,
} from '../dated-schema-writes.ts';
import { DatedSchema, DatedSchemaBatch, DatedSchemaQuery, DatedSchemas, ObjectTypeLimit } from '../dated-schemas.ts';
import type { Endpoint } from '../endpoint.ts';
import { NewPropertyNames } from '../name-forms.ts';
import { get, json, remove } from './dated.ts';

const rows = { version: 'schemas', section: '11.4' } as const;
const schemas = { ...get, ...rows } as const;
const bodies = { ...json, ...rows } as const;

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
  readDatedSchemas: {
    ...bodies,
    method: 'POST',
    path: '/crm-object-schemas/{version}/schemas/batch/read',
    effect: 'read',
    body: DatedSchemaBatch,
    reply: DatedSchemas,
    status: 200,
  },
  createDatedSchema: {
    ...bodies,
    method: 'POST',
    path: '/crm-object-schemas/{version}/schemas',
    effect: 'natural-key-create',
    body: DatedSchemaCreate,
    names: { body: NewPropertyNames },
    reply: DatedSchema,
    status: 201,
  },
  updateDatedSchema: {
    ...bodies,
    method: 'PATCH',
    path: '/crm-object-schemas/{version}/schemas/{object_type}',
    effect: 'set',
    body: DatedSchemaUpdate,
    reply: DatedSchemaDefinition,
    status: 200,
  },
  archiveDatedSchema: {
    ...remove,
    ...rows,
    path: '/crm-object-schemas/{version}/schemas/{object_type}',
    query: DatedSchemaRemoval,
  },
  createSchemaAssociation: {
    ...bodies,
    method: 'POST',
    path: '/crm-object-schemas/{version}/schemas/{object_type}/associations',
    effect: 'natural-key-create',
    body: SchemaAssociationCreate,
    reply: SchemaAssociationReply,
    status: 201,
  },
  archiveSchemaAssociation: {
    ...remove,
    ...rows,
    path: '/crm-object-schemas/{version}/schemas/{object_type}/associations/{associationIdentifier}',
  },
  readObjectTypeLimit: {
    ...schemas,
    path: '/crm/limits/{version}/custom-object-types',
    reply: ObjectTypeLimit,
  },
} as const satisfies Record<string, Endpoint>;
