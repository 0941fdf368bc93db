/** Tests that commands which read a fleet or steer a rollout need only the database. */

import { expect, test } from 'vitest';
import { aFleet, begun } from './made.ts';

const BROKEN = { TRUEUP_ALLOWED_HOSTS: 'https://not a host/', HTTPS_PROXY: 'not a proxy' };

test('rollouts are shown, reported and steered where nothing of an account could be reached', {
  timeout: 180_000,
}, async () => {
  const made = await aFleet();
  const { shell, env } = made;
  await begun(made);
  Object.assign(env, BROKEN);
  await shell.write('trueup.yaml', 'version: 1\nobjcts: [\n');
  for (const words of [['status'], ['report'], ['accounts'], ['pause'], ['resume'], ['abort']]) {
    const { code, stderr } = await shell.run('fleet', ...words);
    expect([words, code, stderr]).toEqual([words, 0, '']);
  }
});
