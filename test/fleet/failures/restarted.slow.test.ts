/** Tests a PostgreSQL restart under two worker processes, while a worker begins, notes, folds or settles. */

import { expect, it } from 'vitest';
import { POSTGRES, RESTART } from '../databases.ts';
import { begun, expectEndedRight } from './processes.ts';

const HUBS = Array.from({ length: 8 }, (_, at) => 2001 + at);

it.skipIf(POSTGRES === undefined || RESTART === undefined).each(['begin', 'append', 'fold', 'settle'])(
  'a restart of PostgreSQL during %s stops no worker, and every account is completed',
  { timeout: 120_000 },
  async (statement) => {
    const world = await begun('PostgreSQL', HUBS);
    const [restarted, other] = await Promise.all([world.worker('restart', statement), world.worker('beside', '')]);
    expect([restarted, other]).toEqual([
      { moments: 1, killed: false },
      { moments: 0, killed: false },
    ]);
    await world.asProcess(async (fleet) => expect((await fleet.status(world.rollout)).phase).toBe('done'));
    await expectEndedRight(world, `restarted during ${statement}`);
  },
);
