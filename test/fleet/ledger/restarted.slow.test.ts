import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import { openDatabase, postgresStore } from '../../../src/fleet/index.ts';
import { intend, settle } from '../../ledger/entries.ts';
import { aSchema, POSTGRES, RESTART } from '../databases.ts';

const PARTS = { clock: systemClock, newId: randomUUID };
const ROUNDS = 3;

it.skipIf(POSTGRES === undefined || RESTART === undefined)(
  'a restart of PostgreSQL during appends and folds costs a run nothing but time',
  { timeout: 300_000 },
  async () => {
    const schema = aSchema();
    const database = await openDatabase(POSTGRES ?? '', { ...PARTS, schema });
    onTestFinished(async () => {
      await database.query((p) => p.sql`drop schema ${p.sql.id(schema)} cascade`);
      await database.close();
    });
    let running = true;
    const accounts = Array.from({ length: 6 }, (_, at) => `account-${at}`);
    const confirmed = new Map<string, string[]>(accounts.map((account) => [account, []]));
    const total = () => [...confirmed.values()].flat().length;
    const working = Promise.all(
      accounts.map(async (account) => {
        const store = postgresStore({ ...PARTS, database, name: account });
        const lock = await store.lock('apply');
        for (let at = 0; running; at += 1) {
          const id = `i${at}`;
          await store.append([intend(id)]);
          await store.append([settle(id, 'applied')]);
          if (at % 3 === 0) await store.compact({ name: account, hubId: null });
          confirmed.get(account)?.push(id);
        }
        expect(lock.lost?.aborted).toBe(false);
        await lock.release();
      }),
    );
    working.catch(() => undefined);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = total();
      while (total() < before + 40) await Promise.race([working, new Promise(setImmediate)]);
      await promisify(execFile)('sh', ['-c', RESTART ?? '']);
    }
    running = false;
    await working;
    for (const account of accounts) {
      const store = postgresStore({ ...PARTS, database, name: account });
      const [{ calls = [] } = {}] = await store.history();
      expect(calls.map(({ id }) => id).toSorted()).toEqual(confirmed.get(account)?.toSorted());
      const { serial, intentions } = await store.read();
      expect([serial, intentions]).toEqual([2 * calls.length, []]);
    }
  },
);
