/** Section 2.7, its second part: the legacy timeline event. */

import type { Row } from './row.ts';

const LEGACY = 'sendLegacyTimelineEvent';
const APP = { 'application-id': '2001' };
const OLD = { id: 'e1', eventTypeId: 'template-1' };

export const LEGACY_ROWS: readonly Row[] = [
  {
    n: 28,
    statement: 'legacy: id and eventTypeId are needed',
    body: LEGACY,
    member: 'eventTypeId',
    takes: 'template-1',
    refuses: 5,
    needed: true,
  },
  {
    n: 29,
    statement: 'legacy: objectId is a whole number',
    body: LEGACY,
    member: 'objectId',
    takes: 6,
    refuses: '6',
    needed: true,
  },
  {
    n: 30,
    statement: 'legacy: email instead',
    body: LEGACY,
    given: OLD,
    member: 'email',
    takes: 'a@example.com',
    refuses: 5,
    needed: true,
  },
  {
    n: 31,
    statement: 'legacy: utk instead',
    body: LEGACY,
    given: OLD,
    member: 'utk',
    takes: 'u',
    refuses: 5,
    needed: true,
  },
  {
    n: 32,
    statement: 'legacy: extraData holds strings',
    body: LEGACY,
    member: 'extraData',
    takes: { a: 'b' },
    refuses: { a: 1 },
  },
  {
    n: 33,
    statement: 'legacy: presentationId is a string',
    body: LEGACY,
    member: 'presentationId',
    takes: 'p',
    refuses: 5,
  },
  {
    n: 34,
    statement: 'legacy: linkLabel is a string',
    body: LEGACY,
    member: 'timelineIFrame.linkLabel',
    takes: 'x',
    refuses: 5,
  },
  {
    n: 35,
    statement: 'legacy: iframeLabel is a string',
    body: LEGACY,
    member: 'timelineIFrame.iframeLabel',
    takes: 'x',
    refuses: 5,
  },
  {
    n: 36,
    statement: 'legacy: iframeUri is a string',
    body: LEGACY,
    member: 'timelineIFrame.iframeUri',
    takes: 'x',
    refuses: 5,
  },
  {
    n: 37,
    statement: 'legacy: width is a whole number',
    body: LEGACY,
    member: 'timelineIFrame.width',
    takes: 5,
    refuses: 'x',
  },
  {
    n: 38,
    statement: 'legacy: height is a whole number',
    body: LEGACY,
    member: 'timelineIFrame.height',
    takes: 5,
    refuses: 'x',
  },
  {
    n: 39,
    statement: 'legacy: a body is one of several shapes, so it names its record once',
    assumption: 'A35',
    calls: [
      { endpoint: LEGACY, params: APP, body: { ...OLD, objectId: 5 }, status: 200 },
      { endpoint: LEGACY, params: APP, body: { ...OLD, objectId: 5, utk: 'u' }, status: 400, names: ['utk'] },
      { endpoint: LEGACY, params: APP, body: OLD, status: 400, names: ['objectId'] },
    ],
  },
];
