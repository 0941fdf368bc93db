import { afterEach, beforeEach, expect, test } from 'vitest';
import { aWorld, converge, ENV } from '../../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../../dated-world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
});
afterEach(() => world.close());

const ADDRESS = 'association-limit:contacts/companies/SERVICE_DEFINED/279';
const declared = (...limits: string[]) =>
  world.project(`associationLimits: [{ from: contacts, to: companies, limits: [${limits.join(', ')}] }]\n`);
const LIMIT = { from: 'contacts', to: 'companies', category: 'SERVICE_DEFINED', typeId: 279 };
const limits = async () => (await world.snapshot()).limits;

test.each(['SERVICE_DEFINED', 'HUBSPOT_DEFINED'])(
  '%s is sent as the surface spells it, and read back as declared',
  async (category) => {
    const reconciler = declared(`{ category: ${category}, typeId: 279, maxToObjectIds: 3 }`);
    const { plan, result } = await converge(reconciler, []);
    expect(plan.changes).toMatchObject([{ address: ADDRESS, action: 'create', because: 'missing', basis: 'observed' }]);
    expect(plan.calls).toMatchObject([
      {
        endpoint: 'updateDatedLimits',
        body: { inputs: [{ category: 'HUBSPOT_DEFINED', typeId: 279, maxToObjectIds: 3 }] },
      },
    ]);
    expect(result.summary).toMatchObject({ applied: 1 });
    expect(await limits()).toEqual([{ ...LIMIT, maxToObjectIds: 3 }]);
    await world.called();
    expect((await reconciler.plan()).changes).toMatchObject([{ action: 'keep', basis: 'observed' }]);
    expect(await world.called()).toEqual(['readAssociationLimits']);
  },
);

test('a limit that a colleague changed or deleted is drift, and is set again', async () => {
  const reconciler = declared('{ typeId: 279, maxToObjectIds: 5 }', '{ category: WORK, typeId: 7, maxToObjectIds: 2 }');
  await converge(reconciler, []);
  await world.service.admin(1001).setLimit(LIMIT, 9);
  await world.service.admin(1001).deleteLimit({ ...LIMIT, category: 'WORK', typeId: 7 });
  expect((await reconciler.drift()).resources.map(({ address, status }) => [address, status])).toEqual([
    [ADDRESS, 'drifted'],
    ['association-limit:contacts/companies/WORK/7', 'gone'],
  ]);
  const { plan } = await converge(reconciler, []);
  expect(plan.calls).toHaveLength(1);
  expect((await limits()).map(({ maxToObjectIds }) => maxToObjectIds)).toEqual([5, 2]);
});

test('a limit is purged with consent, in a batch of its own, and is gone', async () => {
  await converge(
    declared('{ typeId: 279, maxToObjectIds: 5 }', '{ category: HUBSPOT_DEFINED, typeId: 7, maxToObjectIds: 2 }'),
    [],
  );
  const { plan, result } = await converge(declared('{ typeId: 279, maxToObjectIds: 5 }'), ['limit-purge']);
  expect(plan.calls).toMatchObject([
    { endpoint: 'purgeDatedLimits', body: { inputs: [{ category: 'HUBSPOT_DEFINED', typeId: 7 }] } },
  ]);
  expect(result.summary).toMatchObject({ applied: 1 });
  expect((await limits()).map(({ typeId }) => typeId)).toEqual([279]);
});

test.each(['updateDatedLimits', 'purgeDatedLimits'] as const)('a lost reply to %s is read back', async (endpoint) => {
  await converge(
    declared('{ typeId: 279, maxToObjectIds: 5 }', '{ category: HUBSPOT_DEFINED, typeId: 7, maxToObjectIds: 2 }'),
    [],
  );
  world.service.faults.add({ do: 'drop-after', endpoint, times: 'always' });
  const kept = endpoint === 'updateDatedLimits' ? 6 : 5;
  const { result } = await converge(declared(`{ typeId: 279, maxToObjectIds: ${kept} }`), ['limit-purge']);
  const status = result.outcomes.map((outcome) => outcome.status);
  expect(new Set(status)).toEqual(new Set(['applied']));
  expect(await limits()).toEqual([{ ...LIMIT, maxToObjectIds: kept }]);
  expect((await declared(`{ typeId: 279, maxToObjectIds: ${kept} }`).ledger.read()).intentions).toEqual([]);
});

const HIGH = '{ category: HUBSPOT_DEFINED, typeId: 7, maxToObjectIds: 9 }';
const LOW = '{ category: HUBSPOT_DEFINED, typeId: 8, maxToObjectIds: 1 }';
const typeIds = async () => (await limits()).map(({ typeId }) => typeId);
const byType = (outcomes: readonly { readonly address: string; readonly status: string }[]) =>
  Object.fromEntries(outcomes.map(({ address, status }) => [address.split('/').at(-1), status]));

test('an input that the service refuses fails alone, after the pair was read back', async () => {
  await world.service.admin(1001).setLimit(LIMIT, 5);
  await world.called();
  const { result } = await converge(declared(HIGH, LOW), []);
  expect(byType(result.outcomes)).toEqual({ 7: 'failed', 8: 'applied' });
  expect(result.outcomes.find(({ status }) => status === 'failed')?.message).toContain(
    'maxToObjectIds must be from 1 to 5',
  );
  expect(await typeIds()).toEqual([8, 279]);
  const called = await world.called();
  expect(called.slice(called.indexOf('updateDatedLimits') + 1)[0]).toBe('readAssociationLimits');
});

/** The reply of the service, with an error for the limit 7 in place of what became of it. */
function answering(change: (body: { results?: { typeId: number }[] }) => object) {
  const { transport } = world.service;
  return {
    ...transport,
    async send(...[request, options]: Parameters<typeof transport.send>) {
      const reply = await transport.send(request, options);
      return /batch/.test(request.url)
        ? { ...reply, status: 200, body: JSON.stringify(change(JSON.parse(reply.body))) }
        : reply;
    },
  };
}
const odd = (text: string, change: Parameters<typeof answering>[0]) =>
  world.reconciler([{ path: 'trueup.yaml', text }], {
    env: { ...ENV, TRUEUP_SURFACE: 'dated' },
    transport: answering(change),
  });
const textOf = (...all: string[]) =>
  `version: 1\nassociationLimits: [{ from: contacts, to: companies, limits: [${all.join(', ')}] }]\n`;
const seven = { status: 'error', message: 'Not this one.', context: { typeId: ['7'] } };

test('an error for an applied input is ignored after a read', async () => {
  const reconciler = odd(textOf(HIGH, LOW), ({ results = [], ...body }) => ({
    ...body,
    results: results.filter(({ typeId }) => typeId !== 7),
    numErrors: 1,
    errors: [seven],
  }));
  const { result } = await converge(reconciler, []);
  expect(byType(result.outcomes)).toEqual({ 7: 'applied', 8: 'applied' });
  expect((await declared(HIGH, LOW).plan()).summary).toMatchObject({ keep: 2 });
  expect(Object.keys((await reconciler.ledger.read()).records)).toHaveLength(2);
});

test('a limit that the reply leaves out is read back', async () => {
  const single = '{ typeId: 279, maxToObjectIds: 3 }';
  const { result } = await converge(
    odd(textOf(single), (body) => ({ ...body, results: [] })),
    [],
  );
  expect(result.outcomes).toMatchObject([
    { status: 'applied', message: 'Done: no reply confirmed it, but a read shows the planned values.' },
  ]);
  expect((await declared(single).plan()).calls).toEqual([]);
});

test('a limit missing in the reply is uncertain, and the next apply repeats it', async () => {
  const both = await aWorld();
  const files = (text: string) => [{ path: 'trueup.yaml', text }];
  await converge(both.reconciler(files(textOf(HIGH.replace('9', '5'), LOW))), []);
  const { transport } = both.service;
  const halved = {
    ...transport,
    async send(...[request, options]: Parameters<typeof transport.send>) {
      const reply = await transport.send(request, options);
      if (!/batch/.test(request.url)) return reply;
      const { results, ...body } = JSON.parse(reply.body);
      return { ...reply, body: JSON.stringify({ ...body, results: results.slice(1) }) };
    },
  };
  const higher = textOf(HIGH, LOW.replace('Ids: 1', 'Ids: 2'));
  const { result } = await converge(both.reconciler(files(higher), { transport: halved }), []);
  expect(byType(result.outcomes)).toEqual({ 7: 'uncertain', 8: 'applied' });
  // The account has 9: a plan that goes back to 5 must not find it in sync.
  const back = both.reconciler(files(textOf(HIGH.replace('9', '5'), LOW.replace('Ids: 1', 'Ids: 2'))));
  expect((await converge(back, [])).result.summary).toMatchObject({ applied: 1 });
  expect((await both.snapshot()).limits.map(({ maxToObjectIds }) => maxToObjectIds)).toEqual([5, 2]);
  await both.close();
});

test('an unspecific error of a purge is resolved by a read of each limit', async () => {
  await converge(declared('{ typeId: 279, maxToObjectIds: 9 }', HIGH, LOW), []);
  const text = textOf('{ typeId: 279, maxToObjectIds: 9 }');
  const { result } = await converge(
    odd(text, (body) => ({ ...body, numErrors: 1, errors: [{ status: 'error', message: 'Something.' }] })),
    ['limit-purge'],
  );
  expect(byType(result.outcomes)).toEqual({ 7: 'applied', 8: 'applied' });
  expect(await typeIds()).toEqual([279]);
});

test('a canceled batch is settled by a read', async () => {
  const canceled = odd(textOf(HIGH, LOW), (body) => ({ ...body, status: 'CANCELED', results: [] }));
  const { result } = await converge(canceled, []);
  expect(byType(result.outcomes)).toEqual({ 7: 'applied', 8: 'applied' });
  expect((await canceled.ledger.read()).intentions).toEqual([]);
});

test('a refused batch has failed, and the next plan shows its effects', async () => {
  world.service.faults.add({ do: 'status-after-commit', status: 400, endpoint: 'updateDatedLimits' });
  const { result } = await converge(declared(HIGH, LOW), []);
  expect(byType(result.outcomes)).toEqual({ 7: 'failed', 8: 'failed' });
  await converge(declared(HIGH, LOW), []);
  expect((await declared(HIGH, LOW).plan()).summary).toMatchObject({ keep: 2 });

  world.service.faults.add({ do: 'status', status: 400, endpoint: 'updateDatedLimits' });
  const refused = await converge(declared(HIGH.replace('9', '8'), LOW.replace('Ids: 1', 'Ids: 2')), []);
  expect(byType(refused.result.outcomes)).toEqual({ 7: 'failed', 8: 'failed' });
  expect((await declared(HIGH, LOW).drift()).summary).toMatchObject({ inSync: 2 });
});

test('an account that changes its surface has nothing to do, in either direction', async () => {
  const both = await aWorld('dated', false);
  const files = [{ path: 'trueup.yaml', text: textOf('{ typeId: 279, maxToObjectIds: 9 }', LOW) }];
  const on = (surface: string) => both.reconciler(files, { env: { ...ENV, TRUEUP_SURFACE: surface } });
  for (const [first, second] of [
    ['documented', 'dated'],
    ['dated', 'documented'],
  ] as const) {
    await converge(on(first), []);
    expect((await on(second).plan()).summary).toMatchObject({ keep: 2, create: 0, update: 0, blocked: 0 });
  }
  await both.close();
});
