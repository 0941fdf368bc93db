/** Tests that accounts with the same report form a group. */

import { expect, test } from 'vitest';
import { accountGroups } from '../../../src/fleet/read/groups.ts';

const FAILED = { shape: null, state: 'failed', because: 'config' } as const;

test('messages that differ in nothing but the account that they name are one reason', () => {
  const rows = [5002, 5001, 50].map((hubId) => ({
    ...FAILED,
    message: `The refresh token of account ${hubId} cannot be opened.`,
    hubIds: [hubId],
  }));
  const other = { ...FAILED, message: 'It holds 5003 records, as account 5001 does.', hubIds: [5003] };
  expect(accountGroups([...rows, other])).toEqual([
    {
      ...{ state: 'failed', because: 'config', hubIds: [50, 5001, 5002] },
      message: 'The refresh token of the account cannot be opened.',
    },
    { state: 'failed', because: 'config', message: other.message, hubIds: [5003] },
  ]);
});
