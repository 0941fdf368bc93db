/** The one endpoint table: the twenty methods and paths of interface 4, and the vendor's own of interface 10. */

import type { z } from 'zod';
import { AccountDetails } from './account-info.ts';
import { LimitBatchReply, LimitPurge, LimitUpdate } from './association-limits.ts';
import type { Endpoint } from './endpoint.ts';
import { EventProperty, EventPropertyCreate } from './event-definitions.ts';
import { GroupCreate, GroupUpdate, IncludeProperties, V1CompanyGroup, V1ContactGroup, V2Group } from './groups.ts';
import { TokenForm, TokenGrant, TokenInfo, TokenMetadata, TokenQuestion } from './oauth.ts';
import {
  definitionList,
  V1CompanyProperty,
  V1CompanyPropertyUpdate,
  V1ContactProperty,
  V1ContactPropertyCreate,
  V1DealProperty,
  V1DealPropertyUpdate,
  V2Property,
  V2PropertyCreate,
  V2PropertyPatch,
} from './properties.ts';
import { LegacyTimelineEvent, LegacyTimelineReply, TimelineEvent, TimelineEventReply } from './timeline.ts';
import { Subscription, SubscriptionCreate } from './webhooks.ts';

const json = { authorized: true, encoding: 'json', query: undefined } as const;
const get = {
  method: 'GET',
  effect: 'read',
  encoding: 'none',
  body: undefined,
  query: undefined,
  status: 200,
} as const;

export const ENDPOINTS = {
  issueToken: {
    method: 'POST',
    path: '/oauth/v1/token',
    effect: 'token',
    authorized: false,
    encoding: 'form',
    body: TokenForm,
    query: undefined,
    reply: TokenGrant,
    status: 200,
    section: '4.1',
  },
  readAccessToken: {
    ...get,
    path: '/oauth/v1/access-tokens/{token}',
    authorized: false,
    reply: TokenMetadata,
    section: '4.1',
  },
  deleteRefreshToken: {
    method: 'DELETE',
    path: '/oauth/v1/refresh-tokens/{token}',
    effect: 'purge',
    authorized: false,
    encoding: 'none',
    body: undefined,
    query: undefined,
    reply: undefined,
    status: 204,
    section: '4.1',
  },
  updateCompanyGroup: {
    ...json,
    method: 'PUT',
    path: '/properties/v1/companies/groups/named/{group_name}',
    effect: 'set',
    body: GroupUpdate,
    query: IncludeProperties,
    reply: V1CompanyGroup,
    status: 200,
    section: '4.2',
  },
  updateContactGroup: {
    ...json,
    method: 'PUT',
    path: '/properties/v1/contacts/groups/named/{group_name}',
    effect: 'set',
    body: GroupUpdate,
    query: IncludeProperties,
    reply: V1ContactGroup,
    status: 200,
    section: '4.2',
  },
  createGroup: {
    ...json,
    method: 'POST',
    path: '/properties/v2/{object_type}/groups',
    effect: 'natural-key-create',
    body: GroupCreate,
    reply: V2Group,
    status: 201,
    section: '4.2',
  },
  updateGroup: {
    ...json,
    method: 'PUT',
    path: '/properties/v2/{object_type}/groups/named/{group_name}',
    effect: 'set',
    body: GroupUpdate,
    reply: V2Group,
    status: 200,
    section: '4.2',
  },
  listCompanyProperties: {
    ...get,
    path: '/properties/v1/companies/properties',
    authorized: true,
    reply: definitionList(V1CompanyProperty),
    section: '4.3',
  },
  updateCompanyProperty: {
    ...json,
    method: 'PUT',
    path: '/properties/v1/companies/properties/named/{property_name}',
    effect: 'set',
    body: V1CompanyPropertyUpdate,
    reply: V1CompanyProperty,
    status: 200,
    section: '4.3',
  },
  updateDealProperty: {
    ...json,
    method: 'PUT',
    path: '/properties/v1/deals/properties/named/{property_name}',
    effect: 'set',
    body: V1DealPropertyUpdate,
    reply: V1DealProperty,
    status: 200,
    section: '4.3',
  },
  createContactProperty: {
    ...json,
    method: 'POST',
    path: '/properties/v1/contacts/properties',
    effect: 'natural-key-create',
    body: V1ContactPropertyCreate,
    reply: V1ContactProperty,
    status: 201,
    section: '4.3',
  },
  listProperties: {
    ...get,
    path: '/properties/v2/{object_type}/properties',
    authorized: true,
    reply: definitionList(V2Property),
    section: '4.3',
  },
  createProperty: {
    ...json,
    method: 'POST',
    path: '/properties/v2/{object_type}/properties',
    effect: 'natural-key-create',
    body: V2PropertyCreate,
    reply: V2Property,
    status: 201,
    section: '4.3',
  },
  patchProperty: {
    ...json,
    method: 'PATCH',
    path: '/properties/v2/{object_type}/properties/named/{property_name}',
    effect: 'set',
    body: V2PropertyPatch,
    reply: V2Property,
    status: 200,
    section: '4.3',
  },
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
    method: 'POST',
    path: '/webhooks/2026-03/{appId}/subscriptions',
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
  updateAssociationLimits: {
    ...json,
    method: 'POST',
    path: '/crm/associations/v4/definitions/configurations/{fromObjectType}/{toObjectType}/batch/update',
    effect: 'set',
    body: LimitUpdate,
    reply: LimitBatchReply,
    status: 200,
    section: '4.5',
  },
  purgeAssociationLimits: {
    ...json,
    method: 'POST',
    path: '/crm/associations/v4/definitions/configurations/{fromObjectType}/{toObjectType}/batch/purge',
    effect: 'purge',
    body: LimitPurge,
    reply: undefined,
    status: 204,
    section: '4.5',
  },
  readAccountDetails: {
    ...get,
    path: '/account-info/v3/details',
    authorized: true,
    reply: AccountDetails,
    section: '10.1',
  },
  readTokenInfo: {
    ...json,
    authorized: 'optional',
    method: 'POST',
    path: '/oauth/v2/private-apps/get/access-token-info',
    effect: 'read',
    body: TokenQuestion,
    reply: TokenInfo,
    status: 200,
    section: '10.2',
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointTable = typeof ENDPOINTS;
export type EndpointId = keyof EndpointTable;

/** Endpoints that only read, whatever their method: what observe may call. */
export type ReadEndpointId = { [E in EndpointId]: EndpointTable[E]['effect'] extends 'read' ? E : never }[EndpointId];

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Path parameters of an endpoint, by the names of the interface. */
export type ParamsOf<E extends EndpointId> = { readonly [N in NamesIn<EndpointTable[E]['path']>]: string };
export type BodyOf<E extends EndpointId> = EndpointTable[E]['body'] extends z.ZodType
  ? z.input<EndpointTable[E]['body']>
  : undefined;
export type QueryOf<E extends EndpointId> = EndpointTable[E]['query'] extends z.ZodType
  ? z.input<EndpointTable[E]['query']>
  : undefined;
export type ReplyOf<E extends EndpointId> = EndpointTable[E]['reply'] extends z.ZodType
  ? z.output<EndpointTable[E]['reply']>
  : undefined;

export const ENDPOINT_IDS = Object.keys(ENDPOINTS) as readonly EndpointId[];

/** Names of the parameters in the path, in their order. */
export function pathParameters(endpoint: EndpointId): readonly string[] {
  return [...ENDPOINTS[endpoint].path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => name ?? []);
}

/** Path with its parameters filled in, each percent-encoded so that no value can add a segment. */
export function pathOf(endpoint: EndpointId, params: Readonly<Record<string, string>>): string {
  return ENDPOINTS[endpoint].path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '' || value === '.' || value === '..') {
      throw new TypeError(`${endpoint} requires a value for the path parameter ${name}`);
    }
    return encodeURIComponent(value);
  });
}
