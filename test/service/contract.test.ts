import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from '../../src/contract/endpoints.ts';
import { createService, type Service } from '../../src/service/index.ts';
import { DATED_EVENT_CALLS } from '../client/dated-event-calls.ts';
import { DATED_LIMIT_CALLS } from '../client/dated-limit-calls.ts';
import { DATED_OAUTH_CALLS, REVOKE } from '../client/dated-oauth-calls.ts';
import { DATED_SCHEMA_CALLS } from '../client/dated-schema-calls.ts';
import { DATED_TIMELINE_CALLS } from '../client/dated-timeline-calls.ts';
import { BEFORE_WEBHOOKS, DATED_WEBHOOK_CALLS } from '../client/dated-webhook-calls.ts';
import { BEFORE_PIPELINES, PIPELINE_CALLS } from '../client/pipeline-calls.ts';
import { BEFORE_VALIDATIONS, VALIDATION_CALLS } from '../client/validation-calls.ts';
import { aService, type Sent, send } from './harness.ts';

const property = { name: 'tier', label: 'Tier', groupName: 'contactinformation', type: 'string', fieldType: 'text' };
const memberships = { object_type: '2-3451' };
const won = { object_type: 'deals', pipelineId: 'default', stageId: 'closedwon' };
const pair = { fromObjectType: 'contacts', toObjectType: 'companies' };

/** A call of each endpoint that a fresh service answers with success. */
const CALLS: { readonly [E in EndpointId]: Sent } = {
  issueToken: {
    body: {
      grant_type: 'refresh_token',
      client_id: 'trueup-dev',
      client_secret: 'trueup-dev-secret',
      refresh_token: 'trueup-dev-refresh',
    },
  },
  readAccessToken: { params: { token: 'trueup-dev-token' } },
  deleteRefreshToken: { params: { token: 'trueup-dev-refresh' } },
  updateCompanyGroup: {
    params: { group_name: 'companyinformation' },
    query: { includeProperties: 'true' },
    body: { displayName: 'Companies' },
  },
  updateContactGroup: {
    params: { group_name: 'contactinformation' },
    query: { includeProperties: 'true' },
    body: { displayName: 'Contacts' },
  },
  createGroup: { params: { object_type: 'contacts' }, body: { name: 'loyalty', displayName: 'Loyalty' } },
  updateGroup: { params: { object_type: 'deals', group_name: 'dealinformation' }, body: { displayOrder: 4 } },
  listCompanyProperties: {},
  updateCompanyProperty: {
    params: { property_name: 'industry' },
    body: { groupName: 'companyinformation', type: 'enumeration', label: 'Branch' },
  },
  updateDealProperty: {
    params: { property_name: 'amount' },
    body: { name: 'amount', groupName: 'dealinformation', type: 'number', fieldType: 'number', label: 'Sum' },
  },
  createContactProperty: { body: property },
  listProperties: { params: { object_type: '2-3451' } },
  createProperty: { params: { object_type: 'contacts' }, body: property },
  patchProperty: { params: { object_type: 'contacts', property_name: 'phone' }, body: { label: 'Telephone' } },
  sendTimelineEvent: { body: { eventTemplateId: 'template-1', tokens: { a: 'b' }, email: 'ada@example.com' } },
  sendLegacyTimelineEvent: {
    params: { 'application-id': '2001' },
    body: { id: 'e1', eventTypeId: 'template-1', email: 'ada@example.com' },
  },
  createSubscription: { params: { appId: '2001' }, body: { eventType: 'contact.creation', active: true } },
  createEventProperty: { params: { eventName: 'order_placed' }, body: { label: 'Order total', type: 'number' } },
  updateAssociationLimits: {
    params: pair,
    body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 5 }] },
  },
  purgeAssociationLimits: { params: pair, body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279 }] } },
  readAccountDetails: {},
  listDatedGroups: { params: { object_type: 'contacts' } },
  readDatedGroup: { params: { object_type: 'contacts', group_name: 'contactinformation' } },
  createDatedGroup: { params: { object_type: 'contacts' }, body: { name: 'loyalty', label: 'Loyalty' } },
  updateDatedGroup: { params: { object_type: 'deals', group_name: 'dealinformation' }, body: { displayOrder: 4 } },
  archiveDatedGroup: { params: { object_type: 'contacts', group_name: 'loyalty' } },
  listDatedProperties: { params: { object_type: 'contacts' } },
  readDatedProperty: { params: { object_type: 'contacts', property_name: 'phone' } },
  createDatedProperty: { params: { object_type: 'contacts' }, body: property },
  updateDatedProperty: { params: { object_type: 'contacts', property_name: 'phone' }, body: { label: 'Telephone' } },
  archiveDatedProperty: { params: { object_type: 'contacts', property_name: 'tier' } },
  createDatedProperties: { params: { object_type: 'contacts' }, body: { inputs: [property] } },
  readDatedProperties: {
    params: { object_type: 'contacts' },
    body: { inputs: [{ name: 'phone' }], archived: false, dataSensitivity: 'non_sensitive' },
  },
  archiveDatedProperties: { params: { object_type: 'contacts' }, body: { inputs: [{ name: 'tier' }] } },
  ...DATED_OAUTH_CALLS,
  revokeToken: REVOKE,
  ...DATED_WEBHOOK_CALLS,
  ...DATED_EVENT_CALLS,
  ...DATED_LIMIT_CALLS,
  ...DATED_TIMELINE_CALLS,
  ...PIPELINE_CALLS,
  ...VALIDATION_CALLS,
  readStage: { params: won },
  updateStage: { params: won, body: { label: 'Won' } },
  readStageAudit: { params: won },
  deleteStage: { params: won },
  ...DATED_SCHEMA_CALLS,
  updateDatedSchema: { params: memberships, body: { labels: { singular: 'Membership' } } },
  archiveDatedSchema: { params: memberships },
  createSchemaAssociation: {
    params: memberships,
    body: { fromObjectTypeId: '2-3451', toObjectTypeId: '0-2' },
  },
  archiveSchemaAssociation: { params: { ...memberships, associationIdentifier: '1' } },
  listDatedSchemas: {},
  readDatedSchema: { params: { object_type: '2-3451' } },
  readRefreshToken: { params: { token: 'trueup-dev-refresh' } },
  listAssociationTypes: { params: pair },
  sendTimelineEvents: {
    body: { inputs: [{ eventTemplateId: 'template-1', id: 'batch-1', tokens: { total: 10 }, objectId: '5' }] },
  },
  readTimelineEvent: { params: { eventTemplateId: 'template-1', eventId: 'batch-1' } },
  readTokenInfo: { body: { tokenKey: 'pat-eu1-trueup-dev' } },
};

/** A call that has to succeed before. */
const BEFORE: { readonly [E in EndpointId]?: EndpointId } = {
  archiveDatedGroup: 'createDatedGroup',
  archiveDatedProperty: 'createDatedProperty',
  ...BEFORE_WEBHOOKS,
  ...BEFORE_PIPELINES,
  ...BEFORE_VALIDATIONS,
  updateEventDefinition: 'createEventDefinition',
  deleteEventDefinition: 'createEventDefinition',
  updateDatedEventProperty: 'createDatedEventProperty',
  deleteDatedEventProperty: 'createDatedEventProperty',
  updateAssociationLabel: 'createAssociationLabel',
  deleteAssociationLabel: 'createAssociationLabel',
  readTimelineEvent: 'sendTimelineEvents',
  archiveSchemaAssociation: 'createSchemaAssociation',
};

describe('every endpoint', () => {
  it.each(ENDPOINT_IDS)('%s answers with its status and a reply that keeps the contract', async (endpoint) => {
    const { service } = await aService();
    const { status, reply } = ENDPOINTS[endpoint];
    const before = BEFORE[endpoint];
    if (before !== undefined) await send(service, before, CALLS[before]);
    const answer = await send(service, endpoint, CALLS[endpoint]);
    expect(answer.status).toBe(status);
    if (reply === undefined) expect(answer.body).toBeUndefined();
    else expect(reply().safeParse(answer.body).error).toBeUndefined();
  });
});

describe('every endpoint refuses a call without an effect', () => {
  let service: Service;
  beforeAll(async () => {
    service = await createService({ rateLimit: false });
  });
  afterAll(() => service.close());

  it.each(ENDPOINT_IDS.filter((id) => ENDPOINTS[id].body !== undefined))(
    '%s refuses a member that it does not know, by name',
    async (endpoint) => {
      const answer = await send(service, endpoint, {
        ...CALLS[endpoint],
        body: { ...Object(CALLS[endpoint].body), surprise: 'x' },
      });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        status: 'error',
        category: 'VALIDATION_ERROR',
        errors: [{ message: 'surprise is not a member of this body', code: 'UNKNOWN_MEMBER', in: 'surprise' }],
      });
    },
  );

  it.each(ENDPOINT_IDS)('%s refuses an unknown query member by name (assumption A02)', async (endpoint) => {
    const answer = await send(service, endpoint, { ...CALLS[endpoint], query: { surprise: 'x' } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      category: 'VALIDATION_ERROR',
      errors: [{ message: 'surprise is not a member of this query', code: 'UNKNOWN_MEMBER', in: 'surprise' }],
    });
  });

  it.each(ENDPOINT_IDS.filter((id) => ENDPOINTS[id].authorized))('%s needs a token', async (endpoint) => {
    const answer = await send(service, endpoint, { ...CALLS[endpoint], token: null });
    expect(answer.status).toBe(401);
    expect(answer.body.category).toBe('INVALID_AUTHENTICATION');
  });

  /** Endpoints that tell the owner of the token need no scope, nor does the endpoint of limits. */
  const scoped = ENDPOINT_IDS.filter(
    (id) =>
      ENDPOINTS[id].authorized && !/^(10\.[123]|11\.1)$/.test(ENDPOINTS[id].section) && id !== 'readPipelineLimits',
  );

  it.each(scoped)('%s needs a scope', async (endpoint) => {
    const { accessToken } = await service.issueToken({ hubId: 1001, appId: 2001, scopes: ['oauth'] });
    const answer = await send(service, endpoint, { ...CALLS[endpoint], token: accessToken });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ status: 'error', category: 'MISSING_SCOPES' });
    expect(answer.body.context.requiredGranularScopes.length).toBeGreaterThan(0);
  });
});

describe('calls', () => {
  it('records each call in order with what became of it', async () => {
    const { service } = await aService();
    await send(service, 'createGroup', CALLS.createGroup);
    await send(service, 'createGroup', CALLS.createGroup);
    await send(service, 'issueToken', CALLS.issueToken);
    await send(service, 'readAccessToken', CALLS.readAccessToken);
    expect(await service.calls()).toEqual([
      {
        sequence: 1,
        endpoint: 'createGroup',
        method: 'POST',
        path: '/properties/v2/contacts/groups',
        hubId: 1001,
        status: 201,
        body: { name: 'loyalty', displayName: 'Loyalty' },
        committed: true,
        faults: [],
      },
      {
        sequence: 2,
        endpoint: 'createGroup',
        method: 'POST',
        path: '/properties/v2/contacts/groups',
        hubId: 1001,
        status: 409,
        body: { name: 'loyalty', displayName: 'Loyalty' },
        committed: false,
        faults: [],
      },
      {
        sequence: 3,
        endpoint: 'issueToken',
        method: 'POST',
        path: '/oauth/v1/token',
        hubId: undefined,
        status: 200,
        body: {
          grant_type: 'refresh_token',
          client_id: 'trueup-dev',
          client_secret: '[secret]',
          refresh_token: '[secret]',
        },
        committed: true,
        faults: [],
      },
      {
        sequence: 4,
        endpoint: 'readAccessToken',
        method: 'GET',
        path: '/oauth/v1/access-tokens/[secret]',
        hubId: undefined,
        status: 200,
        body: undefined,
        committed: false,
        faults: [],
      },
    ]);
  });

  it('gives the same answers to the same calls when clock and ids are the same', async () => {
    const run = async () => {
      const { service } = await aService();
      const answers = [];
      for (const endpoint of ENDPOINT_IDS) answers.push((await send(service, endpoint, CALLS[endpoint])).body);
      return { answers, snapshot: await service.snapshot(1001) };
    };
    expect(await run()).toEqual(await run());
  });
});
