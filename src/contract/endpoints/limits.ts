/** The documented endpoints of association limits (interface 4.5). */

import { LimitBatchReply, LimitPurge, LimitUpdate } from '../association-limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { json } from './documented.ts';

export const LIMITS = {
  updateAssociationLimits: {
    ...json,
    method: 'POST',
    path: '/crm/associations/v4/definitions/configurations/{fromObjectType}/{toObjectType}/batch/update',
    effect: 'set',
    body: LimitUpdate,
    reply: LimitBatchReply,
    status: 200,
    section: '4.5',
  },
  purgeAssociationLimits: {
    ...json,
    method: 'POST',
    path: '/crm/associations/v4/definitions/configurations/{fromObjectType}/{toObjectType}/batch/purge',
    effect: 'purge',
    body: LimitPurge,
    reply: undefined,
    status: 204,
    section: '4.5',
  },
} as const satisfies Record<string, Endpoint>;
