import { expect, it } from 'vitest';
import type { Context } from '../../../src/cli/context.ts';
import { watchWork } from '../../../src/cli/fleet/work-progress.ts';
import type { FleetRead } from '../../../src/fleet/index.ts';
import type { FailedFor } from '../../../src/model/rollout.ts';
import { aRolloutStatus } from '../../report/rollouts.ts';

it('the progress of a worker counts what failed by its reason, and tells the same once', async () => {
  const lines: string[] = [];
  const status = aRolloutStatus({
    states: { applied: 3, failed: 4 },
    waitsFor: { what: 'worker', until: null },
  });
  const failed: readonly (FailedFor | null)[] = ['auth', 'refused', 'auth', null];
  const read = {
    rollouts: async () => [status],
    status: async () => status,
    accounts: async (_: string, filter: object) => {
      expect(filter).toMatchObject({ state: 'failed' });
      return failed.map((because) => ({ because }));
    },
  } as unknown as FleetRead;
  const progress = watchWork({ note: (line: string) => lines.push(line) } as unknown as Context, read);
  await progress.end();
  // Its own heartbeat is not there yet at first, and no longer at the end.
  expect(lines).toEqual([
    expect.stringMatching(/Accounts are being run\. 3 applied, 4 failed; failed: 2 auth, 1 refused, 1 unknown$/),
    expect.stringMatching(/No worker is running: nothing happens until one is started\. 3 applied, 4 failed/),
  ]);
});

it('a worker that watches a wave does not say that none is running', async () => {
  const lines: string[] = [];
  const soaking = aRolloutStatus({ phase: 'soaking', waitsFor: { what: 'worker', until: null } });
  const read = { rollouts: async () => [soaking], status: async () => soaking, accounts: async () => [] };
  const context = { note: (line: string) => lines.push(line) };
  await watchWork(context as unknown as Context, read as unknown as FleetRead).end();
  expect(lines[0]).toContain('The next wave starts after the watch.');
});
