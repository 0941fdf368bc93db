import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../../src/contract/http.ts';
import { memoryDisk } from '../../../../src/ledger/memory-store.ts';
import { ENV, ledgerOn } from '../../../laws/world.ts';
import {
  aLabelsWorld,
  BILLING_AT,
  BOTH,
  type LabelsWorld,
  labelled,
  limited,
  MADE,
  OWNER,
  OWNER_AT,
  OWNER_LIMIT,
  OWNER_LIMIT_AT,
} from '../labels-world.ts';

let world: LabelsWorld;
beforeEach(async () => {
  world = await aLabelsWorld();
});
afterEach(() => world.close());

const filesOf = (text: string) => [{ path: 'trueup.yaml', text: `version: 1\n${text}` }];
const env = { ...ENV, TRUEUP_SURFACE: 'dated' };

describe('a project without its ledger', () => {
  const again = () => {
    const ledger = ledgerOn(memoryDisk(world.clock), world.clock, world.newId);
    return world.reconciler(filesOf(BOTH), { env, ledger });
  };

  it('leaves nameless labels alone, and takes them over five minutes later', async () => {
    await world.applied(BOTH);
    await world.called();
    const reconciler = again();
    const early = await reconciler.plan();
    expect(early).toMatchObject({ complete: false, calls: [] });
    expect(early.changes.map(({ address, action, because }) => [address, action, because])).toEqual([
      [BILLING_AT, 'blocked', 'unseen'],
      [OWNER_AT, 'blocked', 'unseen'],
      [OWNER_LIMIT_AT, 'keep', 'in-sync'],
    ]);
    expect(early.findings).toMatchObject([
      { code: 'label-name-unknown', severity: 'warning', address: BILLING_AT },
      { code: 'label-name-unknown', severity: 'warning', address: OWNER_AT },
    ]);
    await reconciler.apply(early, { skipBlocked: true });
    await world.untilNamed();
    const late = await reconciler.plan();
    expect(late).toMatchObject({ complete: true, calls: [], findings: [], summary: { keep: 3 } });
    await reconciler.apply(late);
    expect(await world.writes()).toEqual([]);
    expect((await reconciler.ledger.read()).records).toMatchObject({
      [BILLING_AT]: { id: '1/2', found: 'recorded' },
      [OWNER_AT]: { id: '3/4', found: 'recorded' },
    });
  });

  it('creates a label whose text no other label has', async () => {
    await world.admin().addLabel({ from: 'contacts', to: 'companies', label: 'Neighbour' });
    const { changes, findings } = await again().plan();
    expect(changes.map(({ action }) => action)).toEqual(['create', 'create', 'create']);
    expect(findings).toEqual([]);
  });
});

describe('a create of labels whose reply is lost', () => {
  it.each([[{ do: 'drop-after' }], [{ do: 'half-reply' }], [{ do: 'status-after-commit', status: 503 }]] as const)(
    'by %j is recognised by its texts, and recorded with its ids',
    async (fault) => {
      world.service.faults.add({ ...fault, endpoint: 'createAssociationLabel', times: 'always' });
      expect(await world.applied(BOTH)).toMatchObject([
        { address: BILLING_AT, status: 'applied' },
        { address: OWNER_AT, status: 'applied' },
        { address: OWNER_LIMIT_AT, status: 'applied' },
      ]);
      expect(await world.writes()).toEqual(['createAssociationLabel', 'createAssociationLabel', 'updateDatedLimits']);
      expect(await world.labels()).toEqual(MADE);
      expect(await world.limits()).toEqual(['contacts > companies Owner: 3']);
      const { records, intentions } = await world.project(BOTH).ledger.read();
      expect(records).toMatchObject({ [BILLING_AT]: { id: '1/2' }, [OWNER_AT]: { id: '3/4' } });
      expect(intentions).toEqual([]);
      world.service.faults.clear();
      expect((await world.project(BOTH).plan()).summary).toMatchObject({ keep: 3, calls: { write: 0 } });
    },
  );

  it('and that had no effect is a failure, and the next apply creates them', async () => {
    world.service.faults.add({ do: 'drop-before', endpoint: 'createAssociationLabel', times: 2 });
    expect(await world.applied(BOTH)).toMatchObject([
      { address: BILLING_AT, status: 'failed', message: expect.stringContaining('Reads show no effect of it.') },
      { address: OWNER_AT, status: 'failed' },
      { address: OWNER_LIMIT_AT, status: 'skipped' },
    ]);
    expect(await world.labels()).toEqual([]);
    expect((await world.project(BOTH).ledger.read()).records).toEqual({});
    expect(await world.applied(BOTH)).toMatchObject([
      { status: 'applied' },
      { status: 'applied' },
      { status: 'applied' },
    ]);
    expect(await world.labels()).toEqual(MADE);
  });

  it('is not repeated while a colleague has a new label with the same text', async () => {
    world.service.faults.add({ do: 'drop-after', endpoint: 'createAssociationLabel' });
    const reconciler = world.reconciler(filesOf(labelled(OWNER)), { env, transport: withColleague() });
    const [outcome] = (await reconciler.apply(await reconciler.plan())).outcomes;
    expect(outcome?.status).toBe('uncertain');
    for (let round = 0; round < 2; round += 1) await world.applied(labelled(OWNER));
    expect((await world.writes()).filter((endpoint) => endpoint === 'createAssociationLabel')).toHaveLength(1);
    await world.untilNamed();
    await world.applied(labelled(OWNER));
    const { records, intentions } = await world.project(labelled(OWNER)).ledger.read();
    expect([records, intentions]).toMatchObject([{ [OWNER_AT]: { fields: { label: 'Owner' } } }, []]);
    expect(await world.labels()).toHaveLength(4);
  });

  /** A colleague adds a label with the same text as soon as the create was sent. */
  function withColleague(): Transport {
    const { transport } = world.service;
    let isAdded = false;
    return {
      async send(request, options) {
        const isCreate = request.method === 'POST' && request.url.endsWith('/labels');
        const reply = transport.send(request, options);
        if (!isCreate || isAdded) return reply;
        isAdded = true;
        await reply.catch(() => undefined);
        await world.admin().addLabel({ from: 'contacts', to: 'companies', name: 'theirs', label: 'Owner' });
        return reply;
      },
      close: () => transport.close(),
    };
  }
});

describe('a process that dies between the intention and the reply', () => {
  it.each([
    ['before the create reached the service', false],
    ['after the create reached the service', true],
  ])('%s leaves a call that the next apply settles', async (_, arrives) => {
    const death = Promise.withResolvers<void>();
    const { transport } = world.service;
    const dying: Transport = {
      async send(request, options) {
        if (request.method !== 'POST' || !request.url.endsWith('/labels')) return transport.send(request, options);
        if (arrives) await transport.send(request, options);
        death.resolve();
        return new Promise(() => {});
      },
      close: () => transport.close(),
    };
    const text = `${labelled(OWNER)}${limited(OWNER_LIMIT)}`;
    const reconciler = world.reconciler(filesOf(text), { env, transport: dying });
    const plan = await reconciler.plan();
    await Promise.race([reconciler.apply(plan), death.promise]);
    expect(await world.labels()).toHaveLength(arrives ? 2 : 0);
    const outcomes = await world.applied(text);
    expect(outcomes.map(({ status }) => status)).toEqual(arrives ? ['applied'] : ['applied', 'applied']);
    expect((await world.writes()).filter((endpoint) => endpoint === 'createAssociationLabel')).toHaveLength(1);
    expect(await world.labels()).toEqual(['companies > contacts owner: Owner', 'contacts > companies owner: Owner']);
    expect(await world.limits()).toEqual(['contacts > companies Owner: 3']);
    const { records, intentions } = await world.project(text).ledger.read();
    expect([records, intentions]).toMatchObject([{ [OWNER_AT]: { id: '1/2' } }, []]);
    expect((await world.project(text).plan()).summary).toMatchObject({ keep: 2, calls: { write: 0 } });
  });
});
