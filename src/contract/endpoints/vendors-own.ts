/** Endpoints of the service that the documented interface does not contain (interface 10). */

import { AccountDetails } from '../account-info.ts';
import { AssociationTypes } from '../association-labels.ts';
import type { Endpoint } from '../endpoint.ts';
import { RefreshTokenInfo, TokenInfo, TokenQuestion } from '../oauth.ts';
import { TimelineEventBatch, TimelineEventReply, TimelineEvents } from '../timeline.ts';
import { get, json } from './documented.ts';

export const VENDORS_OWN = {
  readAccountDetails: {
    ...get,
    path: '/account-info/v3/details',
    authorized: true,
    reply: AccountDetails,
    section: '10.1',
  },
  readTokenInfo: {
    ...json,
    surface: 'both',
    authorized: 'optional',
    method: 'POST',
    path: '/oauth/v2/private-apps/get/access-token-info',
    effect: 'read',
    body: TokenQuestion,
    reply: TokenInfo,
    status: 200,
    section: '10.2',
  },
  readRefreshToken: {
    ...get,
    path: '/oauth/v1/refresh-tokens/{token}',
    authorized: false,
    reply: RefreshTokenInfo,
    section: '10.3',
  },
  listAssociationTypes: {
    ...get,
    path: '/crm/v3/associations/{fromObjectType}/{toObjectType}/types',
    authorized: true,
    reply: AssociationTypes,
    section: '10.4',
  },
  readTimelineEvent: {
    ...get,
    path: '/integrators/timeline/v3/events/{eventTemplateId}/{eventId}',
    authorized: true,
    reply: TimelineEventReply,
    section: '10.5',
  },
  sendTimelineEvents: {
    ...json,
    method: 'POST',
    path: '/integrators/timeline/v3/events/batch/create',
    effect: 'server-id-create',
    body: TimelineEvents,
    reply: TimelineEventBatch,
    status: 201,
    section: '10.5',
  },
} as const satisfies Record<string, Endpoint>;
