/** Sections 5, 7, 8 and 9: authentication, errors, limits and versions. */

import type { Section } from './row.ts';
import { SAMPLES } from './samples.ts';

const APP = { client_id: 'trueup-dev', client_secret: 'trueup-dev-secret' };
const INSTALL = { client_id: 'trueup-dev', redirect_uri: 'http://localhost:4011/callback', scopes: 'oauth timeline' };
const CODE = {
  grant_type: 'authorization_code',
  ...APP,
  redirect_uri: 'http://localhost:4011/callback',
  code: '{{code}}',
};
const REFRESH = { grant_type: 'refresh_token', ...APP, refresh_token: '{{refresh}}' };
const CONTACTS = { object_type: 'contacts' };
const LIMITS = '/crm/associations/v4/definitions/configurations/{fromObjectType}/{toObjectType}/batch/update';

export const AUTHENTICATION: Section = {
  section: '5',
  rows: [
    {
      n: 1,
      statement: 'a user installs the app through an address with client_id, redirect_uri and scopes',
      assumption: 'A21',
      calls: [
        { page: 'GET', query: INSTALL, status: 200 },
        { page: 'GET', query: { ...INSTALL, client_id: 'nobody' }, status: 400 },
        { page: 'GET', query: { ...INSTALL, scopes: '' }, status: 400 },
      ],
    },
    {
      n: 2,
      statement: 'optional_scopes and state may go with it; the state comes back',
      calls: [
        { page: 'GET', query: { ...INSTALL, optional_scopes: 'tickets', state: 's-1' }, status: 200 },
        {
          page: 'POST',
          query: { ...INSTALL, state: 's-1', hub_id: '7007', decision: 'allow' },
          status: 302,
          shows: { state: 's-1' },
        },
      ],
    },
    {
      n: 3,
      statement: 'the consent adds a code to the redirect address',
      calls: [
        {
          page: 'POST',
          query: { ...INSTALL, hub_id: '7007', decision: 'allow' },
          status: 302,
          shows: { code: '<text>' },
        },
      ],
    },
    {
      n: 4,
      statement: 'the code gives an access token and a refresh token',
      calls: [
        { page: 'POST', query: { ...INSTALL, hub_id: '7007', decision: 'allow' }, status: 302, keep: { code: 'code' } },
        {
          endpoint: 'issueToken',
          body: CODE,
          status: 200,
          shows: { access_token: '<text>', refresh_token: '<text>', hub_id: 7007 },
        },
        { endpoint: 'issueToken', body: CODE, status: 400, shows: { status: 'BAD_AUTH_CODE' } },
      ],
    },
    {
      n: 5,
      statement: 'calls that need it carry the token as a bearer in the header',
      calls: [
        { endpoint: 'sendTimelineEvent', ...SAMPLES.sendTimelineEvent, token: null, status: 401 },
        { endpoint: 'createSubscription', ...SAMPLES.createSubscription, token: null, status: 401 },
        { endpoint: 'createEventProperty', ...SAMPLES.createEventProperty, token: null, status: 401 },
        { endpoint: 'updateAssociationLimits', ...SAMPLES.updateAssociationLimits, token: null, status: 401 },
        { endpoint: 'updateAssociationLimits', ...SAMPLES.updateAssociationLimits, token: '{{other}}', status: 200 },
      ],
    },
    {
      n: 6,
      statement: 'a new access token is had for the refresh token and the app',
      calls: [
        { page: 'POST', query: { ...INSTALL, hub_id: '7007', decision: 'allow' }, status: 302, keep: { code: 'code' } },
        { endpoint: 'issueToken', body: CODE, status: 200, keep: { refresh: 'refresh_token' } },
        { endpoint: 'issueToken', body: REFRESH, status: 200, keep: { access: 'access_token' } },
        { endpoint: 'readAccessToken', params: { token: '{{access}}' }, status: 200, shows: { hub_id: 7007 } },
      ],
    },
    {
      n: 7,
      statement: 'the client secret proves who the app is',
      calls: [
        {
          endpoint: 'issueToken',
          body: { ...SAMPLES.issueToken.body, client_secret: 'guessed' },
          status: 400,
          shows: { status: 'BAD_CLIENT_SECRET' },
        },
      ],
    },
    {
      n: 8,
      statement: 'the refresh token comes with the access token and stays',
      assumption: 'A22',
      calls: [
        { endpoint: 'issueToken', ...SAMPLES.issueToken, status: 200, shows: { refresh_token: 'trueup-dev-refresh' } },
      ],
    },
    {
      n: 9,
      statement: 'the scopes that endpoints need are open',
      assumption: 'A08',
      calls: [
        {
          endpoint: 'listProperties',
          params: CONTACTS,
          token: '{{scopeless}}',
          status: 403,
          shows: { category: 'MISSING_SCOPES' },
        },
      ],
    },
    {
      n: 10,
      statement: 'whether property and legacy endpoints take the header is open: they need it',
      assumption: 'A07',
      calls: [
        { endpoint: 'listCompanyProperties', token: null, status: 401 },
        { endpoint: 'updateContactGroup', ...SAMPLES.updateContactGroup, token: null, status: 401 },
        { endpoint: 'sendLegacyTimelineEvent', ...SAMPLES.sendLegacyTimelineEvent, token: null, status: 401 },
      ],
    },
  ],
};

export const ERRORS: Section = {
  section: '7',
  rows: [
    {
      n: 1,
      statement: 'statuses, shapes and codes of errors are open',
      assumption: 'A09',
      calls: [
        {
          endpoint: 'createGroup',
          params: CONTACTS,
          body: {},
          status: 400,
          shows: { status: 'error', message: '<text>', correlationId: '<text>', category: 'VALIDATION_ERROR' },
        },
      ],
    },
  ],
};

export const BOUNDS: Section = {
  section: '8',
  rows: [
    {
      n: 1,
      statement: 'an access token of 512 characters is taken',
      reply: 'issueToken',
      member: 'access_token',
      takes: 'a'.repeat(512),
      refuses: 5,
    },
    {
      n: 2,
      statement: 'expires_in is in the grant and in the metadata',
      calls: [
        { endpoint: 'issueToken', ...SAMPLES.issueToken, status: 200, shows: { expires_in: '<number>' } },
        { endpoint: 'readAccessToken', ...SAMPLES.readAccessToken, status: 200, shows: { expires_in: '<number>' } },
      ],
    },
    {
      n: 3,
      statement: 'maxToObjectIds bounds the records of an association type',
      calls: [
        {
          endpoint: 'updateAssociationLimits',
          ...SAMPLES.updateAssociationLimits,
          status: 200,
          shows: { results: [{ userEnforcedMaxToObjectIds: 5 }] },
        },
      ],
    },
    {
      n: 4,
      statement: 'v1 update paths take names of lowercase letters and digits, first a letter',
      calls: [
        {
          endpoint: 'updateCompanyProperty',
          ...SAMPLES.updateCompanyProperty,
          params: { property_name: 'a-b' },
          status: 400,
          names: ['property_name'],
        },
        { endpoint: 'updateCompanyProperty', ...SAMPLES.updateCompanyProperty, status: 200 },
      ],
    },
    {
      n: 5,
      statement: 'rates, quotas and sizes are open',
      assumption: 'A10',
      calls: [
        {
          endpoint: 'purgeAssociationLimits',
          ...SAMPLES.purgeAssociationLimits,
          body: { inputs: Array.from({ length: 101 }, (_, typeId) => ({ category: 'WORK', typeId })) },
          status: 400,
          names: ['inputs'],
        },
      ],
    },
  ],
};

export const VERSIONS: Section = {
  section: '9',
  rows: [
    { n: 1, statement: 'tokens are under /oauth/v1', endpoint: 'issueToken', is: 'POST /oauth/v1/token' },
    {
      n: 2,
      statement: 'some properties are under /properties/v1',
      endpoint: 'createContactProperty',
      is: 'POST /properties/v1/contacts/properties',
    },
    {
      n: 3,
      statement: 'the others are under /properties/v2',
      endpoint: 'createProperty',
      is: 'POST /properties/v2/{object_type}/properties',
    },
    {
      n: 4,
      statement: 'legacy events are under /integrations/v1',
      endpoint: 'sendLegacyTimelineEvent',
      is: 'PUT /integrations/v1/{application-id}/timeline/event',
    },
    {
      n: 5,
      statement: 'events are under /integrators/timeline/v3',
      endpoint: 'sendTimelineEvent',
      is: 'POST /integrators/timeline/v3/events',
    },
    {
      n: 6,
      statement: 'event definitions are under /events/v3',
      endpoint: 'createEventProperty',
      is: 'POST /events/v3/event-definitions/{eventName}/property',
    },
    {
      n: 7,
      statement: 'limits are under /crm/associations/v4',
      endpoint: 'updateAssociationLimits',
      is: `POST ${LIMITS}`,
    },
    {
      n: 8,
      statement: 'the version of webhooks is a date, 2026-03',
      endpoint: 'createSubscription',
      is: 'POST /webhooks/{version}/{appId}/subscriptions',
    },
    {
      n: 9,
      statement: 'v1 paths name contacts, companies or deals',
      endpoint: 'updateDealProperty',
      is: 'PUT /properties/v1/deals/properties/named/{property_name}',
    },
    {
      n: 10,
      statement: 'v2 paths take the object type',
      endpoint: 'listProperties',
      is: 'GET /properties/v2/{object_type}/properties',
    },
    { n: 11, statement: 'deprecation and sunset dates are open', assumption: 'A39' },
  ],
};
