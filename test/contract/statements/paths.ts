/** Sections 4 and 4.1: path parameters, and the endpoints of tokens. */

import type { Section } from './row.ts';
import { SAMPLES } from './samples.ts';

const GRANT = SAMPLES.issueToken.body ?? {};

export const PARAMETERS: Section = {
  section: '4',
  rows: [
    {
      n: 1,
      statement: 'an object type is a name or an id of two numbers',
      assumption: 'A27',
      calls: ['contacts', 'contact', '0-1', '2-3451'].map((object_type) => ({
        endpoint: 'listProperties',
        params: { object_type },
        status: 200,
      })),
    },
    {
      n: 2,
      statement: 'groups and properties are named by their internal names',
      calls: [
        {
          endpoint: 'updateGroup',
          ...SAMPLES.updateGroup,
          params: { object_type: 'contacts', group_name: 'Held' },
          status: 404,
        },
        {
          endpoint: 'patchProperty',
          ...SAMPLES.patchProperty,
          params: { object_type: 'contacts', property_name: 'Tier' },
          status: 404,
        },
      ],
    },
    {
      n: 3,
      statement: 'a token in a path is the token itself',
      assumption: 'A25',
      calls: [{ endpoint: 'readAccessToken', params: { token: 'nobody issued this' }, status: 404 }],
    },
    {
      n: 4,
      statement: 'an app is named by its id',
      calls: [
        { endpoint: 'createSubscription', ...SAMPLES.createSubscription, params: { appId: '2002' }, status: 404 },
        {
          endpoint: 'sendLegacyTimelineEvent',
          ...SAMPLES.sendLegacyTimelineEvent,
          params: { 'application-id': '2002' },
          status: 404,
        },
      ],
    },
    {
      n: 5,
      statement: 'a custom event is named by its internal name',
      calls: [
        {
          endpoint: 'createEventProperty',
          ...SAMPLES.createEventProperty,
          params: { eventName: 'Shipped!' },
          status: 404,
        },
      ],
    },
    {
      n: 6,
      statement: 'both ends of an association are object types',
      calls: [
        {
          endpoint: 'updateAssociationLimits',
          ...SAMPLES.updateAssociationLimits,
          params: { fromObjectType: '0-1', toObjectType: '2-3451' },
          status: 200,
        },
        {
          endpoint: 'updateAssociationLimits',
          ...SAMPLES.updateAssociationLimits,
          params: { fromObjectType: 'contacts', toObjectType: 'castles' },
          status: 400,
        },
      ],
    },
  ],
};

export const OAUTH: Section = {
  section: '4.1',
  rows: [
    {
      n: 1,
      statement: 'the token endpoint and the members of its form',
      endpoint: 'issueToken',
      is: 'POST /oauth/v1/token',
      members: 'grant_type! client_id client_secret code redirect_uri refresh_token code_verifier scope',
    },
    {
      n: 2,
      statement: 'the endpoint of metadata, without a body',
      endpoint: 'readAccessToken',
      is: 'GET /oauth/v1/access-tokens/{token}',
    },
    {
      n: 3,
      statement: 'the endpoint that deletes a refresh token',
      assumption: 'A03',
      endpoint: 'deleteRefreshToken',
      is: 'DELETE /oauth/v1/refresh-tokens/{token}',
    },
    {
      n: 4,
      statement: 'the form is url-encoded, and says what is granted',
      calls: [{ endpoint: 'issueToken', body: { client_id: 'trueup-dev' }, status: 400, names: ['grant_type'] }],
    },
    {
      n: 5,
      statement: 'a first exchange sends a code, its address and the app',
      calls: [
        {
          page: 'POST',
          query: {
            hub_id: '7007',
            decision: 'allow',
            client_id: 'trueup-dev',
            redirect_uri: 'http://localhost:4011/callback',
            scopes: 'oauth',
          },
          status: 302,
          keep: { code: 'code' },
        },
        {
          endpoint: 'issueToken',
          body: { ...exchange('{{code}}'), redirect_uri: 'http://localhost/other' },
          status: 400,
          shows: { status: 'MISMATCH_REDIRECT_URI' },
        },
        {
          endpoint: 'issueToken',
          body: { ...exchange('{{code}}'), client_secret: 'wrong' },
          status: 400,
          shows: { status: 'BAD_CLIENT_SECRET' },
        },
        { endpoint: 'issueToken', body: exchange('{{code}}'), status: 200, shows: { hub_id: 7007, scopes: ['oauth'] } },
      ],
    },
    {
      n: 6,
      statement: 'a refresh sends the refresh token and the app',
      calls: [
        { endpoint: 'issueToken', body: refresh('trueup-dev-refresh'), status: 200, shows: { hub_id: 1001 } },
        { endpoint: 'issueToken', body: refresh('wrong'), status: 400, shows: { status: 'BAD_REFRESH_TOKEN' } },
      ],
    },
    {
      n: 7,
      statement: 'code_verifier and scope are taken',
      assumption: 'A21',
      calls: [
        {
          endpoint: 'issueToken',
          body: { ...GRANT, scope: 'oauth', code_verifier: 'v' },
          status: 200,
          shows: { scopes: ['oauth'] },
        },
      ],
    },
  ],
};

function exchange(code: string) {
  const app = { client_id: 'trueup-dev', client_secret: 'trueup-dev-secret' };
  return { grant_type: 'authorization_code', ...app, code, redirect_uri: 'http://localhost:4011/callback' };
}

function refresh(refresh_token: string) {
  return { grant_type: 'refresh_token', client_id: 'trueup-dev', client_secret: 'trueup-dev-secret', refresh_token };
}
