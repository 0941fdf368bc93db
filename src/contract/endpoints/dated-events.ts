/** Event definitions and their properties on the dated surface (interface 11.6). */

import {
  DatedEventPropertyCreate,
  EventDefinition,
  EventDefinitionCreate,
  EventDefinitions,
  EventDefinitionsQuery,
  EventDefinitionUpdate,
} from '../dated-events.ts';
import type { Endpoint } from '../endpoint.ts';
import { EventProperty, EventPropertyUpdate } from '../event-definitions.ts';
import { get, json, remove } from './dated.ts';

const events = { version: 'events', section: '11.6' } as const;

export const DATED_EVENTS = {
  listEventDefinitions: {
    ...get,
    ...events,
    path: '/events/{version}/event-definitions',
    query: EventDefinitionsQuery,
    reply: EventDefinitions,
  },
  readEventDefinition: {
    ...get,
    ...events,
    path: '/events/{version}/event-definitions/{eventName}',
    reply: EventDefinition,
  },
  createEventDefinition: {
    ...json,
    ...events,
    method: 'POST',
    path: '/events/{version}/event-definitions',
    effect: 'natural-key-create',
    body: EventDefinitionCreate,
    reply: EventDefinition,
    status: 201,
  },
  updateEventDefinition: {
    ...json,
    ...events,
    method: 'PATCH',
    path: '/events/{version}/event-definitions/{eventName}',
    effect: 'set',
    body: EventDefinitionUpdate,
    reply: EventDefinition,
    status: 201,
  },
  deleteEventDefinition: {
    ...remove,
    ...events,
    path: '/events/{version}/event-definitions/{eventName}',
  },
  createDatedEventProperty: {
    ...json,
    ...events,
    method: 'POST',
    path: '/events/{version}/event-definitions/{eventName}/property',
    effect: 'natural-key-create',
    body: DatedEventPropertyCreate,
    reply: EventProperty,
    status: 201,
  },
  updateDatedEventProperty: {
    ...json,
    ...events,
    method: 'PATCH',
    path: '/events/{version}/event-definitions/{eventName}/property/{propertyName}',
    effect: 'set',
    body: EventPropertyUpdate,
    reply: EventProperty,
    status: 201,
  },
  deleteDatedEventProperty: {
    ...remove,
    ...events,
    path: '/events/{version}/event-definitions/{eventName}/property/{propertyName}',
  },
} as const satisfies Record<string, Endpoint>;
