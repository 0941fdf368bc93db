/**
 * Runs a worker in a process that dies or stops at a given moment: `worker.ts ADDRESS SCHEMA URL HUBS KIND AT SIGNAL
 * [SLOTS]`. KIND `statements` or `calls` counts moments from 0, before and after each. With `accounts`, AT is the
 * account that ends every worker. With `restart`, AT is the statement that restarts the database once; another worker
 * runs in parallel with KIND `beside`, and both begin after both connected. Prints the number of moments.
 */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { systemClock, type Transport, undiciTransport } from '../../../src/client/index.ts';
import { openDatabase } from '../../../src/fleet/index.ts';
import { watched } from '../ledger/watched.ts';
import { aProcess, TERM_MS } from './fleet.ts';

const [, , address = '', schema = '', url = '', hubs = '', kind = '', at = '', signal = '', slots = '2'] = process.argv;
const strike = (): void => void process.kill(process.pid, signal);
let moments = 0;
const pass = (one: string): void => {
  if (one !== kind) return;
  if (moments === Number(at)) strike();
  moments += 1;
};

const STATEMENTS: Readonly<Record<string, RegExp>> = {
  begin: /^with open as/,
  append: /^with \?,\s+before as/,
  fold: /^with \?,\s+wrote as/,
  settle: /^update \? set state/,
};

let restarting: Promise<unknown> | undefined;
/** Restarts the database during the statement, at any moment before its reply. */
const restartAt = (text: string): void => {
  if (kind !== 'restart' || restarting !== undefined || STATEMENTS[at]?.test(text) !== true) return;
  moments += 1;
  restarting = promisify(execFile)('sh', ['-c', process.env['TRUEUP_TEST_DATABASE_RESTART'] ?? '']);
};

const opened = await openDatabase(address, { clock: systemClock, newId: randomUUID, schema, termMs: TERM_MS });
const database = watched(opened, async ({ text, send }) => {
  pass('statements');
  restartAt(text);
  const rows = await send();
  pass('statements');
  return rows;
});
const network = undiciTransport();
const transport: Transport = {
  close: () => network.close(),
  async send(request, options) {
    pass('calls');
    const reply = await network.send(request, options);
    pass('calls');
    return reply;
  },
};
const fleet = aProcess({
  ...{ database, url, transport },
  hubs: hubs.split(',').map(Number),
  onAccount: (hubId) => {
    if (kind === 'accounts' && hubId === Number(at)) strike();
  },
});
if (kind === 'restart' || kind === 'beside') {
  const lock = await opened.leases.take({ ledger: kind, name: kind, purpose: 'to begin together' });
  const both = () =>
    opened.query(({ sql, of }) => sql`select from ${of('ledger_lease')} where ledger in ('restart', 'beside')`);
  while ((await both()).length < 2) await systemClock.sleep(20);
  void lock;
}
await fleet.work({ untilDone: true, slots: Number(slots) });
await restarting;
writeSync(1, `${moments}\n`);
await transport.close();
await opened.close();
