import { expect, test } from 'vitest';
import type { HttpRequest, Transport } from '../../src/contract/http.ts';
import { NOTHING, type Schema } from '../laws/schema.ts';
import { aWorld, converge, watched } from '../laws/world.ts';

const LIMIT = { from: 'contacts', to: 'companies', category: 'SERVICE_DEFINED', typeId: 279 } as const;
const limited = (maxToObjectIds: number): Schema => ({ ...NOTHING, limits: [{ ...LIMIT, maxToObjectIds }] });

test('the old value is written again after a lost reply and a refusal', async () => {
  const world = await aWorld();
  await converge(world.reconciler(limited(5)), []);
  world.service.faults.add({ do: 'drop-after', endpoint: 'updateAssociationLimits' });
  world.service.faults.add({ do: 'status', status: 403, endpoint: 'updateAssociationLimits', nth: 2, times: 2 });
  const { result } = await converge(world.reconciler(limited(8)), []);
  expect(result.outcomes.map(({ status }) => status)).toEqual(['uncertain']);
  expect((await world.snapshot()).limits).toEqual([{ ...LIMIT, maxToObjectIds: 8 }]);

  world.service.faults.clear();
  const back = await converge(world.reconciler(limited(5)), []);
  expect(back.plan.changes).toMatchObject([{ action: 'update', because: 'value-unknown' }]);
  expect((await world.snapshot()).limits).toEqual([{ ...LIMIT, maxToObjectIds: 5 }]);
  await world.close();
});

test('a refused repetition of an open call drops its recorded value', async () => {
  const world = await aWorld();
  await converge(world.reconciler(limited(5)), []);
  world.service.faults.add({ do: 'drop-after', endpoint: 'updateAssociationLimits' });
  world.service.faults.add({ do: 'status', status: 403, endpoint: 'updateAssociationLimits', nth: 2, times: 3 });
  await converge(world.reconciler(limited(8)), []);

  // The file goes back to the old value; recovery is refused as well, so only a write can tell.
  const back = await converge(world.reconciler(limited(5)), []);
  expect(back.result.findings.map(({ code }) => code)).toEqual(['intention-refused']);
  await converge(world.reconciler(limited(5)), []);
  expect((await world.snapshot()).limits).toEqual([{ ...LIMIT, maxToObjectIds: 5 }]);
  expect((await world.reconciler(limited(5)).ledger.read()).intentions).toEqual([]);
  await world.close();
});

test.each<[string, Schema, 'limit-purge' | undefined]>([
  ['declared again', limited(5), 'limit-purge'],
  ['not consented to any more', NOTHING, undefined],
])('an open purge of a limit that is %s is not repeated behind the plan', async (_, declared, risk) => {
  const world = await aWorld();
  await converge(world.reconciler(limited(5)), []);
  // The purge has no effect and gets no answer.
  world.service.faults.add({ do: 'drop-before', endpoint: 'purgeAssociationLimits', times: 'always' });
  const lost = await converge(world.reconciler(NOTHING), ['limit-purge']);
  expect(lost.result.outcomes.map(({ status }) => status)).toEqual(['uncertain']);

  world.service.faults.clear();
  const { result } = await converge(world.reconciler(declared), risk === undefined ? [] : [risk]);
  expect(result.findings).toMatchObject([{ code: 'intention-still-open' }]);
  expect((await world.snapshot()).limits).toEqual([{ ...LIMIT, maxToObjectIds: 5 }]);

  // With the consent it is the plan's own change again, and is made.
  await converge(world.reconciler(NOTHING), ['limit-purge']);
  expect((await world.snapshot()).limits).toEqual([]);
  await world.close();
});

test('a lost call stays open until the service can be reached again', async () => {
  const world = await aWorld();
  const group = { objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' };
  const declared = { ...NOTHING, groups: [group] };
  let down = false;
  const transport = watched(world.service.transport, (_, path) => {
    if (path.startsWith('POST')) down = true;
  });
  world.service.faults.add({ do: 'drop-after', endpoint: 'createGroup' });
  world.service.faults.add({ do: 'drop-before', nth: 4, times: 'always' });
  const { result } = await converge(world.reconciler(declared, { transport }), []);
  expect([down, result.outcomes.map(({ status }) => status)]).toEqual([true, ['uncertain']]);
  expect((await world.reconciler(declared).ledger.read()).intentions).toHaveLength(1);

  world.service.faults.clear();
  const next = await converge(world.reconciler(declared), []);
  expect((await world.reconciler(declared).plan()).calls).toEqual([]);
  expect(next.result.outcomes.filter(({ status }) => status !== 'applied')).toEqual([]);
  expect((await world.snapshot()).groups['contacts']?.filter(({ name }) => name === 'loyalty')).toHaveLength(1);
  await world.close();
});

test('a create behind a 502 stays open, and the next apply records it', async () => {
  const world = await aWorld();
  const { transport } = world.service;
  const tier = { objectType: 'contacts', groupName: 'contactinformation', name: 'tier', label: 'Tier' };
  const declared = { ...NOTHING, properties: [{ ...tier, type: 'string', fieldType: 'text' }] };
  const kept: HttpRequest[] = [];
  const relay: Transport = {
    async send(request, options) {
      if (request.method !== 'POST') return transport.send(request, options);
      kept.push(request);
      return { status: 502, headers: { 'content-type': 'text/html' }, body: '<p>Bad gateway</p>' };
    },
    close: () => transport.close(),
  };
  const { result } = await converge(world.reconciler(declared, { transport: relay }), []);
  expect(result.outcomes).toMatchObject([
    { status: 'uncertain', message: expect.stringContaining('A read shows no effect yet; it may still take effect.') },
  ]);
  expect(kept).toHaveLength(1);
  for (const request of kept) await transport.send(request);

  const next = await converge(world.reconciler(declared), []);
  expect(next.result.findings.map(({ code }) => code)).toEqual(['intention-settled']);
  const { records, intentions } = await world.reconciler(declared).ledger.read();
  expect(intentions).toEqual([]);
  expect(records['property:contacts/tier']).not.toHaveProperty('found');
  expect(records['property:contacts/tier']).toMatchObject({ basis: 'observed' });
  await world.close();
});
