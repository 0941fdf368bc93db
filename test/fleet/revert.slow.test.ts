/** Tests of a rollout that reverts another rollout, with every run of it, also runs of killed workers. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import { TransportError } from '../../src/errors.ts';
import { askOnce, rolloutNamed } from '../../src/fleet/coordinator/advance.ts';
import type { Database } from '../../src/fleet/database/database.ts';
import { createRollout } from '../../src/fleet/fleet.ts';
import type { Fleet } from '../../src/fleet/index.ts';
import { runTarget } from '../../src/fleet/worker/run-target.ts';
import { parseProject } from '../../src/index.ts';
import { prepare } from '../../src/reconciler/prepare.ts';
import { BACKENDS, type Backend, backend, forget } from './databases.ts';
import { aFleetWorld, type FleetWorld, taken, tokenOf } from './world.ts';

const NOW = { soakMs: 0, waves: '50%,100%' } as const;
const labelled = (label: string) => `objects:
  contacts:
    groups:
      contactinformation:
        properties: { tier: { label: ${label}, type: string, fieldType: text } }
`;

describe.each(BACKENDS)('a revert of a rollout on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  async function approved(fleet: Fleet, rollout: string): Promise<string> {
    const clusters = await fleet.clusters(rollout);
    const names = clusters.flatMap(({ shape, standing }) => (standing === 'risky' ? [shape] : []));
    await fleet.approve(rollout, { names, all: true, by: 'ann' });
    await fleet.rollout(rollout);
    return rollout;
  }

  async function rolledOut(fleet: Fleet, rollout: string): Promise<string> {
    await approved(fleet, rollout);
    await fleet.work({ untilDone: true });
    return rollout;
  }

  async function labels({ service, accounts }: FleetWorld): Promise<readonly (string | undefined)[]> {
    const each = accounts.map(async ({ hubId }) => (await service.snapshot(hubId)).properties['contacts']);
    return (await Promise.all(each)).map(
      (properties) => properties?.find(({ name, archivedAt }) => name === 'tier' && archivedAt === null)?.label,
    );
  }

  /** With the property in every account, and then renamed by a second rollout. */
  async function renamed(size: number, database: Database) {
    const world = await aFleetWorld(database, size);
    const before = await world.fleet(labelled('Tier'));
    await rolledOut(before, await before.plan(NOW));
    const fleet = await world.fleet(labelled('Level'));
    return { world, fleet, rollout: await fleet.plan(NOW) };
  }

  it('is planned from its runs, approved and rolled out, and restores the accounts', async () => {
    const { world, fleet, rollout } = await renamed(4, await place.database());
    await rolledOut(fleet, rollout);
    expect(await labels(world)).toEqual(Array(4).fill('Level'));
    const revert = await fleet.revert(rollout, { ...NOW, by: 'ann', note: 'back' });
    expect(await fleet.status(revert)).toMatchObject({
      kind: 'revert',
      reverts: rollout,
      phase: 'review',
      by: 'ann',
      note: 'back',
      states: { waiting: 4 },
    });
    expect(await fleet.clusters(revert)).toMatchObject([{ accounts: 4, standing: 'safe', actions: { update: 1 } }]);
    expect(await labels(world)).toEqual(Array(4).fill('Level'));
    await rolledOut(fleet, revert);
    expect(await fleet.status(revert)).toMatchObject({ phase: 'done', states: { applied: 4 } });
    expect(await labels(world)).toEqual(Array(4).fill('Tier'));
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 4 } });
    expect((await fleet.events(rollout)).at(-1)?.detail).toEqual({
      ...{ kind: 'revert', by: 'ann', rollout: revert, message: revert.slice(0, 8) },
    });

    const again = await rolledOut(fleet, await fleet.revert(revert, NOW));
    expect((await fleet.status(again)).states).toEqual({ applied: 4 });
    expect(await labels(world)).toEqual(Array(4).fill('Level'));
  });

  it('keeps later edits and reports them in the plan', async () => {
    const { world, fleet, rollout } = await renamed(2, await place.database());
    await rolledOut(fleet, rollout);
    await world.service.admin(2002).editProperty('contacts', 'tier', { label: 'Theirs' });
    const revert = await fleet.revert(rollout, NOW);
    const clusters = await fleet.clusters(revert);
    expect(clusters.map(({ standing, sampleHub }) => [standing, sampleHub]).sort()).toEqual([
      ['empty', 2002],
      ['safe', 2001],
    ]);
    const kept = await fleet.sample(revert, clusters.find(({ sampleHub }) => sampleHub === 2002)?.shape ?? '');
    expect(kept?.findings.map(({ code }) => code)).toContain('revert-changed');
    await rolledOut(fleet, revert);
    expect(await labels(world)).toEqual(['Tier', 'Theirs']);
  });

  it('covers the accounts with a started run, and skips a removed account', async () => {
    const { world, fleet, rollout } = await renamed(4, await place.database());
    await approved(fleet, rollout);
    const stop = new AbortController();
    const first = fleet.work({ slots: 1, signal: stop.signal });
    while (((await fleet.status(rollout)).states.applied ?? 0) < 2) await systemClock.sleep(5);
    stop.abort();
    await first;
    await fleet.pause(rollout);
    const { states } = await fleet.status(rollout);
    const done = (await fleet.read.accounts(rollout, { state: 'applied' })).map(({ hubId }) => hubId);
    expect(done).toHaveLength(states.applied ?? 0);
    world.change(done[0] ?? 0, { state: 'uninstalled' });
    const revert = await fleet.revert(rollout, NOW);
    expect((await fleet.status(revert)).states).toEqual({ skipped: 1, waiting: done.length - 1 });
    expect((await fleet.read.accounts(revert)).map(({ hubId }) => hubId)).toEqual(done);
  });

  it('needs approval by name if it removes created resources', async () => {
    const world = await aFleetWorld(await place.database(), 2);
    const dated = { account: () => ({ baseUrl: 'http://127.0.0.1', surface: 'dated' as const }) };
    const fleet = await world.fleet(labelled('Tier'), dated);
    const rollout = await rolledOut(fleet, await fleet.plan(NOW));
    const revert = await fleet.revert(rollout, NOW);
    const [cluster] = await fleet.clusters(revert);
    expect(cluster).toMatchObject({ standing: 'risky', risks: ['property-removal'], accounts: 2 });
    expect(await fleet.approve(revert, { names: [], all: true, by: 'ann' })).toEqual([]);
    await rolledOut(fleet, revert);
    expect(await labels(world)).toEqual([undefined, undefined]);
  });

  it('finds the run of a killed worker, and a superseded worker writes nothing', async () => {
    const database = await place.database();
    const { world, fleet, rollout } = await renamed(2, database);
    await approved(fleet, rollout);
    const [[, claimed] = []] = await taken(database, rollout, 1);
    const [installation] = world.accounts;
    if (claimed === undefined || installation === undefined) throw new Error('there is one');
    const parts = { database, clock: systemClock, newId: randomUUID, timeoutMs: 60_000 };
    const working = {
      ...{ ...parts, transport: world.service.transport },
      prepared: prepare(parseProject([{ path: 'trueup.yaml', text: `version: 1\n${labelled('Level')}` }])),
      installations: { find: async (hubId: number) => ({ ...installation, hubId }), list: async () => [] },
      account: () => ({ baseUrl: 'http://127.0.0.1' }),
      tokens: (hubId: number) => async () => tokenOf(hubId),
    };
    const writes = (await world.writes(claimed.hub_id)).length;
    const late = await runTarget({ ...claimed, attempt: claimed.attempt - 1 }, working);
    expect(late).toMatchObject({ result: { kind: 'put-off', because: 'busy' }, run: null });
    expect(late.message).toBe(`Account ${claimed.hub_id} was given to another worker.`);
    expect((await world.writes(claimed.hub_id)).length).toBe(writes);

    // The worker finished the account, but ended before it could report the result.
    const ran = await runTarget(claimed, working);
    expect(ran.result).toEqual({ kind: 'applied' });
    await fleet.pause(rollout);
    await expect(fleet.revert(rollout)).rejects.toMatchObject({
      code: 'rollout-refused',
      message: 'The rollout is paused, and 1 account of it is still being run, so it cannot be reverted.',
    });
    await forget(database);
    const revert = await rolledOut(fleet, await fleet.revert(rollout, NOW));
    expect(await fleet.read.account(rollout, claimed.hub_id)).toMatchObject({ state: 'approved', runs: [ran.run] });
    expect((await fleet.status(revert)).states).toEqual({ applied: 1 });
    expect(await labels(world)).toEqual(['Tier', 'Tier']);
  });

  it('plans again after an open call is settled, and changes only approved resources', async () => {
    const { world, fleet, rollout } = await renamed(1, await place.database());
    await approved(fleet, rollout);
    let isAway = false;
    const { transport } = world.service;
    const cut = await world.fleet(labelled('Level'), {
      transport: {
        close: () => transport.close(),
        async send(request) {
          if (isAway) throw new TransportError('unreachable', 'The network is down.', { sent: 'no' });
          isAway = request.method !== 'GET' && request.url.includes('/properties/');
          const reply = await transport.send(request);
          if (isAway) throw new TransportError('unreachable', 'The network is down.', { sent: 'maybe' });
          return reply;
        },
      },
    });
    await cut.work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'stopped', states: { uncertain: 1 } });
    const first = await fleet.revert(rollout, NOW);
    expect(await fleet.clusters(first)).toMatchObject([{ standing: 'empty' }]);
    await rolledOut(fleet, first);
    expect((await fleet.status(first)).states).toEqual({ moved: 1 });
    expect(await labels(world)).toEqual(['Level']);
    const second = await rolledOut(fleet, await fleet.revert(rollout, NOW));
    expect((await fleet.status(second)).states).toEqual({ applied: 1 });
    expect(await labels(world)).toEqual(['Tier']);
  });

  it('ends the reverted rollout, which cannot be resumed or retried until an abort', async () => {
    const database = await place.database();
    const { world, fleet, rollout } = await renamed(4, database);
    await approved(fleet, rollout);
    const stop = new AbortController();
    const working = fleet.work({ slots: 1, signal: stop.signal });
    while (((await fleet.status(rollout)).states.applied ?? 0) < 1) await systemClock.sleep(5);
    stop.abort();
    await working;
    await fleet.pause(rollout);
    const seen = await rolloutNamed(database, rollout);
    expect(seen.reverted_by).toBeNull();
    const first = await fleet.revert(rollout, NOW);
    const found = { rollout: first, phase: 'review' };
    expect(await fleet.status(rollout)).toMatchObject({ revertedBy: found, waitsFor: { what: 'person' } });
    expect((await fleet.read.rollouts()).map(({ revertedBy }) => revertedBy)).toContainEqual(found);
    const refused = {
      code: 'rollout-refused',
      message: expect.stringContaining(`Rollout ${first} puts the rollout back`),
    };
    await expect(fleet.resume(rollout)).rejects.toMatchObject(refused);
    await expect(fleet.retry(rollout)).rejects.toMatchObject(refused);

    expect(await askOnce(database, seen, 'resume')).toBeUndefined();

    await fleet.abort(first);
    await fleet.resume(rollout);
    const about = { kind: 'revert', reverts: rollout, selected: null, digest: null, thresholds: {} } as const;
    const late = await createRollout({}, about, { database, newId: randomUUID });
    await expect(rolloutNamed(database, late)).rejects.toMatchObject({ code: 'rollout-unknown' });
    await fleet.pause(rollout);
    const second = await rolledOut(fleet, await fleet.revert(rollout, NOW));
    expect((await fleet.status(rollout)).revertedBy).toEqual({ rollout: second, phase: 'done' });
    await expect(fleet.resume(rollout)).rejects.toMatchObject({ hint: 'Abort it, and plan the fleet again.' });
    await fleet.abort(rollout);
    expect(await labels(world)).toEqual(Array(4).fill('Tier'));
  });

  it('is refused while the rollout is under way, and where it changed nothing', async () => {
    const { fleet, rollout } = await renamed(1, await place.database());
    await expect(fleet.revert(rollout)).rejects.toMatchObject({
      code: 'rollout-refused',
      message: 'The rollout is review, so it cannot be reverted.',
    });
    await fleet.abort(rollout);
    await expect(fleet.revert(rollout)).rejects.toMatchObject({
      message: 'The rollout has changed no account, so it cannot be reverted.',
    });
  });
});
