import { expect, test } from 'vitest';
import { nextMidnight } from '../../src/model/time-zone.ts';

test.each([
  ['UTC', '2026-11-22T10:20:30.400Z', '2026-11-23T00:00:00.000Z'],
  ['UTC', '2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ['US/Eastern', '2026-11-22T10:20:00.000Z', '2026-11-23T05:00:00.000Z'],
  ['US/Eastern', '2026-11-22T04:59:59.999Z', '2026-11-22T05:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-22T19:00:00.000Z', '2026-11-23T18:30:00.000Z'],
  ['Pacific/Auckland', '2026-11-22T12:00:00.000Z', '2026-11-23T11:00:00.000Z'],
  // A day of 23 hours, and one of 25.
  ['Europe/Berlin', '2026-03-28T23:30:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T23:30:00.000Z', '2026-10-25T23:00:00.000Z'],
])('the next day in %s begins after %s at %s', (zone, now, begins) => {
  expect(new Date(nextMidnight(Date.parse(now), zone) ?? Number.NaN).toISOString()).toBe(begins);
});

test.each(['', 'Nowhere/At_All', 'not a zone'])(
  'the next midnight is undefined for an invalid time zone: %j',
  (zone) => {
    expect(nextMidnight(0, zone)).toBeUndefined();
  },
);
