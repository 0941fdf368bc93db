/** Object schemas when calls fail: broken transports, stale reads, limits, and open calls of an earlier run. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TransportError } from '../../../../src/errors.ts';
import type { ReconcilerOptions } from '../../../../src/index.ts';
import { mortal } from '../../../laws/crash.ts';
import { converge, ledgerOn } from '../../../laws/world.ts';
import {
  ADDRESS,
  aSchemaWorld,
  BARE,
  FLEET,
  GROUPS,
  LABELS,
  LEAST,
  project,
  type SchemaWorld,
  SHOWN,
  WHOLE,
} from '../schema-world.ts';

let world: SchemaWorld;
beforeEach(async () => {
  world = await aSchemaWorld();
});
afterEach(() => world.close());

const PIPELINES =
  'pipelines: { refits: { label: Refits, stages: [{ id: r_open, label: Open }, { id: r_done, label: Done, state: CLOSED }] } }';
const EVERYTHING = project(`${LABELS}, ${SHOWN}`, GROUPS, PIPELINES);
const KEPT = { create: 0, update: 0, blocked: 0, calls: { write: 0 } };
const NEVER = { at: Number.POSITIVE_INFINITY, how: 'before' } as const;

/** Applies until nothing is left, and checks that each resource exists once. */
async function expectConverged(text: string, keep: number) {
  for (let round = 0; round < 3; round += 1) await converge(world.project(text), []);
  expect((await world.project(text).plan()).summary).toMatchObject({ keep, ...KEPT });
  expect(await world.boats()).toMatchObject([{ archived: false, labels: { singular: 'Boat' } }]);
  const ledger = await world.project(text).ledger.read();
  expect(ledger.intentions).toEqual([]);
  expect(ledger.records[ADDRESS]?.id).toBe((await world.boats())[0]?.id);
}

const creates = async () => (await world.service.calls()).filter(({ endpoint }) => endpoint === 'createDatedSchema');

describe('an apply whose process dies', () => {
  /** Requests and disk writes of the whole apply. */
  const STEPS = 32;

  it.each(Array.from({ length: STEPS }, (_, index) => [index + 1, index % 2 === 0 ? 'before' : 'after'] as const))(
    'at step %i, %s it, is finished by the next ones, with one create',
    async (at, how) => {
      const plan = await world.project(EVERYTHING).plan();
      const { transport, disk, died, rest } = mortal(world.service.transport, world.disk, { at, how });
      const ledger = ledgerOn(disk, world.clock, world.newId);
      const run = world.project(EVERYTHING, { transport, ledger }).apply(plan, { skipBlocked: true });
      await Promise.race([run.catch(() => undefined), died]);
      await rest();
      await expectConverged(EVERYTHING, 5);
      expect(await creates()).toHaveLength(1);
    },
  );

  it('has this many steps', async () => {
    const { transport, disk, steps } = mortal(world.service.transport, world.disk, NEVER);
    const reconciler = world.project(EVERYTHING, { transport, ledger: ledgerOn(disk, world.clock, world.newId) });
    await reconciler.apply(await reconciler.plan());
    expect(steps()).toBe(STEPS);
  });
});

describe('an apply whose network breaks for good', () => {
  const broken = (from: number): Partial<ReconcilerOptions> => {
    const { transport } = world.service;
    let count = 0;
    return {
      transport: {
        ...transport,
        send: (request, options) => {
          if (request.method !== 'GET') count += 1;
          if (count < from) return transport.send(request, options);
          return Promise.reject(new TransportError('network', 'The connection broke.', { sent: 'maybe' }));
        },
      },
    };
  };

  // The first write only asks whose token it is.
  it.each([2, 3, 4, 5, 6])('is completed by the next applies after a break at write %i', async (from) => {
    const plan = await world.project(EVERYTHING).plan();
    const { outcomes } = await world.project(EVERYTHING, broken(from)).apply(plan, { skipBlocked: true });
    expect(outcomes.every(({ status }) => status === 'applied')).toBe(false);
    await expectConverged(EVERYTHING, 5);
    expect(await creates()).toHaveLength(1);
  });
});

/** Applies until the service has carried out the first write to this path. Its reply never arrives, as for a process that died. */
async function leftOpen(text: string, path: RegExp): Promise<void> {
  const plan = await world.project(text).plan();
  const { transport } = world.service;
  const died = Promise.withResolvers<void>();
  const never = new Promise<never>(() => undefined);
  const send: typeof transport.send = async (request, options) => {
    const reply = await transport.send(request, options);
    if (request.method === 'GET' || !path.test(request.url)) return reply;
    died.resolve();
    return never;
  };
  void world
    .project(text, { transport: { ...transport, send } })
    .apply(plan, { concurrency: 1 })
    .catch(died.reject);
  await died.promise;
}

describe('an open call of an earlier run', () => {
  it.each([
    ['createDatedGroup', /\/groups$/],
    ['createDatedProperties', /\/batch\/create$/],
    ['createPipeline', /\/pipelines\//],
    ['updateDatedSchema', /\/schemas\/2-\d+$/],
  ] as const)('%s, whose plan had the fully qualified name, is settled by a read', async (endpoint, path) => {
    await leftOpen(EVERYTHING, path);
    const { intentions } = await world.project(EVERYTHING).ledger.read();
    expect(intentions.map(({ call }) => [call.endpoint, call.params['object_type']])).toEqual([
      [endpoint, '2-50000001'],
    ]);
    const { result } = await converge(world.project(EVERYTHING), []);
    expect(result.findings.map(({ code }) => code)).toContain('intention-settled');
    const named = (await world.service.calls()).filter((call) => call.endpoint === endpoint);
    expect(named).toHaveLength(1);
    await expectConverged(EVERYTHING, 5);
  });

  it('is settled by a read if it created the object', async () => {
    await leftOpen(EVERYTHING, /\/schemas$/);
    await expectConverged(EVERYTHING, 5);
    expect(await creates()).toHaveLength(1);
  });

  it('is not repeated if a colleague archived the object since', async () => {
    await leftOpen(EVERYTHING, /\/schemas$/);
    await world.admin().archiveSchema('boats');
    const before = await world.boats();
    for (let round = 0; round < 2; round += 1) await converge(world.project(EVERYTHING), []);
    expect(await creates()).toHaveLength(1);
    expect(await world.boats()).toEqual(before);
    const { changes } = await world.project(EVERYTHING).plan();
    expect(new Set(changes.map(({ action }) => action))).toEqual(new Set(['blocked']));
  });
});

describe('reads that lag', () => {
  it.each([1_000, 6_000, 14_000])('by %i ms in the list end in applied, and the second plan is empty', async (ms) => {
    world.service.faults.add({ do: 'read-lag', endpoint: 'listDatedSchemas', ms, times: 'always' });
    const first = await world.applied(WHOLE);
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set(['applied']));
    expect((await world.project(WHOLE).plan()).summary).toMatchObject({ keep: 4, ...KEPT });
    const later = project(`${FLEET}, ${SHOWN}`, GROUPS);
    expect(await world.applied(later)).toMatchObject([{ address: ADDRESS, status: 'applied' }]);
    expect((await world.project(later).plan()).summary).toMatchObject({ keep: 4, ...KEPT });
  });

  it('never use the single schema read, which lags by more than a minute', async () => {
    await world.applied(WHOLE);
    await world.applied(project(`${FLEET}, ${SHOWN}`, GROUPS));
    await world.project(WHOLE).drift();
    const called = await world.called();
    expect(called).not.toContain('readDatedSchema');
    expect(called).not.toContain('readDatedSchemas');
  });
});

describe('the limit of custom objects', () => {
  const objects = (count: number) =>
    `objects: { ${Array.from({ length: count }, (_, index) => `o${index}: { schema: { ${LABELS} } }`).join(', ')} }`;

  it('is a warning in the plan, and the refused object fails', async () => {
    await world.admin().addSchema({ ...LEAST, name: 'ships' });
    const { findings } = await world.project(objects(18)).plan();
    expect(findings).toEqual([]);
    const full = await world.project(objects(19)).plan();
    expect(full.findings).toMatchObject([
      {
        code: 'account-limit',
        severity: 'warning',
        message: 'The plan creates 19 object schemas. The account has 2 of at most 20.',
      },
    ]);
    const { summary } = await world.project(objects(19)).apply(full);
    expect(summary).toMatchObject({ applied: 18, failed: 1 });
  });

  it('is ignored if the token cannot read it', async () => {
    world.service.faults.add({ do: 'status', status: 403, endpoint: 'readObjectTypeLimit', times: 'always' });
    const plan = await world.project(BARE).plan();
    expect(plan).toMatchObject({ complete: true, applyable: true, summary: { create: 1 } });
    expect(await world.applied(BARE)).toMatchObject([{ status: 'applied' }]);
  });
});
