/** Lists a valid call of each endpoint of webhooks on the dated surface, with its request. */

import type { TypedCall } from '../../src/contract/calls.ts';
import type { DATED_WEBHOOKS } from '../../src/contract/endpoints/dated-webhooks.ts';

const APP = { appId: '2001' };
const FIRST = { appId: '2001', subscriptionId: '1' };

export const DATED_WEBHOOK_CALLS = {
  listSubscriptions: { endpoint: 'listSubscriptions', params: APP },
  readSubscription: { endpoint: 'readSubscription', params: FIRST },
  updateSubscription: { endpoint: 'updateSubscription', params: FIRST, body: { active: false } },
  updateSubscriptions: {
    endpoint: 'updateSubscriptions',
    params: APP,
    body: { inputs: [{ id: 1, active: true }] },
  },
  deleteSubscription: { endpoint: 'deleteSubscription', params: FIRST },
  setWebhookSettings: {
    endpoint: 'setWebhookSettings',
    params: APP,
    body: { targetUrl: 'https://shop.example/hooks', throttling: { maxConcurrentRequests: 10 } },
  },
  readWebhookSettings: { endpoint: 'readWebhookSettings', params: APP },
  deleteWebhookSettings: { endpoint: 'deleteWebhookSettings', params: APP },
} as const satisfies { readonly [E in keyof typeof DATED_WEBHOOKS]: TypedCall<E> };

/** Calls that must run before a call. */
export const BEFORE_WEBHOOKS = {
  readSubscription: 'createSubscription',
  updateSubscription: 'createSubscription',
  updateSubscriptions: 'createSubscription',
  deleteSubscription: 'createSubscription',
  readWebhookSettings: 'setWebhookSettings',
  deleteWebhookSettings: 'setWebhookSettings',
} as const;

const OWN = '/webhooks/2026-03/2001';

export const DATED_WEBHOOKS_WANTED: Readonly<Record<string, readonly [string, string, string | undefined, boolean]>> = {
  listSubscriptions: ['GET', `${OWN}/subscriptions`, undefined, true],
  readSubscription: ['GET', `${OWN}/subscriptions/1`, undefined, true],
  updateSubscription: ['PATCH', `${OWN}/subscriptions/1`, 'application/json', true],
  deleteSubscription: ['DELETE', `${OWN}/subscriptions/1`, undefined, true],
  updateSubscriptions: ['POST', `${OWN}/subscriptions/batch/update`, 'application/json', true],
  readWebhookSettings: ['GET', `${OWN}/settings`, undefined, true],
  setWebhookSettings: ['PUT', `${OWN}/settings`, 'application/json', true],
  deleteWebhookSettings: ['DELETE', `${OWN}/settings`, undefined, true],
};
