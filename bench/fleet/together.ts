/** Measures parallel accounts and workers: accounts that wait on limits, a second worker, and a killed worker. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpReply, SendOptions, Transport } from '../../src/contract/http.ts';
import { TransportError } from '../../src/errors.ts';
import { writePlanProject } from '../plan-project.ts';
import { inTemporaryFolder } from '../root.ts';
import { alternate, least } from '../rounds.ts';
import { compared, type Row } from '../row.ts';
import { listsIn, serving } from '../serving.ts';
import { begun, callerOf, hubsOf, measuredFleet } from './parts.ts';
import { aWorker, inPlace, needsPostgres, once, opened, POSTGRES, withServer } from './place.ts';

export interface TogetherSizes {
  readonly rounds: number;
  readonly troubled: number;
  readonly shared: number;
  readonly killed: number;
}

const SIZES: TogetherSizes = { rounds: 3, troubled: 300, shared: 300, killed: 100 };
const PROPERTIES = 20;
const LATENCY_MS = 50;
const TERM_MS = 10_000;
/** Few enough that workers wait for the service and not for the processor: with four, two workers and the service filled two cores. */
const SLOTS = 2;

export function together(sizes = SIZES): Promise<readonly Row[]> {
  return inTemporaryFolder(async (dir) => {
    await writePlanProject(dir, PROPERTIES, 'dated');
    return [await troubled(dir, sizes), await twoWorkers(dir, sizes), await takeover(dir, sizes)];
  });
}

/** Of each 60 accounts, two have lost their token, two are always limited and one never answers. */
async function troubled(dir: string, { rounds, troubled: accounts }: TogetherSizes): Promise<Row> {
  const others = accounts - hubsInTrouble(accounts).size;
  const { beside, alone } = await alternate(rounds, {
    beside: () => othersMs(dir, hubsInTrouble(accounts), accounts),
    alone: () => othersMs(dir, new Map(), others),
  });
  return compared('fleet: accounts beside 8 % that are refused, limited or silent, against alone', {
    ...{ cost: least(beside), against: least(alone), unit: 'ms', bound: 1.1 },
  });
}

type Trouble = 'refused' | 'limited' | 'silent';

const EVERY = 12;
const TROUBLES: readonly Trouble[] = ['refused', 'refused', 'limited', 'limited', 'silent'];

/** Returns the accounts in trouble: every twelfth account, so that they are spread among the others. */
function hubsInTrouble(accounts: number): ReadonlyMap<number, Trouble> {
  const hubs = hubsOf(accounts).filter((_, at) => at % EVERY === 0);
  return new Map(hubs.map((hub, at) => [hub, TROUBLES[at % TROUBLES.length] ?? 'silent']));
}

const REPLIES: Readonly<Record<Exclude<Trouble, 'silent'>, HttpReply>> = {
  refused: aRefusal(401, 'EXPIRED_AUTHENTICATION', 'The token has been revoked.'),
  limited: aRefusal(429, 'RATE_LIMITS', 'You have reached your ten_secondly_rolling limit.', { 'retry-after': '1' }),
};

function aRefusal(status: number, category: string, message: string, headers = {}): HttpReply {
  const body = JSON.stringify({ status: 'error', message, category });
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** Time of an answer, so that accounts wait for the service and not for the processor. */
const ANSWER_MS = 100;
/** Longer than an answer takes, and short enough to be measured. */
const SILENT_MS = 5_000;

async function noReply({ signal }: SendOptions = {}): Promise<never> {
  await sleep(SILENT_MS, undefined, { signal });
  throw new TransportError('timed-out', `No reply within ${SILENT_MS} ms.`, { sent: 'maybe' });
}

/** Milliseconds until the last of the others has been read for the last time. */
function othersMs(dir: string, inTrouble: ReadonlyMap<number, Trouble>, accounts: number): Promise<number> {
  return inPlace(dir, (place) =>
    opened(place, async (database) => {
      const service = serving(await listsIn(dir));
      let hasBegun = false;
      let last = 0;
      const transport: Transport = {
        ...service,
        async send(request, options) {
          await sleep(ANSWER_MS);
          const trouble = inTrouble.get(callerOf(request));
          if (trouble === undefined) last = performance.now();
          if (trouble === undefined || !hasBegun) return service.send(request, options);
          return trouble === 'silent' ? noReply(options) : REPLIES[trouble];
        },
      };
      const parts = { dir, database, transport, url: 'http://127.0.0.1:1', accounts };
      const { fleet } = await measuredFleet(parts);
      const rollout = await begun(fleet);
      hasBegun = true;
      const began = performance.now();
      const stop = new AbortController();
      const ended = fleet.work({ signal: stop.signal });
      while (((await fleet.status(rollout)).states.unchanged ?? 0) < accounts - inTrouble.size) await sleep(100);
      stop.abort();
      await ended;
      return last - began;
    }),
  );
}

async function twoWorkers(dir: string, { rounds, shared }: TogetherSizes): Promise<Row> {
  const what = 'fleet: two workers against one, where the service takes 50 ms';
  if (POSTGRES === undefined) return needsPostgres(what);
  return withServer(dir, LATENCY_MS, async (url) => {
    const workers = (count: number) => () =>
      inPlace(dir, async (place) => {
        const options = { dir, accounts: shared, url, slots: SLOTS, ...place };
        once('begin', options);
        const ready = await Promise.all(Array.from({ length: count }, () => aWorker(options)));
        const began = performance.now();
        for (const worker of ready) worker.go();
        await Promise.all(ready.map(({ ended }) => ended));
        return performance.now() - began;
      });
    const { two, one } = await alternate(rounds, { two: workers(2), one: workers(1) });
    return compared(what, { cost: least(two), against: least(one), unit: 'ms', bound: 1 / 1.7 });
  });
}

/** Measures the time from the kill until other workers took over or finished all accounts of the killed worker. */
async function takeover(dir: string, { killed: accounts }: TogetherSizes): Promise<Row> {
  const what = 'fleet: from the kill of a worker until its accounts are taken over, against its term';
  if (POSTGRES === undefined) return needsPostgres(what);
  return withServer(dir, LATENCY_MS, (url) =>
    inPlace(dir, async (place) => {
      const options = { dir, accounts, url, slots: SLOTS, termMs: TERM_MS, ...place };
      once('begin', options);
      const [killed, other] = await Promise.all([aWorker(options), aWorker(options)]);
      const took = await opened(place, async (database) => {
        // Before the kill, only the killed worker has begun accounts. A worker that takes over an account begins it again.
        const inHand = async () =>
          (
            await database.query<{ readonly hub_id: number }>(
              ({ sql, of }) =>
                sql`select hub_id from ${of('target')} where state = 'running' and attempt = 1 and hub_id = any(${killedHubs}::bigint[])`,
            )
          ).map(({ hub_id }) => hub_id);
        let killedHubs = hubsOf(accounts);
        let isOver = false;
        void killed.ended.then(() => {
          isOver = true;
        });
        killed.go();
        while ((await inHand()).length === 0) {
          if (isOver) throw new Error('The worker ended before it had anything in hand.');
          await sleep(10);
        }
        killed.kill();
        await killed.ended;
        const began = performance.now();
        killedHubs = await inHand();
        if (killedHubs.length === 0) throw new Error('The worker had nothing in hand when it was killed.');
        other.go();
        while ((await inHand()).length > 0) await sleep(10);
        return performance.now() - began;
      });
      await other.ended;
      return compared(what, { cost: took, against: TERM_MS, unit: 'ms', bound: 1.25 });
    }),
  );
}
