/** Section 11.8: timeline events on the dated surface. */

import { DATED_TIMELINE_CALLS } from '../../client/dated-timeline-calls.ts';
import { type BodyRow, numbered, type Section, type Step } from './row.ts';

const SEND = 'sendDatedTimelineEvent';
const { body: EVENT } = DATED_TIMELINE_CALLS[SEND];
const LEAST = { eventTypeName: 'template-1', id: 'e1', properties: {}, objectId: '5', email: 'ada@example.com' };

function sent(body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: SEND, body, status, ...more };
}

function member(name: string, takes: unknown, refuses: unknown, needed?: true): Omit<BodyRow, 'n'> {
  const statement = `${name} is ${KINDS_OF[typeof takes] ?? 'an object'}${needed ? ' and needed' : ''}`;
  return { statement, body: SEND, member: name, takes, refuses, given: LEAST, ...(needed && { needed }) };
}

const KINDS_OF: Readonly<Record<string, string>> = { string: 'a string' };

export const DATED_TIMELINE: Section = {
  section: '11.8',
  rows: numbered([
    {
      statement: 'an event of an event type of the app',
      endpoint: SEND,
      is: 'POST /integrators/timeline/{version}/events',
      members:
        'eventTypeName! id! properties! objectId objectTypeFullyQualifiedName email utk domain extraData timelineIFrame timestamp',
      status: 201,
    },
    member('eventTypeName', 'template-1', 5, true),
    member('id', 'e9', 5, true),
    member('properties', { a: 1 }, [], true),
    member('objectId', '6', 6),
    member('objectTypeFullyQualifiedName', 'p1001_memberships', 5),
    member('email', 'b@example.com', 5),
    member('utk', 'u', 5),
    member('domain', 'a.example', 5),
    member('extraData', { a: [1] }, 'x'),
    member('timelineIFrame', EVENT.timelineIFrame, 'x'),
    member('timestamp', '2026-01-31T09:30:00+01:00', 'now'),
    {
      statement: 'an event that was sent stays as it is: its id is refused with 409, and nothing changes',
      assumption: 'A64',
      calls: [
        sent(LEAST, 201),
        sent(LEAST, 409, { shows: { category: 'OBJECT_ALREADY_EXISTS' } }),
        sent({ ...LEAST, objectId: '6', properties: { total: '9' } }, 409),
        sent({ ...LEAST, eventTypeName: 'template-2' }, 201),
      ],
    },
    {
      statement: 'an event type that the app does not have is not found',
      assumption: 'A64',
      calls: [sent({ ...LEAST, eventTypeName: 'nonsense' }, 404, { shows: { category: 'OBJECT_NOT_FOUND' } })],
    },
    {
      statement: 'an event of the documented surface is none of this one',
      calls: [
        sent({ eventTemplateId: 'template-1', id: 'e1', tokens: {}, objectId: '5' }, 400, { names: ['eventTypeName'] }),
      ],
    },
  ]),
};
