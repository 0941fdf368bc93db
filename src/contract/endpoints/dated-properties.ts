/** Property definitions on the dated surface (interface 11.3). */

import {
  DatedProperties,
  DatedProperty,
  DatedPropertyCreate,
  DatedPropertyQuery,
  DatedPropertyUpdate,
} from '../dated-properties.ts';
import type { Endpoint } from '../endpoint.ts';
import { NewName } from '../name-forms.ts';
import { get, json, remove } from './dated.ts';

const properties = { version: 'properties', section: '11.3' } as const;

export const DATED_PROPERTIES = {
  listDatedProperties: {
    ...get,
    ...properties,
    path: '/crm/properties/{version}/{object_type}',
    query: DatedPropertyQuery,
    reply: DatedProperties,
  },
  readDatedProperty: {
    ...get,
    ...properties,
    path: '/crm/properties/{version}/{object_type}/{property_name}',
    query: DatedPropertyQuery,
    reply: DatedProperty,
  },
  createDatedProperty: {
    ...json,
    ...properties,
    method: 'POST',
    path: '/crm/properties/{version}/{object_type}',
    effect: 'natural-key-create',
    body: DatedPropertyCreate,
    names: { body: NewName },
    reply: DatedProperty,
    status: 201,
  },
  updateDatedProperty: {
    ...json,
    ...properties,
    method: 'PATCH',
    path: '/crm/properties/{version}/{object_type}/{property_name}',
    effect: 'set',
    body: DatedPropertyUpdate,
    reply: DatedProperty,
    status: 200,
  },
  archiveDatedProperty: {
    ...remove,
    ...properties,
    path: '/crm/properties/{version}/{object_type}/{property_name}',
  },
} as const satisfies Record<string, Endpoint>;
