/** Sections 2.8 and 6: webhook subscriptions and the kinds of event they select. */

import type { Section } from './row.ts';
import { SAMPLES } from './samples.ts';

const SUBSCRIBE = 'createSubscription';
const APP = { appId: '2001' };
const MOMENT = '2026-01-31T09:30:00Z';

export const SUBSCRIPTION: Section = {
  section: '2.8',
  rows: [
    {
      n: 1,
      statement: 'active is a flag',
      body: SUBSCRIBE,
      member: 'active',
      takes: false,
      refuses: 'yes',
      needed: true,
    },
    {
      n: 2,
      statement: 'eventType is one of a list',
      body: SUBSCRIBE,
      member: 'eventType',
      takes: 'deal.propertyChange',
      refuses: 'deal',
      needed: true,
    },
    {
      n: 3,
      statement: 'eventTypeName is a string, with every event type',
      assumption: 'A40',
      body: SUBSCRIBE,
      member: 'eventTypeName',
      takes: 'x',
      refuses: 5,
    },
    {
      n: 4,
      statement: 'objectTypeId is a string',
      assumption: 'A34',
      body: SUBSCRIBE,
      member: 'objectTypeId',
      takes: '2-3451',
      refuses: 5,
    },
    {
      n: 5,
      statement: 'propertyName is a string',
      assumption: 'A40',
      reply: SUBSCRIBE,
      member: 'propertyName',
      takes: 'x',
      refuses: 5,
    },
    { n: 6, statement: 'id is a string in the shape', reply: SUBSCRIBE, member: 'id', takes: '17', refuses: true },
    {
      n: 7,
      statement: 'createdAt is a date and time',
      reply: SUBSCRIBE,
      member: 'createdAt',
      takes: MOMENT,
      refuses: 5,
    },
    {
      n: 8,
      statement: 'updatedAt is a date and time',
      reply: SUBSCRIBE,
      member: 'updatedAt',
      takes: MOMENT,
      refuses: 5,
    },
    {
      n: 9,
      statement: 'id is a whole number of 64 bits, so beyond 2^53 it is read as a string',
      assumption: 'A38',
      reply: SUBSCRIBE,
      member: 'id',
      takes: '9007199254740993',
      refuses: 1.5,
    },
    {
      n: 10,
      statement: 'id and times are in no request',
      calls: ['id', 'createdAt', 'updatedAt'].map((member) => ({
        endpoint: SUBSCRIBE,
        params: APP,
        body: { ...SAMPLES.createSubscription.body, [member]: '17' },
        status: 400,
        names: [member],
      })),
    },
    {
      n: 11,
      statement: 'which members are needed is open',
      assumption: 'A11',
      calls: [
        { endpoint: SUBSCRIBE, params: APP, body: {}, status: 400, names: ['eventType', 'active'] },
        { endpoint: SUBSCRIBE, params: APP, body: { eventType: 'contact.creation', active: true }, status: 201 },
        { endpoint: SUBSCRIBE, params: APP, body: { eventType: 'contact.creation', active: true }, status: 409 },
      ],
    },
  ],
};

const MOST = ['associationChange', 'creation', 'deletion', 'merge', 'propertyChange', 'restore'];

export const EVENTS: Section = {
  section: '6',
  rows: [
    prefixed(1, 'company', MOST),
    prefixed(2, 'contact', [...MOST, 'privacyDeletion']),
    prefixed(3, 'conversation', ['creation', 'deletion', 'newMessage', 'privacyDeletion', 'propertyChange']),
    prefixed(4, 'deal', MOST),
    prefixed(5, 'event', ['completed']),
    prefixed(6, 'line_item', MOST),
    prefixed(7, 'object', MOST),
    prefixed(8, 'product', ['creation', 'deletion', 'merge', 'propertyChange', 'restore']),
    prefixed(9, 'ticket', MOST),
    {
      n: 10,
      statement: 'the name of an event is its prefix, a dot and its suffix',
      calls: ['contact', 'creation', 'contact_creation', 'creation.contact', 'contact.completed'].map((eventType) => ({
        endpoint: SUBSCRIBE,
        params: APP,
        body: { eventType, active: true },
        status: 400,
        names: ['eventType'],
      })),
    },
    {
      n: 11,
      statement: 'a subscription names an event',
      calls: [{ endpoint: SUBSCRIBE, params: APP, body: { active: true }, status: 400, names: ['eventType'] }],
    },
    {
      n: 12,
      statement: 'propertyName names the property of a propertyChange event',
      assumption: 'A40',
      calls: [
        {
          endpoint: SUBSCRIBE,
          params: APP,
          body: { eventType: 'deal.propertyChange', propertyName: 'amount', active: true },
          status: 201,
          shows: { propertyName: 'amount' },
        },
        {
          endpoint: SUBSCRIBE,
          params: APP,
          body: { eventType: 'deal.propertyChange', active: true },
          status: 400,
          names: ['propertyName'],
        },
        {
          endpoint: SUBSCRIBE,
          params: APP,
          body: { eventType: 'deal.creation', propertyName: 'amount', active: true },
          status: 400,
          names: ['propertyName'],
        },
      ],
    },
    {
      n: 13,
      statement: 'objectTypeId ties a subscription to an object type',
      assumption: 'A34',
      calls: [
        {
          endpoint: SUBSCRIBE,
          params: APP,
          body: { eventType: 'object.creation', objectTypeId: '2-3451', active: true },
          status: 201,
          shows: { objectTypeId: '2-3451' },
        },
        {
          endpoint: SUBSCRIBE,
          params: APP,
          body: { eventType: 'object.creation', active: true },
          status: 400,
          names: ['objectTypeId'],
        },
        {
          endpoint: SUBSCRIBE,
          params: APP,
          body: { eventType: 'contact.creation', objectTypeId: '0-1', active: true },
          status: 201,
          shows: { objectTypeId: '0-1' },
        },
      ],
    },
    { n: 14, statement: 'payload, address, signing, retries and causes of notifications are open', assumption: 'A39' },
  ],
};

function prefixed(n: number, prefix: string, suffixes: readonly string[]) {
  const exactly = suffixes.map((suffix) => `${prefix}.${suffix}`);
  return {
    n,
    statement: `the events of ${prefix}`,
    valuesOf: SUBSCRIBE,
    member: 'eventType',
    exactly,
    startingWith: `${prefix}.`,
  } as const;
}
