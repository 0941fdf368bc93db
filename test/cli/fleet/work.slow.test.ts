/** `trueup fleet work`: lets what runs end if it is told to end. */

import { expect, test } from 'vitest';
import type { StopSignal } from '../../../src/cli/world.ts';
import { aFleet, begun, ENV, until } from './made.ts';

/** Each command opens the database in its folder. */
const PATIENT = { timeout: 180_000 };

test('a worker ends by SIGTERM between two waves, and the next worker finishes the rollout', PATIENT, async () => {
  let deliver: (signal: StopSignal) => void = () => undefined;
  const made = await aFleet(ENV, { signals: (given) => (deliver = given) });
  const { shell, service } = made;
  await begun(made, '--soak', '2s');
  const working = shell.run('fleet', 'work');
  await until(async () => (await service.calls()).filter(({ endpoint }) => endpoint === 'createGroup').length === 2);
  deliver('SIGTERM');
  const { code, stderr, stdout } = await working;
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 accounts run.')]);
  expect(stderr).toContain('To go on:');
  expect((await shell.json('fleet', 'status')).document).toMatchObject({ states: { applied: 2, approved: 2 } });
  expect((await shell.run('fleet', 'work', '--until-done')).code).toBe(0);
  expect((await shell.json('fleet', 'status')).document).toMatchObject({ phase: 'done', states: { applied: 4 } });
  for (const hubId of [5001, 5002, 5003, 5004])
    expect(JSON.stringify(await service.snapshot(hubId))).toContain('"Loyalty"');
});
