/** Times as people read them; what is no time is shown as it is. */

import { expect, test } from 'vitest';
import { ago, moment } from '../../src/model/moment.ts';

const NOW = Date.UTC(2026, 4, 4, 12);

test.each([
  ['2026-05-04T10:00:59.999Z', '2026-05-04 10:00 UTC'],
  ['2026-05-04T10:00:00+02:00', '2026-05-04 08:00 UTC'],
  ['soon', 'soon'],
  ['', ''],
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
  ['soon', 'soon'],
])('%j was %j', (iso, expected) => {
  expect(ago(iso, NOW)).toBe(expected);
});
