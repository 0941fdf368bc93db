/** Section 11.6: event definitions and their properties on the dated surface. */

import { EVENT_PROPERTY_TYPES } from '../../../src/contract/allowed-values.ts';
import { DATED_EVENT_SAMPLES } from './dated-event-samples.ts';
import type { Section } from './row.ts';

const PATH = '/events/{version}/event-definitions';
const CREATE = 'createDatedEventProperty';
const { params: SHIPPED } = DATED_EVENT_SAMPLES.readEventDefinition;
const { params: CARRIER } = DATED_EVENT_SAMPLES.updateDatedEventProperty;
const { body: REFUND } = DATED_EVENT_SAMPLES.createEventDefinition;

export const DATED_EVENTS: Section = {
  section: '11.6',
  rows: [
    { n: 1, statement: 'the list of event definitions', endpoint: 'listEventDefinitions', is: `GET ${PATH}` },
    {
      n: 2,
      statement: 'one event definition by its name',
      endpoint: 'readEventDefinition',
      is: `GET ${PATH}/{eventName}`,
    },
    {
      n: 3,
      statement: 'the creation of an event definition',
      assumption: 'A62',
      endpoint: 'createEventDefinition',
      is: `POST ${PATH}`,
      members: 'label! includeDefaultProperties! propertyDefinitions! name description primaryObject',
      status: 201,
    },
    {
      n: 4,
      statement: 'the update of an event definition, which answers 201',
      endpoint: 'updateEventDefinition',
      is: `PATCH ${PATH}/{eventName}`,
      members: 'label description',
      status: 201,
    },
    {
      n: 5,
      statement: 'the deletion of an event definition',
      endpoint: 'deleteEventDefinition',
      is: `DELETE ${PATH}/{eventName}`,
      status: 204,
    },
    {
      n: 6,
      statement: 'the creation of a property of an event definition',
      endpoint: CREATE,
      is: `POST ${PATH}/{eventName}/property`,
      members: 'label! type! name description options',
      status: 201,
    },
    {
      n: 7,
      statement: 'the update of such a property, which answers 201',
      endpoint: 'updateDatedEventProperty',
      is: `PATCH ${PATH}/{eventName}/property/{propertyName}`,
      members: 'label description options',
      status: 201,
    },
    {
      n: 8,
      statement: 'the deletion of such a property',
      endpoint: 'deleteDatedEventProperty',
      is: `DELETE ${PATH}/{eventName}/property/{propertyName}`,
      status: 204,
    },
    {
      n: 9,
      statement: 'type is one of these',
      valuesOf: CREATE,
      member: 'type',
      exactly: EVENT_PROPERTY_TYPES,
    },
    {
      n: 10,
      statement: 'an option has all of displayOrder, hidden, label and value',
      body: CREATE,
      member: 'options.0.displayOrder',
      takes: 3,
      refuses: 'x',
      needed: true,
    },
    { n: 11, statement: 'id is in the reply', reply: 'readEventDefinition', member: 'id', takes: '7', refuses: 5 },
    {
      n: 12,
      statement: 'fullyQualifiedName is in the reply',
      reply: 'readEventDefinition',
      member: 'fullyQualifiedName',
      takes: 'pe1001_shipped',
      refuses: 5,
    },
    {
      n: 13,
      statement: 'createdUserId is a number in the reply of a definition',
      reply: 'readEventDefinition',
      member: 'createdUserId',
      takes: 5,
      refuses: 'x',
    },
    {
      n: 14,
      statement: 'total is in the reply of the list',
      reply: 'listEventDefinitions',
      member: 'total',
      takes: 5,
      refuses: 'x',
    },
    {
      n: 15,
      statement: 'the list comes in pages, and shows properties only when they are asked for',
      calls: [
        {
          endpoint: 'listEventDefinitions',
          query: { limit: '1' },
          status: 200,
          shows: {
            total: 2,
            results: [{ name: 'order_placed', properties: '<none>' }],
            paging: {
              next: {
                after: 'order_placed',
                link: '/events/2026-03/event-definitions?limit=1&after=order_placed',
              },
            },
          },
        },
        {
          endpoint: 'listEventDefinitions',
          query: { limit: '1', after: 'order_placed', includeProperties: 'true' },
          status: 200,
          shows: {
            total: 2,
            results: [{ name: 'shipped', labels: { singular: 'shipped' }, properties: [{ name: 'carrier' }] }],
          },
          lacks: ['paging'],
        },
        {
          endpoint: 'listEventDefinitions',
          query: { searchString: 'SHIP', sortOrder: 'DESC' },
          status: 200,
          shows: { total: 1, results: [{ name: 'shipped', properties: '<none>' }] },
        },
        { endpoint: 'listEventDefinitions', query: { limit: '101' }, status: 400, names: ['limit'] },
        { endpoint: 'listEventDefinitions', query: { after: 'gone' }, status: 400, names: ['after'] },
      ],
    },
    {
      n: 16,
      statement: 'a definition is created with its properties, and a name that is taken is refused with 409',
      calls: [
        {
          endpoint: 'createEventDefinition',
          body: REFUND,
          status: 201,
          shows: {
            name: 'refund',
            fullyQualifiedName: 'pe1001_refund',
            labels: { singular: 'Refund' },
            archived: false,
            description: 'Money back',
            properties: [{ name: 'at', type: 'enumeration' }],
          },
        },
        {
          endpoint: 'createEventDefinition',
          body: REFUND,
          status: 409,
          shows: { category: 'OBJECT_ALREADY_EXISTS' },
        },
      ],
    },
    {
      n: 17,
      statement: 'an update of a definition is partial',
      calls: [
        { endpoint: 'updateEventDefinition', params: SHIPPED, body: { description: 'Left' }, status: 201 },
        {
          endpoint: 'updateEventDefinition',
          params: SHIPPED,
          body: { label: 'Sent' },
          status: 201,
          shows: { labels: { singular: 'Sent' }, description: 'Left', name: 'shipped' },
        },
      ],
    },
    {
      n: 18,
      statement: 'an update of a property is partial, replaces all options, and changes neither name nor type',
      calls: [
        {
          endpoint: 'updateDatedEventProperty',
          params: CARRIER,
          body: { label: 'By' },
          status: 201,
          shows: { name: 'carrier', label: 'By', type: 'enumeration', options: [{ value: 'gold' }] },
        },
        { endpoint: 'updateDatedEventProperty', params: CARRIER, body: { options: [] }, status: 201 },
        {
          endpoint: 'readEventDefinition',
          params: SHIPPED,
          status: 200,
          shows: { properties: [{ name: 'carrier', label: 'By', options: '<none>' }] },
        },
        {
          endpoint: 'updateDatedEventProperty',
          params: CARRIER,
          body: { type: 'string' },
          status: 400,
          names: ['type'],
        },
      ],
    },
    {
      n: 19,
      statement: 'the name of a property is refused with 409 while there is one of that name',
      calls: [
        {
          endpoint: CREATE,
          params: SHIPPED,
          body: { name: 'carrier', label: 'Other', type: 'string' },
          status: 409,
          shows: { category: 'OBJECT_ALREADY_EXISTS' },
        },
        { endpoint: 'deleteDatedEventProperty', params: CARRIER, status: 204 },
        { endpoint: 'deleteDatedEventProperty', params: CARRIER, status: 404 },
        { endpoint: 'updateDatedEventProperty', params: CARRIER, body: { label: 'By' }, status: 404 },
        {
          endpoint: CREATE,
          params: SHIPPED,
          body: { name: 'carrier', label: 'Other', type: 'string' },
          status: 201,
          shows: { label: 'Other', type: 'string' },
        },
      ],
    },
    {
      n: 20,
      statement: 'a definition that is deleted is not found, nor are its properties',
      calls: [
        { endpoint: 'deleteEventDefinition', params: SHIPPED, status: 204 },
        { endpoint: 'deleteEventDefinition', params: SHIPPED, status: 404 },
        { endpoint: 'readEventDefinition', params: SHIPPED, status: 404 },
        { endpoint: 'updateDatedEventProperty', params: CARRIER, body: { label: 'By' }, status: 404 },
        {
          endpoint: 'createEventDefinition',
          body: { ...REFUND, name: 'shipped', propertyDefinitions: [] },
          status: 201,
          shows: { properties: '<none>' },
        },
      ],
    },
    {
      n: 21,
      statement: 'names and labels of properties have at most 50 characters, and a name is lowercase',
      calls: [
        {
          endpoint: CREATE,
          params: SHIPPED,
          body: { name: 'a'.repeat(51), label: 'At', type: 'string' },
          status: 400,
          names: ['name'],
        },
        {
          endpoint: CREATE,
          params: SHIPPED,
          body: { name: 'at', label: 'a'.repeat(51), type: 'string' },
          status: 400,
          names: ['label'],
        },
        {
          endpoint: CREATE,
          params: SHIPPED,
          body: { name: '1at', label: 'At', type: 'string' },
          status: 400,
          names: ['name'],
        },
      ],
    },
  ],
};
