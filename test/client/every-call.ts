/** Lists a valid call of each endpoint, in an order that a service can execute. */

import type { TypedCall } from '../../src/contract/calls.ts';
import type { EndpointId } from '../../src/contract/endpoints.ts';
import { DATED_EVENT_CALLS } from './dated-event-calls.ts';
import { DATED_LIMIT_CALLS } from './dated-limit-calls.ts';
import { DATED_OAUTH_CALLS, REVOKE } from './dated-oauth-calls.ts';
import { DATED_SCHEMA_CALLS } from './dated-schema-calls.ts';
import { DATED_TIMELINE_CALLS } from './dated-timeline-calls.ts';
import { DATED_WEBHOOK_CALLS } from './dated-webhook-calls.ts';
import { PIPELINE_CALLS } from './pipeline-calls.ts';
import { VALIDATION_CALLS } from './validation-calls.ts';

const REFERENCE = { label: 'Tier', groupName: 'loyalty', type: 'string', fieldType: 'text' } as const;
const PAIR = { fromObjectType: 'contacts', toObjectType: 'companies' };

/** Refresh token that must exist before the call that revokes it. Another call deletes the first token. */
export const SECOND_REFRESH = 'trueup-dev-refresh-2';

export const EVERY_CALL: { readonly [E in EndpointId]: TypedCall<E> } = {
  issueToken: {
    endpoint: 'issueToken',
    params: {},
    body: {
      grant_type: 'refresh_token',
      client_id: 'trueup-dev',
      client_secret: 'trueup-dev-secret',
      refresh_token: 'trueup-dev-refresh',
    },
  },
  readAccessToken: { endpoint: 'readAccessToken', params: { token: 'trueup-dev-token' } },
  createGroup: {
    endpoint: 'createGroup',
    params: { object_type: 'contacts' },
    body: { name: 'loyalty', displayName: 'Loyalty', displayOrder: 2 },
  },
  updateGroup: {
    endpoint: 'updateGroup',
    params: { object_type: 'contacts', group_name: 'loyalty' },
    body: { displayName: 'Loyalty programme' },
  },
  updateContactGroup: {
    endpoint: 'updateContactGroup',
    params: { group_name: 'loyalty' },
    query: { includeProperties: 'true' },
    body: { displayName: 'Loyalty' },
  },
  updateCompanyGroup: {
    endpoint: 'updateCompanyGroup',
    params: { group_name: 'companyinformation' },
    body: { displayName: 'Company information' },
  },
  createContactProperty: {
    endpoint: 'createContactProperty',
    params: {},
    body: { ...REFERENCE, name: 'firstorder', type: 'date', fieldType: 'date' },
  },
  createProperty: {
    endpoint: 'createProperty',
    params: { object_type: 'contacts' },
    body: {
      ...REFERENCE,
      name: 'loyaltytier',
      type: 'enumeration',
      fieldType: 'select',
      options: [{ label: 'Gold', value: 'gold' }],
    },
  },
  patchProperty: {
    endpoint: 'patchProperty',
    params: { object_type: 'contacts', property_name: 'loyaltytier' },
    body: { label: 'Loyalty tier', options: [{ label: 'Silver', value: 'silver', displayOrder: 0, hidden: false }] },
  },
  listProperties: { endpoint: 'listProperties', params: { object_type: 'contacts' } },
  listCompanyProperties: { endpoint: 'listCompanyProperties', params: {} },
  updateCompanyProperty: {
    endpoint: 'updateCompanyProperty',
    params: { property_name: 'companytier' },
    body: { ...REFERENCE, groupName: 'companyinformation' },
  },
  updateDealProperty: {
    endpoint: 'updateDealProperty',
    params: { property_name: 'dealtier' },
    body: { ...REFERENCE, name: 'dealtier', groupName: 'dealinformation' },
  },
  sendTimelineEvent: {
    endpoint: 'sendTimelineEvent',
    params: {},
    body: { eventTemplateId: 'template-1', email: 'ada@example.test', tokens: { order: '17' } },
  },
  sendLegacyTimelineEvent: {
    endpoint: 'sendLegacyTimelineEvent',
    params: { 'application-id': '2001' },
    body: { id: 'order-17', eventTypeId: 'template-1', email: 'ada@example.test' },
  },
  createSubscription: {
    endpoint: 'createSubscription',
    params: { appId: '2001' },
    body: { eventType: 'contact.propertyChange', active: true, propertyName: 'loyaltytier' },
  },
  createEventProperty: {
    endpoint: 'createEventProperty',
    params: { eventName: 'order_placed' },
    body: { label: 'Order total', name: 'ordertotal', type: 'number' },
  },
  updateAssociationLimits: {
    endpoint: 'updateAssociationLimits',
    params: PAIR,
    body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 1 }] },
  },
  purgeAssociationLimits: {
    endpoint: 'purgeAssociationLimits',
    params: PAIR,
    body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279 }] },
  },
  readAccountDetails: { endpoint: 'readAccountDetails', params: {} },
  readRefreshToken: { endpoint: 'readRefreshToken', params: { token: 'trueup-dev-refresh' } },
  listAssociationTypes: { endpoint: 'listAssociationTypes', params: PAIR },
  sendTimelineEvents: {
    endpoint: 'sendTimelineEvents',
    params: {},
    body: { inputs: [{ eventTemplateId: 'template-1', id: 'batch-1', tokens: { total: 10 }, objectId: '5' }] },
  },
  readTimelineEvent: { endpoint: 'readTimelineEvent', params: { eventTemplateId: 'template-1', eventId: 'batch-1' } },
  readTokenInfo: { endpoint: 'readTokenInfo', params: {}, body: { tokenKey: 'pat-na1-trueup-dev' } },
  listDatedGroups: { endpoint: 'listDatedGroups', params: { object_type: 'contacts' } },
  createDatedGroup: {
    endpoint: 'createDatedGroup',
    params: { object_type: 'contacts' },
    body: { name: 'surveys', label: 'Surveys' },
  },
  readDatedGroup: { endpoint: 'readDatedGroup', params: { object_type: 'contacts', group_name: 'surveys' } },
  updateDatedGroup: {
    endpoint: 'updateDatedGroup',
    params: { object_type: 'contacts', group_name: 'surveys' },
    body: { label: 'Survey answers', displayOrder: 4 },
  },
  archiveDatedGroup: { endpoint: 'archiveDatedGroup', params: { object_type: 'contacts', group_name: 'surveys' } },
  listDatedProperties: {
    endpoint: 'listDatedProperties',
    params: { object_type: 'contacts' },
    query: { archived: 'true', dataSensitivity: 'sensitive' },
  },
  createDatedProperty: {
    endpoint: 'createDatedProperty',
    params: { object_type: 'contacts' },
    body: { name: 'score', label: 'Score', groupName: 'contactinformation', type: 'number', fieldType: 'number' },
  },
  readDatedProperty: { endpoint: 'readDatedProperty', params: { object_type: 'contacts', property_name: 'score' } },
  updateDatedProperty: {
    endpoint: 'updateDatedProperty',
    params: { object_type: 'contacts', property_name: 'score' },
    body: { label: 'Satisfaction', numberDisplayHint: 'formatted' },
  },
  createDatedProperties: {
    endpoint: 'createDatedProperties',
    params: { object_type: 'contacts' },
    body: {
      inputs: ['first', 'second'].map((name) => ({
        name,
        label: name,
        groupName: 'contactinformation',
        type: 'number',
        fieldType: 'number',
      })),
    },
  },
  readDatedProperties: {
    endpoint: 'readDatedProperties',
    params: { object_type: 'contacts' },
    body: { inputs: [{ name: 'first' }, { name: 'second' }], archived: false, dataSensitivity: 'non_sensitive' },
  },
  archiveDatedProperties: {
    endpoint: 'archiveDatedProperties',
    params: { object_type: 'contacts' },
    body: { inputs: [{ name: 'first' }, { name: 'second' }] },
  },
  listDatedSchemas: {
    endpoint: 'listDatedSchemas',
    params: {},
    query: { includePropertyDefinitions: 'false', includeAssociationDefinitions: 'false' },
  },
  readDatedSchema: { endpoint: 'readDatedSchema', params: { object_type: '2-3451' } },
  archiveDatedProperty: {
    endpoint: 'archiveDatedProperty',
    params: { object_type: 'contacts', property_name: 'score' },
  },
  ...DATED_OAUTH_CALLS,
  revokeToken: { ...REVOKE, body: { ...REVOKE.body, token: SECOND_REFRESH } },
  ...DATED_WEBHOOK_CALLS,
  ...DATED_EVENT_CALLS,
  ...DATED_LIMIT_CALLS,
  ...DATED_SCHEMA_CALLS,
  ...DATED_TIMELINE_CALLS,
  ...PIPELINE_CALLS,
  ...VALIDATION_CALLS,
  deleteRefreshToken: { endpoint: 'deleteRefreshToken', params: { token: 'trueup-dev-refresh' } },
};
