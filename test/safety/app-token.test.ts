import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KNOWN_SCOPES } from '../../src/contract/scopes.ts';
import type { ReconcilerOptions } from '../../src/index.ts';
import { aWorld, type World } from '../laws/world.ts';
import { answering } from './replies.ts';

const NA1 = 'pat-na1-trueup-dev';
const EU1 = 'pat-eu1-trueup-dev';

/** Two object types; the webhooks of an app are out of reach of every private app. */
const FILES = [
  {
    path: 'trueup.yaml',
    text: `version: 1
accounts:
  default: { hubId: 1001, surface: documented, baseUrl: "http://127.0.0.1", auth: { accessToken: "\${env.TOKEN}" } }
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties:
          tier: { label: Tier, type: string, fieldType: text }
  deals:
    groups:
      sales:
        displayName: Sales
        properties:
          region: { label: Region, type: string, fieldType: text }
eventDefinitions:
  order_placed:
    properties:
      total: { label: Total, type: number }
associationLimits:
  - from: contacts
    to: companies
    limits:
      - { category: HUBSPOT_DEFINED, typeId: 279, maxToObjectIds: 3 }
`,
  },
];
const LISTS = ['listProperties', 'listProperties'];

const withToken = (world: World, token: string, more: Partial<ReconcilerOptions> = {}) =>
  world.reconciler(FILES, { env: { TOKEN: token }, ...more });
const endpointsOf = async (world: World, from = 0) =>
  (await world.service.calls()).slice(from).map(({ endpoint }) => endpoint);
const writesOf = async (world: World) =>
  (await world.service.calls()).filter(({ committed }) => committed).map(({ method, path }) => `${method} ${path}`);
/** Enough to plan, and to write nothing. */
const READS = ['crm.schemas.contacts.read', 'crm.schemas.deals.read'];
const aToken = async (world: World, scopes: readonly string[], text?: string) =>
  (await world.service.issueToken({ hubId: 1001, appId: 2001, scopes, ...(text && { accessToken: text }) }))
    .accessToken;
const countOf = async (world: World) => (await world.service.calls()).length;

test.each([NA1, EU1])('a private app’s token plans, applies and finds drift: %s', async (token) => {
  const world = await aWorld();
  const plan = await withToken(world, token).plan();
  expect(await endpointsOf(world)).toEqual(['readAccountDetails', 'readTokenInfo', ...LISTS]);
  expect(plan).toMatchObject({ account: { hubId: 1001 }, complete: true, applyable: true, findings: [] });
  const { summary } = await withToken(world, token).apply(plan);
  expect(summary).toEqual({ applied: 6, accepted: 0, skipped: 0, failed: 0, conflict: 0, uncertain: 0 });
  expect((await withToken(world, token).plan()).calls).toEqual([]);
  await world.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });
  const { resources } = await withToken(world, token).drift();
  expect(resources.filter(({ status }) => status === 'drifted')).toMatchObject([{ address: 'property:contacts/tier' }]);
  await world.close();
});

test('an OAuth token is asked about in one call at each operation, as before', async () => {
  const world = await aWorld();
  const reconciler = withToken(world, 'trueup-dev-token');
  const plan = await reconciler.plan();
  expect(await endpointsOf(world)).toEqual(['readAccessToken', ...LISTS]);
  const planned = await countOf(world);
  await reconciler.apply(plan);
  const asked = (await endpointsOf(world, planned)).filter((id) => /Access|Token|Details/.test(id ?? ''));
  expect(asked).toEqual(['readAccessToken']);
  await world.close();
});

test('a private app token with unknown scopes gets no scope warning', async () => {
  const world = await aWorld();
  world.service.faults.add({ endpoint: 'readTokenInfo', do: 'status', status: 404, times: 'always' });
  const plan = await withToken(world, await aToken(world, READS, 'pat-na1-reads-only')).plan();
  expect(plan).toMatchObject({ account: { hubId: 1001 }, complete: true, findings: [] });
  await world.close();
});

test('contradictory token info leaves the account unverified, in any spelling of its id', async () => {
  const world = await aWorld();
  const naming = (hubId: string) =>
    answering(world.service.transport, (reply) => ({
      ...reply,
      body: reply.body.replace('"hubId":1001', `"hubId":${hubId}`),
    }));
  for (const other of ['7007', '"7007"']) {
    await expect(withToken(world, NA1, { transport: naming(other) }).plan()).rejects.toMatchObject({
      code: 'account-unproven',
      message: expect.stringMatching(/ tells two accounts for the access token .*: 1001 and 7007\.$/),
    });
  }
  const plan = await withToken(world, NA1, { transport: naming('"1001"') }).plan();
  expect(plan.account.hubId).toBe(1001);
  await world.close();
});

test('nothing is read or written with a token of an unknown account', async () => {
  for (const token of [NA1, 'trueup-dev-token']) {
    const world = await aWorld();
    const plan = await withToken(world, token).plan();
    const before = await world.snapshot();
    const planned = await countOf(world);
    for (const endpoint of ['readAccountDetails', 'readTokenInfo', 'readAccessToken'] as const) {
      world.service.faults.add({ do: 'status', endpoint, status: 403, times: 'always' });
    }
    for (const saved of [false, true]) {
      await expect(withToken(world, token).apply(plan, { saved })).rejects.toMatchObject({
        name: 'AuthError',
        code: 'account-unproven',
      });
    }
    await expect(withToken(world, token).plan()).rejects.toMatchObject({ code: 'account-unproven' });
    await expect(withToken(world, token).drift()).rejects.toMatchObject({ code: 'account-unproven' });
    expect(await world.snapshot()).toEqual(before);
    expect(await writesOf(world)).toEqual([]);
    const asked = new Set(await endpointsOf(world, planned));
    expect([...asked].filter((id) => id === 'listProperties')).toEqual([]);
    await world.close();
  }
});

test('calls without a scope are warned of, made, and fail alone', async () => {
  const world = await aWorld();
  // Of the association limits it is known that a scope of any object type will do.
  const scopes = [...READS, 'crm.schemas.contacts.write', 'behavioral_events.event_definitions.read_write'];
  const reconciler = withToken(world, await aToken(world, scopes, 'pat-na1-contacts-only'));
  const plan = await reconciler.plan();
  const missing = {
    code: 'scope-missing',
    severity: 'warning',
    message: expect.stringMatching(
      /^POST \/properties\/v2\/deals\/groups \(c\d\), POST \/properties\/v2\/deals\/properties \(c\d\) need the scope crm\.schemas\.deals\.write, which the token does not have\.$/,
    ),
  };
  expect(plan).toMatchObject({ applyable: true, findings: [missing] });
  const { summary, outcomes } = await reconciler.apply(plan);
  expect(summary).toEqual({ applied: 4, accepted: 0, skipped: 1, failed: 1, conflict: 0, uncertain: 0 });
  expect(outcomes.filter(({ status }) => status !== 'applied')).toMatchObject([
    {
      address: 'property-group:deals/sales',
      status: 'failed',
      message: 'createGroup was refused with 403: One or more of the following scopes are required.',
      hint: 'Add this scope to the app or key, and authorize an OAuth app again: crm.schemas.deals.write.',
    },
    { address: 'property:deals/region', status: 'skipped' },
  ]);
  const written = await writesOf(world);
  expect(new Set(written).size).toBe(written.length);

  const again = await reconciler.plan();
  expect(again.calls.map(({ path }) => path)).toEqual([
    '/properties/v2/deals/groups',
    '/properties/v2/deals/properties',
  ]);
  const granted = withToken(world, await aToken(world, [...scopes, 'crm.schemas.deals.write'], 'pat-na1-deals-too'));
  expect((await granted.apply(again)).summary).toMatchObject({ applied: 2, failed: 0, skipped: 0 });
  expect((await granted.plan()).calls).toEqual([]);
  expect(await writesOf(world)).toEqual([
    ...written,
    'POST /properties/v2/deals/groups',
    'POST /properties/v2/deals/properties',
  ]);
  await world.close();
});

test('a saved plan is applied in part with a token of fewer scopes', async () => {
  const world = await aWorld();
  const plan = await withToken(world, NA1).plan();
  const narrow = withToken(world, await aToken(world, [...READS, 'crm.schemas.deals.write'], 'pat-na1-deals-only'));
  const { summary } = await narrow.apply(plan, { saved: true });
  // The group and the property of deals, and the limit.
  expect(summary).toMatchObject({ applied: 3, failed: 2, skipped: 1 });
  await world.close();
});

test('a key without read scopes blocks what its refused reads would show', async () => {
  const world = await aWorld();
  const scopes = ['crm.schemas.contacts.write', 'crm.schemas.deals.read', 'crm.schemas.deals.write'];
  const reconciler = withToken(world, await aToken(world, scopes, 'pat-na1-write-only'));
  const plan = await reconciler.plan();
  expect(plan.complete).toBe(false);
  expect(plan.findings.filter(({ code }) => code === 'read-failed')).toMatchObject([
    {
      message: expect.stringContaining('GET /properties/v2/contacts/properties failed'),
      hint: expect.stringContaining('One of these scopes should be enough: crm.schemas.contacts.read, '),
    },
  ]);
  const blocked = plan.changes.filter(({ action }) => action === 'blocked').map(({ address }) => address);
  expect(blocked).toEqual(['property-group:contacts/loyalty', 'property:contacts/tier']);
  const { summary } = await reconciler.apply(plan, { skipBlocked: true });
  expect(summary).toMatchObject({ applied: 3, failed: 1 });
  await world.close();
});

test('a rejected token of fetchToken is fetched again once as rejected', async () => {
  for (const stale of ['pat-na1-nobody-has-it', 'nobody-has-it']) {
    const world = await aWorld();
    const asked: boolean[] = [];
    let kept = stale;
    const fetchToken = async ({ rejected }: { readonly rejected: boolean }) => {
      asked.push(rejected);
      if (rejected) kept = NA1;
      return kept;
    };
    const reconciler = withToken(world, 'unused', { fetchToken });
    const { summary } = await reconciler.apply(await reconciler.plan());
    expect(summary).toMatchObject({ applied: 6, failed: 0 });
    expect(asked.filter(Boolean)).toEqual([true]);
    expect(asked.slice(0, 2)).toEqual([false, true]);
    await world.close();
  }
});

test('a fetchToken that only has stale tokens is asked twice and no more', async () => {
  for (const next of ['pat-na1-nobody-has-it', 'pat-na1-nor-this-one']) {
    const world = await aWorld();
    const asked: boolean[] = [];
    const fetchToken = async ({ rejected }: { readonly rejected: boolean }) => {
      asked.push(rejected);
      return rejected ? next : 'pat-na1-nobody-has-it';
    };
    await expect(withToken(world, 'unused', { fetchToken }).plan()).rejects.toMatchObject({
      code: 'token-unknown',
      message: 'The service at http://127.0.0.1 does not know the access token returned by fetchToken.',
    });
    expect(asked).toEqual([false, true]);
    await world.close();
  }
});

test('ledger and outcomes match the service with any scopes', async () => {
  const some = KNOWN_SCOPES.filter((scope) => /contacts|deals|behavioral/.test(scope));
  await fc.assert(
    fc.asyncProperty(fc.subarray(some), async (scopes) => {
      const world = await aWorld();
      const reconciler = withToken(world, await aToken(world, [...READS, ...scopes], 'pat-na1-some-scopes'));
      const plan = await reconciler.plan();
      const planned = await countOf(world);
      const { summary, outcomes } = await reconciler.apply(plan);
      const sent = (await world.service.calls())
        .slice(planned)
        .filter(({ endpoint }) => /^(create|update)/.test(endpoint ?? ''));
      const paths = sent.map(({ path }) => path);
      expect(paths).toEqual([...new Set(paths)]);
      const refusals = sent.filter(({ status }) => status === 403).map(({ path }) => path);
      // Every refused call had a warning or waited for a call with a warning.
      const warned = plan.findings.flatMap(({ code, message }) => (code === 'scope-missing' ? [message] : []));
      expect(refusals.filter((path) => !warned.some((message) => message.includes(path)))).toEqual([]);
      expect([summary.failed, summary.applied]).toEqual([refusals.length, sent.length - refusals.length]);
      const records = Object.keys((await reconciler.ledger.read()).records).toSorted();
      const applied = outcomes.flatMap(({ address, status }) => (status === 'applied' ? [address] : []));
      expect(records).toEqual(applied.toSorted());
      const next = (await reconciler.plan()).changes.flatMap(({ address, action }) =>
        action === 'keep' ? [] : [address],
      );
      expect(next.toSorted()).toEqual(
        plan.changes
          .map(({ address }) => address)
          .filter((address) => !records.includes(address))
          .toSorted(),
      );
      await world.close();
    }),
    { numRuns: 25 },
  );
});
