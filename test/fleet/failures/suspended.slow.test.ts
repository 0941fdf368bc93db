/** Workers that stand still beyond their claims, as on a machine that is suspended, and wake when others have done their accounts. */

import { expect, it } from 'vitest';
import { PATIENCE_MS, share } from '../../crash/share.ts';
import { POSTGRES } from '../databases.ts';
import { begun, expectEndedRight, expectRight, LEAST } from './processes.ts';

const HUBS = [2001, 2002];

/** Only a single process can open a folder. */
it.skipIf(POSTGRES === undefined).each(['statements', 'calls'] as const)(
  'a worker that wakes after any of its %s never repeats work of another worker',
  { timeout: PATIENCE_MS },
  async (kind) => {
    const { moments } = await (await begun('PostgreSQL', HUBS)).worker(kind, -1);
    expect(moments).toBeGreaterThanOrEqual(LEAST[kind]);
    const rows = share(
      Array.from({ length: moments }, (_, at) => at),
      `suspended ${kind}`,
    );
    let met = 0;
    for (const at of rows) {
      const world = await begun('PostgreSQL', HUBS);
      const where = `stopped at ${at} of ${moments} ${kind}`;
      let before: unknown;
      const others = () =>
        world.asProcess(async (fleet, database) => {
          await expectRight({ ...world, fleet, database }, where);
          before = await fleet.read.accounts(world.rollout);
        });
      const isMet = await world.suspended(kind, at, others);
      met += isMet ? 1 : 0;
      if (isMet)
        await world.asProcess(async (fleet) => expect(await fleet.read.accounts(world.rollout), where).toEqual(before));
      await expectEndedRight(world, where);
    }
    expect(met).toBeGreaterThan(0);
    process.stdout.write(
      `fleet on PostgreSQL: ${met} workers stood still in ${rows.length} runs of ${moments} ${kind}\n`,
    );
  },
);
