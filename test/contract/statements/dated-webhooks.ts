/** Section 11.5: webhook subscriptions and settings on the dated surface. */

import { DATED_WEBHOOK_CALLS } from '../../client/dated-webhook-calls.ts';
import type { Section } from './row.ts';

const APP = { appId: '2001' };
const PATH = '/webhooks/{version}/{appId}';
const FIRST = { appId: '2001', subscriptionId: '1' };
const BATCH = 'updateSubscriptions';
const SETTINGS = DATED_WEBHOOK_CALLS.setWebhookSettings.body;

const PRIVATE = { params: { appId: '60001001' }, version: '2026-09', token: 'pat-na1-trueup-dev' } as const;

const created = {
  endpoint: 'createSubscription',
  params: APP,
  body: { eventType: 'contact.creation', active: true },
} as const;

export const DATED_WEBHOOKS: Section = {
  section: '11.5',
  rows: [
    {
      n: 1,
      statement: 'the list of the subscriptions of an app, in one page',
      endpoint: 'listSubscriptions',
      is: `GET ${PATH}/subscriptions`,
    },
    {
      n: 2,
      statement: 'one subscription by its id',
      endpoint: 'readSubscription',
      is: `GET ${PATH}/subscriptions/{subscriptionId}`,
    },
    {
      n: 3,
      statement: 'the update of a subscription, of active alone',
      endpoint: 'updateSubscription',
      is: `PATCH ${PATH}/subscriptions/{subscriptionId}`,
      members: 'active!',
    },
    {
      n: 4,
      statement: 'the deletion of a subscription',
      endpoint: 'deleteSubscription',
      is: `DELETE ${PATH}/subscriptions/{subscriptionId}`,
      status: 204,
    },
    {
      n: 5,
      statement: 'the update of many subscriptions',
      endpoint: BATCH,
      is: `POST ${PATH}/subscriptions/batch/update`,
      members: 'inputs!',
    },
    {
      n: 6,
      statement: 'the webhook settings of an app',
      endpoint: 'readWebhookSettings',
      is: `GET ${PATH}/settings`,
    },
    {
      n: 7,
      statement: 'the setting of the webhook settings',
      endpoint: 'setWebhookSettings',
      is: `PUT ${PATH}/settings`,
      members: 'targetUrl! throttling!',
    },
    {
      n: 8,
      statement: 'the deletion of the webhook settings',
      endpoint: 'deleteWebhookSettings',
      is: `DELETE ${PATH}/settings`,
      status: 204,
    },
    {
      n: 9,
      statement: 'id of an input is a number, although replies give it as a string',
      body: BATCH,
      member: 'inputs.0.id',
      takes: 1,
      refuses: '1',
      needed: true,
    },
    {
      n: 10,
      statement: 'active of an input is true or false',
      body: BATCH,
      member: 'inputs.0.active',
      takes: true,
      refuses: 'x',
      needed: true,
    },
    {
      n: 11,
      statement: 'maxConcurrentRequests is a whole number',
      body: 'setWebhookSettings',
      member: 'throttling.maxConcurrentRequests',
      takes: 5,
      refuses: 'x',
      needed: true,
    },
    {
      n: 12,
      statement:
        'a subscription is created by the documented call, whose path is of this surface too, and is in the list from then on',
      calls: [
        { endpoint: 'listSubscriptions', params: APP, status: 200, shows: { results: '<none>' } },
        { ...created, status: 201, keep: { id: 'id' } },
        {
          endpoint: 'listSubscriptions',
          params: APP,
          status: 200,
          shows: { results: [{ id: '{{id}}', eventType: 'contact.creation', active: true }] },
        },
        { ...created, status: 409, shows: { category: 'CONFLICT' } },
      ],
    },
    {
      n: 13,
      statement: 'an update changes active alone',
      calls: [
        { ...created, status: 201 },
        {
          endpoint: 'updateSubscription',
          params: FIRST,
          body: { active: false },
          status: 200,
          shows: { active: false },
        },
        {
          endpoint: 'updateSubscription',
          params: FIRST,
          body: { active: false, eventType: 'deal.creation' },
          status: 400,
          names: ['eventType'],
        },
        {
          endpoint: 'readSubscription',
          params: FIRST,
          status: 200,
          shows: { id: '1', active: false, eventType: 'contact.creation' },
        },
      ],
    },
    {
      n: 14,
      statement: 'in a batch an id that the app does not have fails beside the others',
      calls: [
        { ...created, status: 201 },
        {
          endpoint: BATCH,
          params: APP,
          body: {
            inputs: [
              { id: 7, active: false },
              { id: 1, active: false },
            ],
          },
          status: 207,
          shows: { results: [{ id: '1', active: false }], numErrors: 1, errors: [{ context: { id: ['7'] } }] },
        },
      ],
    },
    {
      n: 15,
      statement: 'a subscription that is deleted is not found, and can be created again with another id',
      calls: [
        { ...created, status: 201 },
        { endpoint: 'deleteSubscription', params: FIRST, status: 204 },
        { endpoint: 'deleteSubscription', params: FIRST, status: 404 },
        { endpoint: 'readSubscription', params: FIRST, status: 404 },
        { endpoint: 'updateSubscription', params: FIRST, body: { active: true }, status: 404 },
        { ...created, status: 201, shows: { id: '2' } },
      ],
    },
    {
      n: 16,
      statement: 'settings are replaced as a whole; without any they are not found',
      calls: [
        { endpoint: 'readWebhookSettings', params: APP, status: 404 },
        { endpoint: 'setWebhookSettings', params: APP, body: SETTINGS, status: 200 },
        {
          endpoint: 'setWebhookSettings',
          params: APP,
          body: { ...SETTINGS, throttling: { maxConcurrentRequests: 3 } },
          status: 200,
        },
        {
          endpoint: 'readWebhookSettings',
          params: APP,
          status: 200,
          shows: { targetUrl: 'https://shop.example/hooks', throttling: { maxConcurrentRequests: 3 } },
        },
        { endpoint: 'deleteWebhookSettings', params: APP, status: 204 },
        { endpoint: 'deleteWebhookSettings', params: APP, status: 404 },
      ],
    },
    {
      n: 17,
      statement:
        'the subscriptions and settings of another app are not found with a token, and the developer key of an app opens its own alone',
      calls: [
        { endpoint: 'listSubscriptions', params: { appId: '9' }, status: 404 },
        { endpoint: 'readWebhookSettings', params: { appId: '9' }, status: 404 },
        {
          endpoint: 'listSubscriptions',
          params: APP,
          query: { hapikey: 'trueup-dev-developer-key' },
          token: null,
          status: 200,
        },
        {
          endpoint: 'listSubscriptions',
          params: { appId: '9' },
          query: { hapikey: 'trueup-dev-developer-key' },
          token: null,
          status: 401,
        },
        { endpoint: 'listSubscriptions', params: APP, token: 'pat-na1-trueup-dev', status: 401 },
      ],
    },
    {
      n: 18,
      statement: 'in version 2026-09 every path begins with /app-webhooks instead of /webhooks',
      calls: [
        { ...created, version: '2026-09', status: 201, keep: { id: 'id' } },
        {
          endpoint: 'listSubscriptions',
          params: APP,
          version: '2026-09',
          status: 200,
          shows: { results: [{ id: '{{id}}' }] },
        },
      ],
    },
    {
      n: 19,
      statement:
        'version 2026-09 accepts the token of a private app for its own subscriptions, with a scope of developers or private apps',
      assumption: 'A59',
      calls: [
        { ...created, ...PRIVATE, status: 201 },
        {
          endpoint: 'listSubscriptions',
          ...PRIVATE,
          status: 200,
          shows: { results: [{ eventType: 'contact.creation' }] },
        },
        { endpoint: 'listSubscriptions', ...PRIVATE, version: '2026-03', status: 401 },
        { endpoint: 'listSubscriptions', ...PRIVATE, params: APP, status: 404 },
      ],
    },
  ],
};
