/** A process that takes the lock of a ledger: `holder.ts DIR`. It says how that went, and keeps the lock until its stdin ends. */

import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { systemClock } from '../../src/client/index.ts';
import { LedgerError } from '../../src/errors.ts';
import { fileStore } from '../../src/ledger/file-store.ts';

const [, , dir = ''] = process.argv;
const store = fileStore({
  dir,
  name: 'sandbox',
  clock: systemClock,
  newId: randomUUID,
  owner: `process ${process.pid}`,
});
try {
  const lock = await store.lock('apply');
  process.stdout.write('locked\n');
  await text(process.stdin);
  await lock.release();
  process.stdout.write('released\n');
} catch (error) {
  if (!(error instanceof LedgerError)) throw error;
  process.stdout.write(`${JSON.stringify([error.code, error.message, error.hint])}\n`);
}
