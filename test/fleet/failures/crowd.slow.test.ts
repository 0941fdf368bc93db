/**
 * Tests many accounts and two workers. A worker is killed and replaced several times, and PostgreSQL restarts during
 * the rollout.
 */

import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { POSTGRES, RESTART } from '../databases.ts';
import { begun, expectEndedRight } from './processes.ts';

const ACCOUNTS = Number(process.env['TRUEUP_ACCOUNTS'] ?? 40);
const HUBS = Array.from({ length: ACCOUNTS }, (_, at) => 2001 + at);
const KILLS = 3;
const SLOTS = 8;

it.skipIf(POSTGRES === undefined)(
  'killed workers cause no extra call for any account, and the rollout completes',
  { timeout: 600_000 },
  async () => {
    const world = await begun('PostgreSQL', HUBS);
    const began = performance.now();
    const steady = world.plain(SLOTS);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const victim = world.plain(SLOTS);
      await sleep(1_500 + Math.random() * 1_500);
      victim.kill();
      await victim.end;
      if (kill === 1 && RESTART !== undefined) await promisify(execFile)('sh', ['-c', RESTART]);
    }
    expect(await steady.end).toEqual({ moments: 0, killed: false });
    const { states, locks } = await world.asProcess(async (fleet, database) => ({
      states: (await fleet.status(world.rollout)).states,
      locks: await database.query(
        ({ sql, of, now }) => sql`select ledger from ${of('ledger_lease')} where expires > ${now}`,
      ),
    }));
    process.stdout.write(
      `fleet on PostgreSQL: ${KILLS} kills among ${ACCOUNTS} accounts, ended after ${Math.round((performance.now() - began) / 1000)} s\n`,
    );
    expect(states).toEqual({ applied: ACCOUNTS });
    expect(locks).toEqual([]);
    await expectEndedRight(world, 'after the kills');
  },
);
