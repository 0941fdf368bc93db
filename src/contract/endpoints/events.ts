/** The documented endpoints of timeline events, subscriptions and event-definition properties (interface 4.4). */

import type { Endpoint } from '../endpoint.ts';
import { EventProperty, EventPropertyCreate } from '../event-definitions.ts';
import { LegacyTimelineEvent, LegacyTimelineReply, TimelineEvent, TimelineEventReply } from '../timeline.ts';
import { Subscription, SubscriptionCreate } from '../webhooks.ts';
import { json } from './documented.ts';

export const EVENTS = {
  sendTimelineEvent: {
    ...json,
    method: 'POST',
    path: '/integrators/timeline/v3/events',
    effect: 'server-id-create',
    body: TimelineEvent,
    reply: TimelineEventReply,
    status: 201,
    section: '4.4',
  },
  sendLegacyTimelineEvent: {
    ...json,
    method: 'PUT',
    path: '/integrations/v1/{application-id}/timeline/event',
    effect: 'set',
    body: LegacyTimelineEvent,
    reply: LegacyTimelineReply,
    status: 200,
    section: '4.4',
  },
  createSubscription: {
    ...json,
    // The dated surface has the same call with the same shapes (interface 11.5).
    surface: 'both',
    version: 'webhooks',
    authorized: 'app',
    method: 'POST',
    path: '/webhooks/{version}/{appId}/subscriptions',
    effect: 'server-id-create',
    body: SubscriptionCreate,
    reply: Subscription,
    status: 201,
    section: '4.4',
  },
  createEventProperty: {
    ...json,
    method: 'POST',
    path: '/events/v3/event-definitions/{eventName}/property',
    effect: 'natural-key-create',
    body: EventPropertyCreate,
    reply: EventProperty,
    status: 201,
    section: '4.4',
  },
} as const satisfies Record<string, Endpoint>;
