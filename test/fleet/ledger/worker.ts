/**
 * Works on a ledger and dies at a given moment: `worker.ts ADDRESS SCHEMA AT`. Moments count from 0, before and after
 * each statement. Prints the confirmed writes.
 */

import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { systemClock } from '../../../src/client/index.ts';
import { openDatabase, postgresStore } from '../../../src/fleet/index.ts';
import { leaseOwner } from '../../../src/fleet/ledger/owner.ts';
import { intend, record, SIZE, settle } from '../../ledger/entries.ts';
import { watched } from './watched.ts';

const [, , address = '', schema = '', at = ''] = process.argv;
let moments = 0;
const pass = (): void => {
  if (moments === Number(at)) process.kill(process.pid, 'SIGKILL');
  moments += 1;
};
const say = (word: string): void => void writeSync(1, `${word}\n`);

const parts = { clock: systemClock, newId: randomUUID };
const opened = await openDatabase(address, { ...parts, schema });
const seen = watched(opened, async ({ send }) => {
  pass();
  const rows = await send();
  pass();
  return rows;
});
const leases = await leaseOwner({ ...parts, database: seen, owner: 'victim', termMs: 30_000 });
const database = { ...seen, leases };
const store = postgresStore({ ...parts, database, name: 'sandbox' });
const account = { name: 'sandbox', hubId: 1001 };

const lock = await store.lock('apply');
await store.append([intend('i1')]);
say('noted i1');
await store.append([settle('i1', 'applied'), record(SIZE), intend('i2')]);
say('settled i1');
say('noted i2');
await store.compact(account);
say('folded');
await store.append([settle('i2', 'applied')]);
say('settled i2');
await store.compact(account);
say('folded again');
await lock.release();
say('released');
await opened.close();
