/** The table from endpoint to handler: the compiler refuses an endpoint without one. */

import type { EndpointId } from '../../contract/endpoints.ts';
import { readAccountDetails, readTokenInfo } from '../handlers/account-info.ts';
import { purgeAssociationLimits, updateAssociationLimits } from '../handlers/association-limits.ts';
import { listAssociationTypes } from '../handlers/association-types.ts';
import { createEventProperty } from '../handlers/event-definitions.ts';
import { createGroup, updateCompanyGroup, updateContactGroup, updateGroup } from '../handlers/groups.ts';
import { deleteRefreshToken, issueToken, readAccessToken, readRefreshToken } from '../handlers/oauth.ts';
import {
  createContactProperty,
  createProperty,
  listCompanyProperties,
  listProperties,
  patchProperty,
  updateCompanyProperty,
  updateDealProperty,
} from '../handlers/properties.ts';
import { readTimelineEvent, sendLegacyTimelineEvent, sendTimelineEvent } from '../handlers/timeline.ts';
import { sendTimelineEvents } from '../handlers/timeline-batches.ts';
import { createSubscription } from '../handlers/webhooks.ts';
import { DATED_ROUTES } from './dated-routes.ts';
import { type Route, route } from './route.ts';

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
  readRefreshToken: route('readRefreshToken', readRefreshToken),
  listAssociationTypes: route('listAssociationTypes', listAssociationTypes),
  readTimelineEvent: route('readTimelineEvent', readTimelineEvent),
  sendTimelineEvents: route('sendTimelineEvents', sendTimelineEvents),
  readTokenInfo: route('readTokenInfo', readTokenInfo),
  ...DATED_ROUTES,
};
