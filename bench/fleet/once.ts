/**
 * One process of the measurement of a fleet: `once.ts MODE OPTIONS`, with OPTIONS as JSON. Prints what it took as JSON. `bare` plans accounts with the
 * library alone, as many at a time as a worker, ledgers in memory; `fleet` runs them as a worker, ledgers filled; `rollout` plans and runs them once, ledgers empty; `begin`
 * makes a rollout and starts it; `work` waits for a line on stdin and is then one worker among others.
 */

import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pLimit from 'p-limit';
import { undiciTransport } from '../../src/client/index.ts';
import { type Fleet, openDatabase } from '../../src/fleet/index.ts';
import { createReconciler, memoryStore } from '../../src/index.ts';
import { listsIn, serving, since } from '../serving.ts';
import {
  begun,
  givenOf,
  hubsOf,
  type Measured,
  measuredFleet,
  PARTS,
  preparedIn,
  requireEach,
  tokenOf,
} from './parts.ts';

export interface OnceOptions {
  /** Of writePlanProject. */
  readonly dir: string;
  readonly accounts: number;
  /** Address of the database; unused by `bare`. */
  readonly address?: string;
  readonly schema?: string;
  /** Of the service; without it, it is in the process. */
  readonly url?: string;
  readonly slots?: number;
  readonly termMs?: number;
}

export interface OnceTaken {
  /** Milliseconds of processor time for each account: its plan, or its run by a worker. */
  readonly ms: number;
  /** Milliseconds for each account that a worker takes but does not run. */
  readonly queueMs: number;
  /** Peak of the process, in megabytes. */
  readonly megabytes: number;
}

const [mode = '', text = '{}'] = process.argv.slice(2);
const options: OnceOptions = JSON.parse(text);
const { dir, accounts, address = join(dir, 'fleet'), schema = 'trueup', slots = 16 } = options;
const url = options.url ?? 'http://127.0.0.1:1';
const transport = options.url === undefined ? serving(await listsIn(dir)) : undiciTransport();

const { ms, queueMs } = await took();
const taken: OnceTaken = { ms, queueMs, megabytes: process.resourceUsage().maxRSS / 1024 };
console.log(JSON.stringify(taken));
await transport.close();

function took(): Promise<Pick<OnceTaken, 'ms' | 'queueMs'>> {
  switch (mode) {
    case 'bare':
      return bare();
    case 'fleet':
      return withFleet(asWorker);
    case 'rollout':
      return withFleet(async ({ fleet }) => {
        await rolledOut(fleet);
        return { ms: 0, queueMs: 0 };
      });
    case 'begin':
      return withFleet(async ({ fleet }) => {
        await begun(fleet);
        return { ms: 0, queueMs: 0 };
      });
    case 'work':
      return withFleet(async ({ fleet }) => {
        console.log('ready');
        for await (const _ of createInterface({ input: process.stdin })) break;
        await fleet.work({ untilDone: true, slots });
        return { ms: 0, queueMs: 0 };
      });
    default:
      throw new Error(`There is no mode ${JSON.stringify(mode)}.`);
  }
}

async function bare() {
  const prepared = await preparedIn(dir);
  const stores = new Map(hubsOf(accounts).map((hubId) => [hubId, memoryStore({ ...PARTS, name: `account-${hubId}` })]));
  // Plans as many accounts in parallel as a worker has slots: over sockets, parallel calls cost more than sequential
  // calls.
  const limit = pLimit(slots);
  const each = (isFirst: boolean) =>
    limit.map(stores, async ([hubId, ledger]) => {
      const account = { name: `account-${hubId}`, hubId, ...givenOf(url) };
      const reconciler = createReconciler({
        ...prepared.forAccount(account),
        ...{ ...PARTS, transport, ledger, fetchToken: async () => tokenOf(hubId) },
      });
      const plan = await reconciler.plan();
      if (!plan.applyable || plan.calls.length > 0) throw new Error(`Account ${hubId} should be unchanged.`);
      if (isFirst) await reconciler.apply(plan);
    });
  await each(true);
  return { ms: await perAccount(() => each(false)), queueMs: 0 };
}

/** The first rollout fills the ledgers; the second finds them so. */
async function asWorker({ fleet, pause }: Measured) {
  await rolledOut(fleet);
  const second = await begun(fleet, slots);
  const ms = await perAccount(() => fleet.work({ untilDone: true, slots }));
  await requireEach(fleet, second, 'unchanged', accounts);
  const third = await begun(fleet, slots);
  pause();
  const queueMs = await perAccount(() => fleet.work({ untilDone: true, slots }));
  await requireEach(fleet, third, 'skipped', accounts);
  return { ms, queueMs };
}

async function rolledOut(fleet: Fleet): Promise<void> {
  const rollout = await begun(fleet, slots);
  await fleet.work({ untilDone: true, slots });
  await requireEach(fleet, rollout, 'unchanged', accounts);
}

async function withFleet<T>(work: (measured: Measured) => Promise<T>): Promise<T> {
  const { termMs } = options;
  const database = await openDatabase(address, { ...PARTS, schema, termMs });
  const measured = await measuredFleet({ dir, database, transport, url, accounts });
  try {
    return await work(measured);
  } finally {
    await database.close();
  }
}

async function perAccount(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await work();
  return since(began) / accounts;
}
