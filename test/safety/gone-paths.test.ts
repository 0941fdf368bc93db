import { expect, test } from 'vitest';
import { createReconciler, memoryStore, parseProject } from '../../src/index.ts';
import { createService } from '../../src/service/index.ts';
import { aWorld, ENV } from '../laws/world.ts';
import { counting, testClock } from '../ledger/clock.ts';

const FILES = [
  {
    path: 'trueup.yaml',
    text: `version: 1
associationLimits:
  - { from: contacts, to: companies, limits: [{ category: HUBSPOT_DEFINED, typeId: 279, maxToObjectIds: 5 }] }
eventDefinitions: { order_placed: { properties: { total: { label: Total, type: number } } } }
`,
  },
];
const ADDRESSES = [
  'event-definition-property:order_placed/total',
  'association-limit:contacts/companies/SERVICE_DEFINED/279',
];
const PAT = { ...ENV, TRUEUP_ACCESS_TOKEN: 'pat-na1-trueup-dev' };

test('a write to a path that is gone is settled on the dated surface', async () => {
  const world = await aWorld();
  const { transport } = world.service;
  const gone: typeof transport = {
    ...transport,
    send: async (request, options) =>
      request.method === 'POST' && /\/(v3|v4)\//.test(request.url)
        ? { status: 404, headers: { 'content-type': 'text/html' }, body: '<html><title>404</title></html>' }
        : transport.send(request, options),
  };
  const documented = world.reconciler(FILES, { env: PAT, transport: gone });
  const { outcomes } = await documented.apply(await documented.plan());
  expect(outcomes).toEqual(
    ADDRESSES.map((address) =>
      expect.objectContaining({
        address,
        status: 'uncertain',
        message: expect.stringContaining('The service may no longer have this path, or a proxy replied.'),
        hint: expect.stringContaining(
          'Set `surface: dated` for the account. TRUEUP_SURFACE=dated counts only if the account names no surface.',
        ),
      }),
    ),
  );
  const dated = () => world.reconciler(FILES, { env: { ...PAT, TRUEUP_SURFACE: 'dated' } });
  const reconciler = dated();
  const { summary, settled } = await reconciler.apply(await reconciler.plan());
  expect([summary, settled]).toEqual([expect.objectContaining({ applied: 2, failed: 0, uncertain: 0 }), 2]);
  const after = await dated().plan();
  expect([after.calls, after.open]).toEqual([[], undefined]);
  const writes = (await world.service.calls()).filter(({ method, status }) => method === 'POST' && status !== 404);
  expect(
    writes
      .filter(({ endpoint }) => /^(create|update)/.test(endpoint ?? ''))
      .map(({ endpoint }) => endpoint)
      .toSorted(),
  ).toEqual(['createDatedEventProperty', 'updateDatedLimits']);
  await world.close();
});

test('a token is refused if only a path that is gone proves its account', async () => {
  const service = await createService({ rateLimit: false, sunset: true });
  const { accessToken } = service.development;
  const reconciler = createReconciler({
    config: parseProject(FILES),
    env: { ...ENV, TRUEUP_ACCESS_TOKEN: accessToken },
    ledger: memoryStore({ name: 'default', clock: testClock(), newId: counting('i') }),
    transport: service.transport,
  });
  await expect(reconciler.plan()).rejects.toMatchObject({
    code: 'account-unproven',
    hint: expect.stringContaining('surface: dated'),
  });
  await service.close();
});
