/** Batches of property definitions on the dated surface (interface 11.3). */

import {
  DatedLocaleQuery,
  DatedPropertyBatch,
  DatedPropertyBatchArchive,
  DatedPropertyBatchCreate,
  DatedPropertyBatchRead,
} from '../dated-property-batches.ts';
import type { Endpoint } from '../endpoint.ts';
import { NewNames } from '../name-forms.ts';
import { json } from './dated.ts';

const batches = { ...json, version: 'properties', section: '11.3', method: 'POST' } as const;

export const DATED_PROPERTY_BATCHES = {
  createDatedProperties: {
    ...batches,
    path: '/crm/properties/{version}/{object_type}/batch/create',
    effect: 'natural-key-create',
    body: DatedPropertyBatchCreate,
    names: { body: NewNames },
    reply: DatedPropertyBatch,
    status: 201,
  },
  readDatedProperties: {
    ...batches,
    path: '/crm/properties/{version}/{object_type}/batch/read',
    effect: 'read',
    body: DatedPropertyBatchRead,
    query: DatedLocaleQuery,
    reply: DatedPropertyBatch,
    status: 200,
  },
  archiveDatedProperties: {
    ...batches,
    path: '/crm/properties/{version}/{object_type}/batch/archive',
    effect: 'purge',
    body: DatedPropertyBatchArchive,
    reply: undefined,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;
