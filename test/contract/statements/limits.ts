/** Sections 2.10 and 3: association limits, and the states of what there is. */

import { BATCH_STATUSES } from '../../../src/contract/batches.ts';
import type { Section } from './row.ts';
import { SAMPLES } from './samples.ts';

const UPDATE = 'updateAssociationLimits';
const PURGE = 'purgeAssociationLimits';
/** The service leaves a batch that is under way with links. */
const UNDER_WAY = { do: 'batch', endpoint: UPDATE, state: 'PENDING' } as const;
const MOMENT = '2026-01-31T09:30:00Z';
const GRANT = SAMPLES.issueToken.body ?? {};
const REFRESH = { token: 'trueup-dev-refresh' };

export const LIMITS: Section = {
  section: '2.10',
  rows: [
    {
      n: 1,
      statement: 'update: category is a string',
      body: UPDATE,
      member: 'inputs.0.category',
      takes: 'USER_DEFINED',
      refuses: 5,
      needed: true,
    },
    {
      n: 2,
      statement: 'update: typeId is a whole number',
      body: UPDATE,
      member: 'inputs.0.typeId',
      takes: 5,
      refuses: 'x',
      needed: true,
    },
    {
      n: 3,
      statement: 'update: maxToObjectIds is a whole number',
      assumption: 'A42',
      body: UPDATE,
      member: 'inputs.0.maxToObjectIds',
      takes: 5,
      refuses: 'x',
      needed: true,
    },
    { n: 4, statement: 'result: category', reply: UPDATE, member: 'results.0.category', takes: 'WORK', refuses: 5 },
    { n: 5, statement: 'result: typeId', reply: UPDATE, member: 'results.0.typeId', takes: 5, refuses: 'x' },
    {
      n: 6,
      statement: 'result: userEnforcedMaxToObjectIds',
      reply: UPDATE,
      member: 'results.0.userEnforcedMaxToObjectIds',
      takes: 5,
      refuses: 'x',
    },
    { n: 7, statement: 'requestedAt is a time', reply: UPDATE, member: 'requestedAt', takes: MOMENT, refuses: 5 },
    { n: 8, statement: 'startedAt is a time', reply: UPDATE, member: 'startedAt', takes: MOMENT, refuses: 5 },
    { n: 9, statement: 'completedAt is a time', reply: UPDATE, member: 'completedAt', takes: MOMENT, refuses: 5 },
    {
      n: 10,
      statement: 'status is one of four; a new string is accepted',
      assumption: 'A38',
      reply: UPDATE,
      member: 'status',
      takes: 'PENDING',
      refuses: 5,
    },
    { n: 11, statement: 'results is a list', reply: UPDATE, member: 'results', takes: [], refuses: {} },
    {
      n: 12,
      statement: 'links is an object',
      reply: UPDATE,
      member: 'links',
      takes: { self: 'https://a.example' },
      refuses: 5,
      fault: UNDER_WAY,
    },
    {
      n: 13,
      statement: 'purge: category is a string',
      body: PURGE,
      member: 'inputs.0.category',
      takes: 'WORK',
      refuses: 5,
      needed: true,
    },
    {
      n: 14,
      statement: 'purge: typeId is a whole number',
      body: PURGE,
      member: 'inputs.0.typeId',
      takes: 5,
      refuses: 'x',
      needed: true,
    },
    {
      n: 15,
      statement: 'members of links are open: any string',
      assumption: 'A45',
      reply: UPDATE,
      member: 'links.self',
      takes: 'x',
      refuses: 5,
      fault: UNDER_WAY,
    },
    {
      n: 16,
      statement: 'SERVICE_DEFINED is shown, and there are other categories',
      assumption: 'A14',
      calls: ['SERVICE_DEFINED', 'HUBSPOT_DEFINED', 'INTEGRATOR_DEFINED', 'USER_DEFINED', 'WORK', 'A1'].map(
        (category) => ({
          endpoint: UPDATE,
          ...SAMPLES.updateAssociationLimits,
          body: { inputs: [{ category, typeId: 7, maxToObjectIds: 5 }] },
          status: 200,
          shows: { results: [{ category, typeId: 7, userEnforcedMaxToObjectIds: 5 }] },
        }),
      ),
    },
  ],
};

export const STATES: Section = {
  section: '3',
  rows: [
    {
      n: 1,
      statement: 'a batch is PENDING, PROCESSING, COMPLETE or CANCELED',
      assumption: 'A46',
      calls: BATCH_STATUSES.map((state) => ({
        endpoint: UPDATE,
        ...SAMPLES.updateAssociationLimits,
        fault: { do: 'batch', endpoint: UPDATE, state },
        status: 200,
        shows: { status: state },
      })),
    },
    {
      n: 2,
      statement: 'a subscription is active or not',
      calls: [true, false].map((active) => ({
        endpoint: 'createSubscription',
        params: { appId: '2001' },
        body: { eventType: active ? 'deal.creation' : 'deal.deletion', active },
        status: 201,
        shows: { active },
      })),
    },
    {
      n: 3,
      statement: 'a property has flags: archived for events, deleted and hidden',
      calls: [
        {
          endpoint: 'createEventProperty',
          ...SAMPLES.createEventProperty,
          status: 201,
          shows: { archived: false, hidden: false },
        },
        {
          endpoint: 'listProperties',
          params: { object_type: 'contacts' },
          status: 200,
          shows: [{ name: 'aatier', deleted: false, hidden: false }],
        },
      ],
    },
    {
      n: 4,
      statement: 'transitions are open: a limit that was set is set until it is purged',
      assumption: 'A23',
      calls: [
        { endpoint: UPDATE, ...SAMPLES.updateAssociationLimits, status: 200, shows: { status: 'COMPLETE' } },
        { endpoint: PURGE, ...SAMPLES.purgeAssociationLimits, status: 204 },
        { endpoint: PURGE, ...SAMPLES.purgeAssociationLimits, status: 204 },
      ],
    },
    {
      n: 5,
      statement: 'an access token lives as long as expires_in says',
      assumption: 'A22',
      calls: [
        {
          endpoint: 'issueToken',
          body: GRANT,
          status: 200,
          shows: { expires_in: 1800 },
          keep: { access: 'access_token' },
        },
        { endpoint: 'readAccessToken', params: { token: '{{access}}' }, status: 200, shows: { expires_in: 1800 } },
      ],
    },
    {
      n: 6,
      statement: 'a refresh token gives access tokens until it is deleted',
      calls: [
        { endpoint: 'issueToken', body: GRANT, status: 200 },
        { endpoint: 'issueToken', body: GRANT, status: 200 },
        { endpoint: 'deleteRefreshToken', params: REFRESH, status: 204 },
        { endpoint: 'issueToken', body: GRANT, status: 400, shows: { status: 'BAD_REFRESH_TOKEN' } },
      ],
    },
    {
      n: 7,
      statement: 'access tokens of a deleted refresh token stay valid',
      calls: [
        { endpoint: 'issueToken', body: GRANT, status: 200, keep: { access: 'access_token' } },
        { endpoint: 'deleteRefreshToken', params: REFRESH, status: 204 },
        { endpoint: 'readAccessToken', params: { token: '{{access}}' }, status: 200, shows: { hub_id: 1001 } },
      ],
    },
    {
      n: 8,
      statement: 'deleting a refresh token does not uninstall the app',
      calls: [
        { endpoint: 'deleteRefreshToken', params: REFRESH, status: 204 },
        { endpoint: 'createSubscription', ...SAMPLES.createSubscription, status: 201 },
      ],
    },
    {
      n: 9,
      statement: 'deleting a refresh token does not stop the exchange of data',
      calls: [
        { endpoint: 'deleteRefreshToken', params: REFRESH, status: 204 },
        { endpoint: 'sendTimelineEvent', ...SAMPLES.sendTimelineEvent, status: 201 },
        { endpoint: 'listProperties', params: { object_type: 'contacts' }, status: 200 },
      ],
    },
  ],
};
