/** Association limits and labels on the dated surface (interface 11.7). */

import {
  AssociationLabelCreate,
  AssociationLabels,
  AssociationLabelUpdate,
  LabelLimitQuery,
  LabelLimits,
} from '../association-labels.ts';
import { LimitBatchReply } from '../association-limits.ts';
import { DatedLimitPurge, DatedLimits, DatedLimitWrite, DatedPurgeReply } from '../dated-limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { get, json, remove } from './dated.ts';

const associations = { version: 'associations', section: '11.7' } as const;

export const DATED_LIMITS = {
  readAssociationLimits: {
    ...get,
    ...associations,
    path: '/crm/associations/{version}/definitions/configurations/{fromObjectType}/{toObjectType}',
    reply: DatedLimits,
  },
  readAllAssociationLimits: {
    ...get,
    ...associations,
    path: '/crm/associations/{version}/definitions/configurations/all',
    reply: DatedLimits,
  },
  createDatedLimits: {
    ...json,
    ...associations,
    method: 'POST',
    path: '/crm/associations/{version}/definitions/configurations/{fromObjectType}/{toObjectType}/batch/create',
    effect: 'natural-key-create',
    body: DatedLimitWrite,
    reply: LimitBatchReply,
    status: 201,
  },
  updateDatedLimits: {
    ...json,
    ...associations,
    method: 'POST',
    path: '/crm/associations/{version}/definitions/configurations/{fromObjectType}/{toObjectType}/batch/update',
    effect: 'set',
    body: DatedLimitWrite,
    reply: LimitBatchReply,
    status: 200,
  },
  purgeDatedLimits: {
    ...json,
    ...associations,
    method: 'POST',
    path: '/crm/associations/{version}/definitions/configurations/{fromObjectType}/{toObjectType}/batch/purge',
    effect: 'purge',
    body: DatedLimitPurge,
    reply: DatedPurgeReply,
    status: 200,
  },
  listAssociationLabels: {
    ...get,
    ...associations,
    path: '/crm/associations/{version}/{fromObjectType}/{toObjectType}/labels',
    reply: AssociationLabels,
  },
  createAssociationLabel: {
    ...json,
    ...associations,
    method: 'POST',
    path: '/crm/associations/{version}/{fromObjectType}/{toObjectType}/labels',
    effect: 'natural-key-create',
    body: AssociationLabelCreate,
    reply: AssociationLabels,
    status: 200,
  },
  updateAssociationLabel: {
    ...json,
    ...associations,
    method: 'PUT',
    path: '/crm/associations/{version}/{fromObjectType}/{toObjectType}/labels',
    effect: 'set',
    body: AssociationLabelUpdate,
    reply: undefined,
    status: 204,
  },
  deleteAssociationLabel: {
    ...remove,
    ...associations,
    path: '/crm/associations/{version}/{fromObjectType}/{toObjectType}/labels/{associationTypeId}',
  },
  readLabelLimits: {
    ...get,
    ...associations,
    path: '/crm/limits/{version}/associations/labels',
    query: LabelLimitQuery,
    reply: LabelLimits,
  },
} as const satisfies Record<string, Endpoint>;
