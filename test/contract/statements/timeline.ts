/** Lists the statements of section 2.7 about timeline events of v3. Another file has the legacy endpoint. */

import type { Row, Section } from './row.ts';
import { LEGACY_ROWS } from './timeline-legacy.ts';

const V3 = 'sendTimelineEvent';
const EVENT = { eventTemplateId: 'template-1', tokens: {} };

const V3_ROWS: readonly Row[] = [
  {
    n: 1,
    statement: 'eventTemplateId is needed',
    body: V3,
    member: 'eventTemplateId',
    takes: 'template-1',
    refuses: 5,
    needed: true,
  },
  { n: 2, statement: 'id is a string', assumption: 'A29', body: V3, member: 'id', takes: 'e9', refuses: 5 },
  {
    n: 3,
    statement: 'tokens is a map and needed',
    assumption: 'A37',
    body: V3,
    member: 'tokens',
    takes: { a: 1 },
    refuses: [],
    needed: true,
  },
  { n: 4, statement: 'objectType is shown only', reply: V3, member: 'objectType', takes: 'contacts', refuses: 5 },
  {
    n: 5,
    statement: 'customObjectTypeId is a string',
    body: V3,
    member: 'customObjectTypeId',
    takes: '2-3451',
    refuses: 5,
  },
  { n: 6, statement: 'domain is a string', body: V3, member: 'domain', takes: 'a.example', refuses: 5 },
  { n: 7, statement: 'email is a string', body: V3, member: 'email', takes: 'b@example.com', refuses: 5 },
  { n: 8, statement: 'extraData is an object', body: V3, member: 'extraData', takes: { a: [1] }, refuses: 'x' },
  { n: 9, statement: 'objectId is a string', body: V3, member: 'objectId', takes: '6', refuses: 6 },
  {
    n: 10,
    statement: 'timelineIFrame is an object',
    body: V3,
    member: 'timelineIFrame',
    takes: { headerLabel: 'H', linkLabel: 'L', url: 'https://a.example', width: 1, height: 1 },
    refuses: 'x',
  },
  {
    n: 11,
    statement: 'timestamp is a date and time',
    body: V3,
    member: 'timestamp',
    takes: '2026-01-31T09:30:00+01:00',
    refuses: 'now',
  },
  { n: 12, statement: 'utk is a string', body: V3, member: 'utk', takes: 'u', refuses: 5 },
  {
    n: 13,
    statement: 'createdAt is shown only',
    reply: V3,
    member: 'createdAt',
    takes: '2026-01-31T09:30:00Z',
    refuses: 5,
  },
  {
    n: 14,
    statement: 'an id is unique within app and template',
    calls: [
      {
        endpoint: V3,
        body: { ...EVENT, id: 'e1', objectId: '5' },
        status: 201,
        shows: { id: 'e1', objectType: 'contacts' },
      },
      {
        endpoint: V3,
        body: { ...EVENT, eventTemplateId: 'template-2', id: 'e1', objectId: '5' },
        status: 201,
        shows: { objectType: 'companies' },
      },
    ],
  },
  {
    n: 15,
    statement: 'an id that is left out is made by the service',
    calls: [{ endpoint: V3, body: { ...EVENT, objectId: '5' }, status: 201, shows: { id: '<text>' } }],
  },
  {
    n: 16,
    statement: '{{uuid}} in an id becomes a unique string',
    calls: [{ endpoint: V3, body: { ...EVENT, id: 'a-{{uuid}}', objectId: '5' }, status: 201, shows: { id: '<a-*>' } }],
  },
  {
    n: 17,
    statement: 'an id that is used again moves the event to the record named last',
    calls: [
      { endpoint: V3, body: { ...EVENT, id: 'e1', objectId: '5' }, status: 201, keep: { made: 'createdAt' } },
      {
        endpoint: V3,
        body: { ...EVENT, id: 'e1', objectId: '6' },
        status: 201,
        shows: { objectId: '6', createdAt: '{{made}}' },
      },
    ],
  },
  {
    n: 18,
    statement: 'domain goes along with utk',
    calls: [
      {
        endpoint: V3,
        body: { ...EVENT, domain: 'a.example', utk: 'u' },
        status: 201,
        shows: { domain: 'a.example', utk: 'u' },
      },
    ],
  },
  {
    n: 19,
    statement: 'an address finds a contact, or makes one',
    calls: [
      { endpoint: V3, body: { ...EVENT, email: 'ada@example.com' }, status: 201, keep: { contact: 'objectId' } },
      { endpoint: V3, body: { ...EVENT, email: 'ada@example.com' }, status: 201, shows: { objectId: '{{contact}}' } },
    ],
  },
  {
    n: 20,
    statement: 'an address beside objectId becomes that of the contact',
    calls: [
      { endpoint: V3, body: { ...EVENT, objectId: '5', email: 'ada@example.com' }, status: 201 },
      { endpoint: V3, body: { ...EVENT, email: 'ada@example.com' }, status: 201, shows: { objectId: '5' } },
    ],
  },
  {
    n: 21,
    statement: 'objectId is needed but for contacts, where utk or email will do',
    calls: [
      {
        endpoint: V3,
        body: { ...EVENT, eventTemplateId: 'template-3', email: 'ada@example.com' },
        status: 400,
        names: ['objectId'],
      },
      { endpoint: V3, body: { ...EVENT, utk: 'u' }, status: 201 },
      { endpoint: V3, body: EVENT, status: 400, names: ['objectId'] },
    ],
  },
  {
    n: 22,
    statement: 'a timestamp that is left out is the present time',
    calls: [
      {
        endpoint: V3,
        body: { ...EVENT, objectId: '5' },
        status: 201,
        shows: { timestamp: '2026-03-01T12:00:00.000Z' },
      },
    ],
  },
  {
    n: 23,
    statement: 'the timestamp says where the event stands, so it is kept as sent',
    calls: [
      {
        endpoint: V3,
        body: { ...EVENT, objectId: '5', timestamp: '2020-01-31T09:30:00Z' },
        status: 201,
        shows: { timestamp: '2020-01-31T09:30:00Z' },
      },
    ],
  },
  {
    n: 24,
    statement: 'a user token ties the event to the contact it was seen with',
    calls: [
      { endpoint: V3, body: { ...EVENT, objectId: '5', utk: 'u' }, status: 201 },
      { endpoint: V3, body: { ...EVENT, utk: 'u' }, status: 201, shows: { objectId: '5' } },
    ],
  },
  {
    n: 25,
    statement: 'createdAt is of no use in a request',
    calls: [
      {
        endpoint: V3,
        body: { ...EVENT, objectId: '5', createdAt: '2020-01-31T09:30:00Z' },
        status: 400,
        names: ['createdAt'],
      },
    ],
  },
  {
    n: 26,
    statement: 'extraData is for the template to read, so it is kept as sent',
    calls: [
      {
        endpoint: V3,
        body: { ...EVENT, objectId: '5', extraData: { deep: [{ a: null }] } },
        status: 201,
        shows: { extraData: { deep: [{ a: null }] } },
      },
    ],
  },
  {
    n: 27,
    statement: 'members of timelineIFrame are open',
    assumption: 'A13',
    body: V3,
    member: 'timelineIFrame.url',
    takes: 'u',
    refuses: 5,
    needed: true,
  },
];

export const TIMELINE: Section = { section: '2.7', rows: [...V3_ROWS, ...LEGACY_ROWS] };
