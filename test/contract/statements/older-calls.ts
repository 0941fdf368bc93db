/** Sections 10.4 and 10.5: calls of version 3 that neither surface has, for the vendor's own client. */

import { numbered, type Section, type Step } from './row.ts';

const PAIR = { fromObjectType: 'contacts', toObjectType: 'companies' };

export const ASSOCIATION_TYPES: Section = {
  section: '10.4',
  rows: numbered([
    {
      statement: 'the association types of a pair of object types in one direction',
      endpoint: 'listAssociationTypes',
      is: 'GET /crm/v3/associations/{fromObjectType}/{toObjectType}/types',
    },
    {
      statement: 'id is a string',
      reply: 'listAssociationTypes',
      member: 'results.0.id',
      takes: '279',
      refuses: 5,
    },
    {
      statement: 'name is a string',
      reply: 'listAssociationTypes',
      member: 'results.0.name',
      takes: 'contacts_to_companies',
      refuses: 5,
    },
    {
      statement: 'the types of a pair have the names that object schemas show',
      assumption: 'A66',
      calls: [
        {
          endpoint: 'listAssociationTypes',
          params: PAIR,
          status: 200,
          shows: {
            results: [
              { id: '279', name: 'contacts_to_companies' },
              { id: '1', name: 'owner' },
            ],
          },
        },
        {
          endpoint: 'listAssociationTypes',
          params: { fromObjectType: 'contacts', toObjectType: 'quotes' },
          status: 200,
          shows: { results: '<none>' },
        },
      ],
    },
  ]),
};

const EVENT = { eventTemplateId: 'template-1', id: 'e1', tokens: { total: 10 }, objectId: '5' };

function batch(inputs: readonly object[], status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'sendTimelineEvents', body: { inputs }, status, ...more };
}

function read(eventId: string, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'readTimelineEvent', params: { eventTemplateId: 'template-1', eventId }, status, ...more };
}

export const TIMELINE_BATCH: Section = {
  section: '10.5',
  rows: numbered([
    {
      statement: 'one event by its template and its id',
      endpoint: 'readTimelineEvent',
      is: 'GET /integrators/timeline/v3/events/{eventTemplateId}/{eventId}',
    },
    {
      statement: 'a batch of events',
      endpoint: 'sendTimelineEvents',
      is: 'POST /integrators/timeline/v3/events/batch/create',
      members: 'inputs!',
      status: 201,
    },
    {
      statement: 'inputs is a list of events as one is sent, and needed',
      body: 'sendTimelineEvents',
      member: 'inputs',
      takes: [EVENT],
      refuses: 'x',
      needed: true,
    },
    {
      statement: 'an event that was sent is read as it was answered',
      assumption: 'A65',
      calls: [
        batch([EVENT, { ...EVENT, id: 'e2', tokens: {} }], 201, {
          shows: { status: 'COMPLETE', results: [{ id: 'e1' }, { id: 'e2' }] },
          lacks: ['numErrors', 'errors'],
        }),
        read('e1', 200, { shows: { ...EVENT, objectType: 'contacts', createdAt: '<time>' } }),
        read('e3', 404, { shows: { category: 'OBJECT_NOT_FOUND' } }),
      ],
    },
    {
      statement: 'an input that is refused does not stop the others, and its place and id say which it is',
      assumption: 'A65',
      calls: [
        batch([{ ...EVENT, eventTemplateId: 'nonsense' }, EVENT, { eventTemplateId: 'template-2', tokens: {} }], 207, {
          shows: {
            results: [{ id: 'e1' }],
            numErrors: 2,
            errors: [
              { category: 'OBJECT_NOT_FOUND', context: { index: ['0'], id: ['e1'] } },
              { category: 'VALIDATION_ERROR', context: { index: ['2'] } },
            ],
          },
        }),
      ],
    },
    {
      statement: 'a batch has at most 100 events, and is refused as a whole where it has more',
      assumption: 'A65',
      calls: [
        batch(
          Array.from({ length: 101 }, (_, index) => ({ ...EVENT, id: `e${index}` })),
          400,
          { names: ['inputs'] },
        ),
        read('e1', 404),
      ],
    },
    {
      statement: 'an event that another form of the call sent is not found',
      assumption: 'A65',
      calls: [
        {
          endpoint: 'sendLegacyTimelineEvent',
          params: { 'application-id': '2001' },
          body: { id: 'e1', eventTypeId: 'template-1', objectId: 5 },
          status: 200,
        },
        read('e1', 404),
      ],
    },
  ]),
};
