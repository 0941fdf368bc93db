/** Lists a valid call of each endpoint of event definitions on the dated surface, with its request. */

import type { TypedCall } from '../../src/contract/calls.ts';
import type { DATED_EVENTS } from '../../src/contract/endpoints/dated-events.ts';

const REFUND = { eventName: 'refund' };
const PROPERTY = { eventName: 'order_placed', propertyName: 'channel' };

export const DATED_EVENT_CALLS = {
  listEventDefinitions: { endpoint: 'listEventDefinitions', params: {}, query: { includeProperties: 'true' } },
  createEventDefinition: {
    endpoint: 'createEventDefinition',
    params: {},
    body: { label: 'Refund', name: 'refund', includeDefaultProperties: false, propertyDefinitions: [] },
  },
  readEventDefinition: { endpoint: 'readEventDefinition', params: { eventName: 'order_placed' } },
  updateEventDefinition: { endpoint: 'updateEventDefinition', params: REFUND, body: { label: 'Refunds' } },
  deleteEventDefinition: { endpoint: 'deleteEventDefinition', params: REFUND },
  createDatedEventProperty: {
    endpoint: 'createDatedEventProperty',
    params: { eventName: 'order_placed' },
    body: { label: 'Channel', name: 'channel', type: 'string' },
  },
  updateDatedEventProperty: {
    endpoint: 'updateDatedEventProperty',
    params: PROPERTY,
    body: { label: 'Sales channel' },
  },
  deleteDatedEventProperty: { endpoint: 'deleteDatedEventProperty', params: PROPERTY },
} as const satisfies { readonly [E in keyof typeof DATED_EVENTS]: TypedCall<E> };

const DEFINITIONS = '/events/2026-03/event-definitions';
const JSON_TYPE = 'application/json';

export const DATED_EVENTS_WANTED: Readonly<Record<string, readonly [string, string, string | undefined, boolean]>> = {
  listEventDefinitions: ['GET', `${DEFINITIONS}?includeProperties=true`, undefined, true],
  readEventDefinition: ['GET', `${DEFINITIONS}/order_placed`, undefined, true],
  createEventDefinition: ['POST', DEFINITIONS, JSON_TYPE, true],
  updateEventDefinition: ['PATCH', `${DEFINITIONS}/refund`, JSON_TYPE, true],
  deleteEventDefinition: ['DELETE', `${DEFINITIONS}/refund`, undefined, true],
  createDatedEventProperty: ['POST', `${DEFINITIONS}/order_placed/property`, JSON_TYPE, true],
  updateDatedEventProperty: ['PATCH', `${DEFINITIONS}/order_placed/property/channel`, JSON_TYPE, true],
  deleteDatedEventProperty: ['DELETE', `${DEFINITIONS}/order_placed/property/channel`, undefined, true],
};
