/** Tests of the values before a blocked change. */

import { expect, test } from 'vitest';
import { changeRow } from '../../../src/report/text/change.ts';
import { planOf, tier } from '../../engine/planning.ts';

const [change] = planOf({ desired: [tier()] }).changes;
if (change === undefined) throw new Error('nothing was planned');
const blocked = { ...change, action: 'blocked', basis: 'observed' } as const;

test('omits earlier values if the resource is known to be absent', () => {
  expect(changeRow(blocked, { now: 0 }).values?.words.absentBefore).toBeUndefined();
});

test.each([
  ['its read failed', { ...blocked, basis: 'unknown' }],
  [
    'something is there',
    {
      ...blocked,
      fields: [
        { field: 'type', before: 'string', after: 'number' },
        { field: 'label', after: 'L' },
      ],
    },
  ],
] as const)('says that a value is not known where %s', (_, one) => {
  expect(changeRow(one, { now: 0 }).values?.words.absentBefore).toBe('(not known)');
});
