/** The table from endpoint to handler: the compiler refuses an endpoint without one. */

import { z } from 'zod';
import { ENDPOINTS, type EndpointId } from '../../contract/endpoints.ts';
import { readAccountDetails, readTokenInfo } from '../handlers/account-info.ts';
import { purgeAssociationLimits, updateAssociationLimits } from '../handlers/association-limits.ts';
import { createEventProperty } from '../handlers/event-definitions.ts';
import { createGroup, updateCompanyGroup, updateContactGroup, updateGroup } from '../handlers/groups.ts';
import type { Handler, HandlerCall } from '../handlers/handler.ts';
import { deleteRefreshToken, issueToken, readAccessToken } from '../handlers/oauth.ts';
import {
  createContactProperty,
  createProperty,
  listCompanyProperties,
  listProperties,
  patchProperty,
  updateCompanyProperty,
  updateDealProperty,
} from '../handlers/properties.ts';
import { sendLegacyTimelineEvent, sendTimelineEvent } from '../handlers/timeline.ts';
import { createSubscription } from '../handlers/webhooks.ts';
import { validated } from './validate.ts';

/** Of an endpoint that takes none (assumption A02). */
const NO_QUERY = z.strictObject({});

/** A call as it arrived: nothing of its body and query is checked yet. */
interface RawCall extends Omit<HandlerCall<EndpointId>, 'params' | 'query' | 'body' | 'identity' | 'db'> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly identity: HandlerCall<'listProperties'>['identity'] | undefined;
}

/** Checks the call, throwing a 400, and gives what is left to do inside a transaction. */
export type Route = (call: RawCall) => (db: HandlerCall<EndpointId>['db']) => Promise<RouteReply>;

interface RouteReply {
  readonly status: number;
  readonly body: unknown;
}

export const ROUTES: { readonly [E in EndpointId]: Route } = {
  issueToken: route('issueToken', issueToken),
  readAccessToken: route('readAccessToken', readAccessToken),
  deleteRefreshToken: route('deleteRefreshToken', deleteRefreshToken),
  updateCompanyGroup: route('updateCompanyGroup', updateCompanyGroup),
  updateContactGroup: route('updateContactGroup', updateContactGroup),
  createGroup: route('createGroup', createGroup),
  updateGroup: route('updateGroup', updateGroup),
  listCompanyProperties: route('listCompanyProperties', listCompanyProperties),
  updateCompanyProperty: route('updateCompanyProperty', updateCompanyProperty),
  updateDealProperty: route('updateDealProperty', updateDealProperty),
  createContactProperty: route('createContactProperty', createContactProperty),
  listProperties: route('listProperties', listProperties),
  createProperty: route('createProperty', createProperty),
  patchProperty: route('patchProperty', patchProperty),
  sendTimelineEvent: route('sendTimelineEvent', sendTimelineEvent),
  sendLegacyTimelineEvent: route('sendLegacyTimelineEvent', sendLegacyTimelineEvent),
  createSubscription: route('createSubscription', createSubscription),
  createEventProperty: route('createEventProperty', createEventProperty),
  updateAssociationLimits: route('updateAssociationLimits', updateAssociationLimits),
  purgeAssociationLimits: route('purgeAssociationLimits', purgeAssociationLimits),
  readAccountDetails: route('readAccountDetails', readAccountDetails),
  readTokenInfo: route('readTokenInfo', readTokenInfo),
};

function route<E extends EndpointId>(endpoint: E, handler: Handler<E>): Route {
  const { body, query, status } = ENDPOINTS[endpoint];
  return (raw) => {
    const checked = {
      ...raw,
      query: validated(query ?? NO_QUERY, raw.query ?? {}, 'query'),
      body: body === undefined ? undefined : validated(body, raw.body, 'body'),
    };
    return async (db) => {
      // The schemas of this endpoint just gave these types; the path has its parameters by the route that matched.
      const reply = await handler({ ...checked, db } as unknown as HandlerCall<E>);
      return { status: reply.status ?? status, body: reply.body };
    };
  };
}
