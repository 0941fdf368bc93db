/** Readable times, and invalid times. */

import { expect, test } from 'vitest';
import { ago, isoTime, isTime, moment } from '../../src/model/moment.ts';

const NOW = Date.UTC(2026, 4, 4, 12);

test.each([
  ['2026-05-04T10:00:59.999Z', '2026-05-04 10:00 UTC'],
  ['2026-05-04T10:00:00+02:00', '2026-05-04 08:00 UTC'],
  ['soon', 'an unknown time'],
  ['', 'an unknown time'],
])('the moment of %j is %j', (iso, expected) => {
  expect(moment(iso)).toBe(expected);
});

test.each([
  ['2026-05-04T11:59:01.000Z', 'just now'],
  ['2026-05-04T11:59:00.000Z', '1 minute ago'],
  ['2026-05-04T11:01:00.000Z', '59 minutes ago'],
  ['2026-05-04T10:00:00.000Z', '2 hours ago'],
  ['2026-05-01T12:00:00.000Z', '3 days ago'],
  ['2026-05-05T12:00:00.000Z', 'just now'],
  ['soon', 'an unknown time'],
])('%j was %j', (iso, expected) => {
  expect(ago(iso, NOW)).toBe(expected);
});

test.each(['2026-05-04T10:00:59.999Z', '2026-05-04T10:00:00+02:00', '+010000-01-01T00:00:00.000Z'])(
  '%j is a time',
  (text) => {
    expect(isTime(text)).toBe(true);
  },
);

test.each(['', 'soon', '4 May 2026', '2026-05-04', '2026-13-04T10:00:00Z', '2026-05-04T10:00:00Z\u001b[31m'])(
  '%j is no time',
  (text) => {
    expect(isTime(text)).toBe(false);
  },
);

test.each([
  ['2026-05-04T10:00:59.999Z', '2026-05-04T10:00:59.999Z'],
  ['2026-05-04T10:00:00+02:00', '2026-05-04T08:00:00.000Z'],
  ['\u001b[31m', undefined],
  [null, undefined],
  [undefined, undefined],
])('the service time %j becomes %j', (text, expected) => {
  expect(isoTime(text)).toBe(expected);
});
