/**
 * Lists the statements of sections 4.4 to 4.6: the endpoints of events, subscriptions and limits, and open points about
 * endpoints.
 */

import type { Section } from './row.ts';
import { SAMPLES } from './samples.ts';

const LIMITS = '/crm/associations/v4/definitions/configurations/{fromObjectType}/{toObjectType}/batch';

export const EVENTS_AND_SUBSCRIPTIONS: Section = {
  section: '4.4',
  rows: [
    {
      n: 1,
      statement: 'the v3 timeline event',
      endpoint: 'sendTimelineEvent',
      is: 'POST /integrators/timeline/v3/events',
      members:
        'eventTemplateId! id tokens! customObjectTypeId domain email extraData objectId timelineIFrame timestamp utk',
    },
    {
      n: 2,
      statement: 'the legacy timeline event',
      endpoint: 'sendLegacyTimelineEvent',
      is: 'PUT /integrations/v1/{application-id}/timeline/event',
    },
    {
      n: 3,
      statement: 'the creation of a subscription',
      endpoint: 'createSubscription',
      is: 'POST /webhooks/{version}/{appId}/subscriptions',
      members: 'active! eventType! eventTypeName objectTypeId propertyName',
    },
    {
      n: 4,
      statement: 'the creation of an event-definition property',
      endpoint: 'createEventProperty',
      is: 'POST /events/v3/event-definitions/{eventName}/property',
      members: 'label! type! description name options fieldType',
    },
    {
      n: 5,
      statement: 'a v3 event is answered with its object type',
      calls: [
        {
          endpoint: 'sendTimelineEvent',
          ...SAMPLES.sendTimelineEvent,
          status: 201,
          shows: { id: 'e1', objectType: 'contacts' },
        },
      ],
    },
    {
      n: 6,
      statement: 'the legacy PUT answers with an object; that it deletes an event type is its summary only',
      assumption: 'A06',
      calls: [
        {
          endpoint: 'sendLegacyTimelineEvent',
          ...SAMPLES.sendLegacyTimelineEvent,
          status: 200,
          shows: { id: 'e2', objectId: '5' },
        },
        {
          endpoint: 'sendLegacyTimelineEvent',
          ...SAMPLES.sendLegacyTimelineEvent,
          status: 200,
          shows: { id: 'e2', objectId: '5' },
        },
      ],
    },
    {
      n: 7,
      statement: 'v3 events are there at the lowest tier of any product: every account may send them',
      calls: [{ endpoint: 'sendTimelineEvent', ...SAMPLES.sendTimelineEvent, token: '{{other}}', status: 201 }],
    },
    {
      n: 8,
      statement: 'a subscription is answered with id and times',
      calls: [
        {
          endpoint: 'createSubscription',
          ...SAMPLES.createSubscription,
          status: 201,
          shows: { ...SAMPLES.createSubscription.body, id: '<text>', createdAt: '<time>', updatedAt: '<time>' },
        },
      ],
    },
  ],
};

export const ASSOCIATION_LIMITS: Section = {
  section: '4.5',
  rows: [
    {
      n: 1,
      statement: 'the update of limits',
      endpoint: 'updateAssociationLimits',
      is: `POST ${LIMITS}/update`,
      members: 'inputs!',
    },
    {
      n: 2,
      statement: 'the purge of limits',
      endpoint: 'purgeAssociationLimits',
      is: `POST ${LIMITS}/purge`,
      members: 'inputs!',
    },
    {
      n: 3,
      statement: 'a purge answers without a body',
      calls: [
        { endpoint: 'purgeAssociationLimits', ...SAMPLES.purgeAssociationLimits, status: 204, shows: '<nothing>' },
      ],
    },
    {
      n: 4,
      statement: 'an update sets a limit for each association type of a pair',
      calls: [
        {
          endpoint: 'updateAssociationLimits',
          params: { fromObjectType: 'contacts', toObjectType: 'companies' },
          body: {
            inputs: [
              { category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 5 },
              { category: 'USER_DEFINED', typeId: 7, maxToObjectIds: 2 },
            ],
          },
          status: 200,
          shows: {
            results: [
              { typeId: 279, userEnforcedMaxToObjectIds: 5 },
              { typeId: 7, userEnforcedMaxToObjectIds: 2 },
            ],
          },
        },
      ],
    },
    {
      n: 5,
      statement: 'a purge takes limits away: a label may then exceed what held it',
      assumption: 'A23',
      calls: [
        { endpoint: 'updateAssociationLimits', ...SAMPLES.updateAssociationLimits, status: 200 },
        {
          endpoint: 'updateAssociationLimits',
          ...SAMPLES.updateAssociationLimits,
          body: label(),
          status: 207,
          shows: { numErrors: 1 },
        },
        { endpoint: 'purgeAssociationLimits', ...SAMPLES.purgeAssociationLimits, status: 204 },
        { endpoint: 'updateAssociationLimits', ...SAMPLES.updateAssociationLimits, body: label(), status: 200 },
      ],
    },
  ],
};

export const OPEN_POINTS: Section = {
  section: '4.6',
  rows: [
    {
      n: 1,
      statement: 'statuses of success that are not marked',
      assumption: 'A01',
      endpoint: 'createGroup',
      is: 'POST /properties/v2/{object_type}/groups',
      status: 201,
    },
    {
      n: 2,
      statement: 'query members, and how includeProperties is passed',
      assumption: 'A02',
      calls: [
        {
          endpoint: 'updateContactGroup',
          ...SAMPLES.updateContactGroup,
          query: { includeProperties: 'true' },
          status: 200,
          shows: { properties: [{}] },
        },
        {
          endpoint: 'updateContactGroup',
          ...SAMPLES.updateContactGroup,
          query: { includeProperties: 'yes' },
          status: 400,
          names: ['includeProperties'],
        },
      ],
    },
    {
      n: 3,
      statement: 'the answer to the deletion of a refresh token',
      assumption: 'A03',
      calls: [
        { endpoint: 'deleteRefreshToken', params: { token: 'trueup-dev-refresh' }, status: 204, shows: '<nothing>' },
        { endpoint: 'deleteRefreshToken', params: { token: 'trueup-dev-refresh' }, status: 404 },
      ],
    },
    {
      n: 4,
      statement: 'which members of groups and batches are needed',
      assumption: 'A05',
      calls: [
        {
          endpoint: 'createGroup',
          params: { object_type: 'contacts' },
          body: {},
          status: 400,
          names: ['name', 'displayName'],
        },
        { endpoint: 'updateGroup', ...SAMPLES.updateGroup, body: {}, status: 200 },
        {
          endpoint: 'updateAssociationLimits',
          ...SAMPLES.updateAssociationLimits,
          body: { inputs: [] },
          status: 400,
          names: ['inputs'],
        },
      ],
    },
    {
      n: 5,
      statement: 'what the legacy PUT does beyond its summary',
      assumption: 'A06',
      calls: [{ endpoint: 'sendLegacyTimelineEvent', ...SAMPLES.sendLegacyTimelineEvent, status: 200 }],
    },
  ],
};

function label() {
  return { inputs: [{ category: 'USER_DEFINED', typeId: 7, maxToObjectIds: 6 }] };
}
