/** Webhook subscriptions and settings on the dated surface (interface 11.5); a subscription is created as documented (4.4). */

import {
  SubscriptionBatchReply,
  Subscriptions,
  SubscriptionsUpdate,
  SubscriptionUpdate,
  WebhookSettings,
  WebhookSettingsReply,
} from '../dated-webhooks.ts';
import type { Endpoint } from '../endpoint.ts';
import { Subscription } from '../webhooks.ts';
import { get, json, remove } from './dated.ts';

const webhooks = { authorized: 'app', version: 'webhooks', section: '11.5' } as const;

export const DATED_WEBHOOKS = {
  listSubscriptions: {
    ...get,
    ...webhooks,
    path: '/webhooks/{version}/{appId}/subscriptions',
    reply: Subscriptions,
  },
  readSubscription: {
    ...get,
    ...webhooks,
    path: '/webhooks/{version}/{appId}/subscriptions/{subscriptionId}',
    reply: Subscription,
  },
  updateSubscription: {
    ...json,
    ...webhooks,
    method: 'PATCH',
    path: '/webhooks/{version}/{appId}/subscriptions/{subscriptionId}',
    effect: 'set',
    body: SubscriptionUpdate,
    reply: Subscription,
    status: 200,
  },
  deleteSubscription: {
    ...remove,
    ...webhooks,
    path: '/webhooks/{version}/{appId}/subscriptions/{subscriptionId}',
  },
  updateSubscriptions: {
    ...json,
    ...webhooks,
    method: 'POST',
    path: '/webhooks/{version}/{appId}/subscriptions/batch/update',
    effect: 'set',
    body: SubscriptionsUpdate,
    reply: SubscriptionBatchReply,
    status: 200,
  },
  readWebhookSettings: {
    ...get,
    ...webhooks,
    path: '/webhooks/{version}/{appId}/settings',
    reply: WebhookSettingsReply,
  },
  setWebhookSettings: {
    ...json,
    ...webhooks,
    method: 'PUT',
    path: '/webhooks/{version}/{appId}/settings',
    effect: 'set',
    body: WebhookSettings,
    reply: WebhookSettingsReply,
    status: 200,
  },
  deleteWebhookSettings: {
    ...remove,
    ...webhooks,
    path: '/webhooks/{version}/{appId}/settings',
  },
} as const satisfies Record<string, Endpoint>;
