/**
 * Tests of rollouts whose accounts, workers or database fail. Each change happens once, failures stay below the limit,
 * and the rest continues.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import type { HttpReply, HttpRequest, Transport } from '../../src/contract/http.ts';
import { TransportError, UsageError } from '../../src/errors.ts';
import { type Database, DatabaseError } from '../../src/fleet/database/database.ts';
import { noteRun } from '../../src/fleet/store/target-statements.ts';
import { createAccountReconciler } from '../../src/fleet/worker/reconcilers.ts';
import { parseProject } from '../../src/index.ts';
import { prepare } from '../../src/reconciler/prepare.ts';
import { BACKENDS, type Backend, backend, forget } from './databases.ts';
import { connectionLost, watched } from './ledger/watched.ts';
import { aFleetWorld, type FleetWorld, GROUP, taken, tokenOf } from './world.ts';

const NOW = { soakMs: 0, waves: '50%,100%' } as const;
/**
 * Statements of a rollout: begin, change and note accounts, read the rollout, and list running and claimed accounts.
 */
const ROLLOUT_STATEMENT =
  /^(?:with open|update \? set (?:state|runs)|select id, kind|select id, digest|select r\.id, r\.digest)/;
const REFUSED = new DatabaseError('database-unusable', 'It refuses the text.', {
  ...{ hint: 'Tell it.', trouble: 'refused', state: '22021' },
});
const PAIR = GROUP.replace(
  'displayName: Loyalty',
  'displayName: Loyalty, properties: { tier: { label: Tier, type: string, fieldType: text } }',
);

describe.each(BACKENDS)('trouble in a fleet on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** Planned and approved, and its first wave open. */
  async function begun(world: FleetWorld, text = GROUP, how: object = {}) {
    const fleet = await world.fleet(text);
    const rollout = await fleet.plan({ ...NOW, ...how });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    return { fleet, rollout };
  }

  async function writesOf(world: FleetWorld): Promise<readonly number[]> {
    return Promise.all(world.accounts.map(async ({ hubId }) => (await world.writes(hubId)).length));
  }

  /** Requests are seen, and may be answered otherwise. */
  const through = (
    { service: { transport } }: FleetWorld,
    meet: (request: HttpRequest, send: () => Promise<HttpReply>) => Promise<HttpReply>,
  ): Transport => ({
    send: (request) => meet(request, () => transport.send(request)),
    close: () => transport.close(),
  });

  /** Opens a fleet whose database refuses the first result of an account. */
  const refusingOne = (world: FleetWorld, database: Database, told = () => {}) => {
    let results = 0;
    return world.fleet(GROUP, {
      database: watched(database, async ({ text, send }) => {
        if (!text.startsWith('update ? set state') || results > 0) return send();
        results += 1;
        told();
        throw REFUSED;
      }),
    });
  };

  it('stops a rollout at its error budget, and the rollout continues after a fix', async () => {
    const world = await aFleetWorld(await place.database(), 8);
    const { rollout } = await begun(world);
    let isBad = true;
    const account = () => {
      if (isBad) throw new UsageError('argument-invalid', 'The values of the account are wrong.');
      return { baseUrl: 'http://127.0.0.1' };
    };
    const fleet = await world.fleet(GROUP, { account });
    await fleet.work({ untilDone: true, slots: 2 });
    const stopped = await fleet.status(rollout);
    expect(stopped).toMatchObject({ phase: 'stopped', wave: 1 });
    expect(stopped.states.failed).toBeLessThanOrEqual(2);
    expect(await writesOf(world)).toEqual(world.accounts.map(() => 0));
    expect((await fleet.events(rollout)).at(-1)?.detail).toMatchObject({ kind: 'budget-spent' });
    await expect(fleet.resume(rollout)).rejects.toMatchObject({ code: 'rollout-refused' });
    isBad = false;
    expect(await fleet.retry(rollout, 'auth')).toBe(0);
    expect(await fleet.retry(rollout, 'config')).toBe(stopped.states.failed);
    await fleet.resume(rollout);
    await fleet.work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 8 } });
    expect(await writesOf(world)).toEqual(world.accounts.map(() => 1));
  });

  it('leaves a finished rollout waiting for a person once accounts are to be retried', async () => {
    const world = await aFleetWorld(await place.database(), 3);
    const { rollout } = await begun(world, GROUP, { maxFailedPercent: 100 });
    let isBad = true;
    const account = ({ hubId }: { readonly hubId: number }) => {
      if (isBad && hubId === 2002) throw new UsageError('argument-invalid', 'The values of the account are wrong.');
      return { baseUrl: 'http://127.0.0.1' };
    };
    const fleet = await world.fleet(GROUP, { account });
    await fleet.work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', waitsFor: null });
    isBad = false;
    expect(await fleet.retry(rollout)).toBe(1);
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', waitsFor: { what: 'person', until: null } });
    await fleet.resume(rollout);
    await fleet.work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', waitsFor: null, states: { applied: 3 } });
  });

  it('starts no account after a reported failure', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 8);
    const { rollout } = await begun(world);
    const [[, first] = []] = await taken(database, rollout, 1);
    expect(first).toMatchObject({ attempt: 1 });
    await database.query(
      ({ sql, of }) => sql`update ${of('target')} set state = 'failed' where hub_id = ${first?.hub_id}`,
    );
    expect(await taken(database, rollout, 8)).toEqual([]);
  });

  it('ends a worker with the database error if its result is refused', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 3);
    await begun(world);
    await expect((await refusingOne(world, database)).work({ untilDone: true })).rejects.toBe(REFUSED);
    await (await world.fleet()).work({ untilDone: true });
    expect(await writesOf(world)).toEqual([1, 1, 1]);
  });

  it('says it of a worker that is told to stop meanwhile', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 1);
    await begun(world);
    const stop = new AbortController();
    const fleet = await refusingOne(world, database, () => stop.abort());
    await expect(fleet.work({ signal: stop.signal })).rejects.toBe(REFUSED);
  });

  it('moves the accounts of a dead worker to another worker, which changes each once', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 6);
    const { fleet, rollout } = await begun(world);
    expect(await taken(database, rollout, 2)).toHaveLength(2);
    const working = fleet.work({ untilDone: true });
    // Of the first wave the third account is run, and the two wait for their worker.
    for (;;) {
      const { states } = await fleet.status(rollout);
      if (states.applied === 1) {
        expect(states).toEqual({ applied: 1, running: 2, approved: 3 });
        break;
      }
      await sleep(5);
    }
    await forget(database);
    await working;
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 6 } });
    expect(await writesOf(world)).toEqual(world.accounts.map(() => 1));
  });

  it('completes an interrupted run within the approved change', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 1);
    const { fleet, rollout } = await begun(world, PAIR);
    const [[, claimed] = []] = await taken(database, rollout, 1);
    const [installation] = world.accounts;
    if (claimed === undefined || installation === undefined) throw new Error('there is one');
    const parts = { database, clock: systemClock, newId: randomUUID, timeoutMs: 60_000 };
    const prepared = prepare(parseProject([{ path: 'trueup.yaml', text: `version: 1\n${PAIR}` }]));
    const cut = await createAccountReconciler(installation, {
      ...{ ...parts, prepared },
      installations: { find: async () => installation, list: async () => [installation] },
      account: () => ({ baseUrl: 'http://127.0.0.1' }),
      tokens: (hubId) => async () => tokenOf(hubId),
      transport: through(world, async (request, send) => {
        if (request.url.endsWith('/0-1') && request.method === 'POST')
          throw new TransportError('unreachable', 'The machine was switched off.', { sent: 'no' });
        return send();
      }),
    });
    await cut.apply(await cut.plan(), {
      whenLocked: async (run) => void (await database.query(noteRun(claimed, run))),
    });
    await forget(database);
    expect(await world.writes(2001)).toHaveLength(1);
    await fleet.work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 1 });
    expect(await world.writes(2001)).toHaveLength(2);
  });

  it('does nothing twice when replies of the database are lost', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 6);
    const { rollout } = await begun(world);
    const lost = new Map<string, number>();
    const flaky: Database = watched(database, async ({ text, send }) => {
      const kind = text.slice(0, 40);
      const reply = await send();
      const times = (lost.get(kind) ?? 0) + 1;
      lost.set(kind, times);
      // The first, third, fifth reply of each kind of statement on rollouts, accounts and workers.
      if (times % 2 === 1 && times < 6 && ROLLOUT_STATEMENT.test(text)) throw connectionLost();
      return reply;
    });
    const fleet = await world.fleet(GROUP, { database: flaky });
    await fleet.work({ untilDone: true, slots: 2 });
    const { phase, states } = await (await world.fleet()).status(rollout);
    expect([...lost].filter(([kind]) => ROLLOUT_STATEMENT.test(kind)).length).toBeGreaterThanOrEqual(5);
    const lostWorkers = (await (await world.fleet()).read.accounts(rollout)).map(({ workersLost }) => workersLost);
    expect(lostWorkers).toEqual(world.accounts.map(() => 0));
    expect(phase).toBe('done');
    expect((states.applied ?? 0) + (states.unchanged ?? 0)).toBe(6);
    expect(await writesOf(world)).toEqual(world.accounts.map(() => 1));
  });

  it('lets many workers share a rollout, and each step happens once', async () => {
    const world = await aFleetWorld(await place.database(), 12);
    const { fleet, rollout } = await begun(world, GROUP, { waves: '10%,30%,60%,100%' });
    const fleets = await Promise.all([0, 1, 2].map(() => world.fleet()));
    const counts = await Promise.all(fleets.map((one) => one.work({ untilDone: true, slots: 2 })));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(await writesOf(world)).toEqual(world.accounts.map(() => 1));
    const steps = (await fleet.events(rollout)).map(({ detail }) => JSON.stringify(detail));
    expect(steps).toEqual([...new Set(steps)]);
    expect(steps.filter((step) => step.includes('start-wave'))).toHaveLength(4);
  });

  it('starts nothing during a pause and completes after it', async () => {
    const world = await aFleetWorld(await place.database(), 6);
    const { fleet, rollout } = await begun(world);
    await fleet.pause(rollout);
    expect(await fleet.work({ untilDone: true })).toBe(0);
    expect(await writesOf(world)).toEqual(world.accounts.map(() => 0));
    await fleet.resume(rollout);
    await fleet.work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 6 });
  });

  it('ends with an abort, and the waiting accounts are skipped', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    const { fleet, rollout } = await begun(world);
    await fleet.abort(rollout);
    await expect(fleet.resume(rollout)).rejects.toMatchObject({ code: 'rollout-refused' });
    expect(await fleet.work({ untilDone: true })).toBe(0);
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'aborted', states: { skipped: 4 } });
    expect(await fleet.read.account(rollout, 2001)).toMatchObject({
      message: 'The rollout was aborted before its turn.',
      because: null,
    });
    await expect(fleet.retry(rollout)).rejects.toMatchObject({ code: 'rollout-refused' });
  });

  it('fails deferred and lost accounts after an abort instead of retrying them', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 3);
    const { fleet, rollout } = await begun(world, GROUP, { waves: '100%' });
    await taken(database, rollout, 1);
    const slow = await world.fleet(GROUP, {
      transport: through(world, async (request, send) => {
        if (!request.url.includes('/properties/')) return send();
        await fleet.abort(rollout).catch(() => undefined);
        return { status: 429, headers: { 'retry-after': '1' }, body: '{}' };
      }),
    });
    await slow.work({ untilDone: true, slots: 1 });
    await forget(database);
    await slow.work({ untilDone: true, slots: 1 });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'aborted', states: { failed: 2, skipped: 1 } });
    const failed = await fleet.read.accounts(rollout, { state: 'failed' });
    expect(failed.map(({ because }) => because).sort()).toEqual(['rate', 'worker']);
  });

  it('defers a limited account, gives its slot to others, and returns to it', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    const { rollout } = await begun(world);
    let limited = 1;
    const fleet = await world.fleet(GROUP, {
      transport: through(world, async (request, send) => {
        const isIts = request.headers['authorization'] === `Bearer ${tokenOf(2002)}`;
        const isLimited = isIts && request.url.includes('/properties/') && limited-- > 0;
        return isLimited ? { status: 429, headers: { 'retry-after': '1' }, body: '{}' } : send();
      }),
    });
    const working = fleet.work({ untilDone: true, slots: 1 });
    const seen = new Set<string>();
    for (let look = 0; look < 400 && !seen.has('done'); look += 1) {
      const { phase, states } = await fleet.status(rollout);
      seen.add(phase);
      if (states.deferred === 1) seen.add(`deferred beside ${states.running ?? 0} running`);
      await sleep(10);
    }
    await working;
    expect([...seen].some((one) => one.startsWith('deferred'))).toBe(true);
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 4 } });
    expect(await writesOf(world)).toEqual(world.accounts.map(() => 1));
  });

  it('lets what runs end when it is told to stop, and begins nothing more', async () => {
    const world = await aFleetWorld(await place.database(), 6);
    const { rollout } = await begun(world, GROUP, { waves: '100%' });
    const stop = new AbortController();
    const fleet = await world.fleet(GROUP, {
      transport: through(world, async (request, send) => {
        if (request.method === 'POST' && request.url.includes('/properties/')) stop.abort();
        return send();
      }),
    });
    const counted = await fleet.work({ slots: 2, signal: stop.signal });
    const { states } = await fleet.status(rollout);
    expect(states).toEqual({ applied: counted, approved: 6 - counted });
    expect(counted).toBeGreaterThan(0);
    expect(counted).toBeLessThanOrEqual(2);
    await (await world.fleet()).work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 6 });
  });

  it('analyzes the tables so that the database counts accounts quickly', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 6);
    await begun(world);
    const rows = await database.query<{ readonly relname: string; readonly reltuples: number }>(
      ({ sql }) => sql`
      select relname, reltuples from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where nspname = ${database.schema} and relname in ('target', 'wave') order by relname`,
    );
    expect(rows).toEqual([
      { relname: 'target', reltuples: 6 },
      { relname: 'wave', reltuples: 2 },
    ]);
  });
});
