/** Tests of worker processes that SIGKILL ends, and of the next worker. */

import { describe, expect, it } from 'vitest';
import { PATIENCE_MS, share } from '../../crash/share.ts';
import { BACKENDS } from '../databases.ts';
import { begun, createsOf, expectEndedRight, LEAST } from './processes.ts';

const HUBS = [2001, 2002];

describe.each(BACKENDS)('workers that are killed on %s', (name) => {
  it.each(['statements', 'calls'] as const)(
    'during any of their %s leave accounts that the next worker completes',
    { timeout: PATIENCE_MS },
    async (kind) => {
      const unharmed = await begun(name, HUBS);
      const { moments, killed } = await unharmed.worker(kind, -1);
      expect(killed).toBe(false);
      expect(moments).toBeGreaterThanOrEqual(LEAST[kind]);
      const rows = share(
        Array.from({ length: moments }, (_, at) => at),
        `fleet ${name} ${kind}`,
      );
      let met = 0;
      for (const at of rows) {
        const world = await begun(name, HUBS);
        met += (await world.worker(kind, at)).killed ? 1 : 0;
        await expectEndedRight(world, `killed at ${at} of ${moments} ${kind}`);
      }
      process.stdout.write(`fleet on ${name}: ${met} kills met in ${rows.length} runs of ${moments} ${kind}\n`);
    },
  );

  it('by one account each time leave it alone after three, and do the others', { timeout: 120_000 }, async () => {
    const [poison = 0, other = 0] = HUBS;
    const world = await begun(name, HUBS);
    for (let worker = 1; worker <= 3; worker += 1) expect((await world.worker('accounts', poison)).killed).toBe(true);
    expect((await world.worker('accounts', poison)).killed).toBe(false);
    await world.asProcess(async (fleet) => {
      expect(await fleet.status(world.rollout)).toMatchObject({ phase: 'done', states: { applied: 1, failed: 1 } });
      const [bad] = await fleet.read.accounts(world.rollout, { because: 'worker' });
      expect(bad).toMatchObject({ hubId: poison, state: 'failed', workersLost: 3 });
      expect([await createsOf(world.service, poison), (await createsOf(world.service, other)).length]).toEqual([[], 2]);
      expect(await fleet.retry(world.rollout, 'worker')).toBe(1);
      await fleet.resume(world.rollout);
      await fleet.work({ untilDone: true });
      expect((await fleet.status(world.rollout)).states).toEqual({ applied: 2 });
    });
    expect(await createsOf(world.service, poison)).toHaveLength(2);
  });
});
