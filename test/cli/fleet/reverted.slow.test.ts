/** A rollout that another one puts back: everything says so, and nothing lets it go on. */

import { expect, test } from 'vitest';
import { aFleet, begun } from './made.ts';

const PATIENT = { timeout: 180_000 };

test('status and list name the revert, and retry is refused with what to do instead', PATIENT, async () => {
  const { shell, ...made } = await aFleet();
  await begun({ shell, ...made });
  await shell.run('fleet', 'accounts', '--pause', '5004');
  expect((await shell.run('fleet', 'work', '--until-done')).code).toBe(0);
  const { document } = await shell.json('fleet', 'status');
  const { rollout } = (document as { readonly rollouts: readonly { readonly rollout: string }[] }).rollouts[0] ?? {};
  if (rollout === undefined) throw new Error('there is one');
  await shell.run('fleet', 'revert', rollout);
  const told = (await shell.run('fleet', 'status', rollout)).stdout;
  expect(told).toMatch(/It is done\. Rollout [0-9a-f-]+ puts it back \(done\)\./);
  expect((await shell.run('fleet', 'status')).stdout).toMatch(/put back by rollout [0-9a-f-]+ \(done\)/);
  await shell.run('fleet', 'accounts', '--resume', '5004');
  const refused = await shell.run('fleet', 'retry', rollout);
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringMatching(/puts the rollout back, so none of its\s+accounts can be tried again\./),
  ]);
  expect(refused.stderr).toContain('Plan the fleet again.');
  expect((await shell.run('fleet', 'retry')).stderr).toContain('No rollout can try accounts again now.');
});
