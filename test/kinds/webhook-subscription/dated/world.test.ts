// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../../src/client/index.ts';
import type { HttpReply, Transport } from '../../../../src/contract/http.ts';
import { secret } from '../../../../src/contract/secret.ts';
import type { ReconcilerOptions } from '../../../../src/index.ts';
import { aWorld, type World } from '../../../laws/world.ts';

const PAT = 'pat-na1-trueup-dev';
const KEY = 'trueup-dev-developer-key';
const CREATED = 'webhook-subscription:2001/contact.creation';
const SUMMARY = { applied: 0, accepted: 0, skipped: 0, failed: 0, conflict: 0, uncertain: 0 };
const LIST = 'GET /webhooks/2026-03/2001/subscriptions';

const WITH_KEY = 'apps: { "2001": { developerKey: "${env.APP_KEY}" } }\n';
const project = (subscriptions: string, { surface = 'dated', apps = WITH_KEY } = {}) => [
  {
    path: 'trueup.yaml',
    text: `version: 1
accounts:
  default: { hubId: 1001, baseUrl: "http://127.0.0.1", surface: ${surface}, auth: { accessToken: "\${env.TOKEN}" } }
${apps}webhooks:
  - appId: 2001
    subscriptions: [${subscriptions}]
associationLimits:
  - { from: contacts, to: companies, limits: [{ category: HUBSPOT_DEFINED, typeId: 279, maxToObjectIds: 1 }] }
`,
  },
];
const ON = '{ eventType: contact.creation }';
const OFF = '{ eventType: contact.creation, active: false }';
const BOTH = `${ON}, { eventType: deal.creation }`;

async function aDatedWorld() {
  const world = await aWorld();
  onTestFinished(() => world.close());
  const env = { TOKEN: PAT, APP_KEY: KEY };
  const open = (files: ReturnType<typeof project>, more: Partial<ReconcilerOptions> = {}) =>
    world.reconciler(files, { env, ...more });
  return { world, open, colleague: aColleague(world) };
}

/** Client of a colleague with the key of the app. */
function aColleague({ service, clock }: World) {
  const developerKeys = new Map([['2001', secret(KEY)]]);
  return createClient({ baseUrl: 'http://127.0.0.1', transport: service.transport, clock, developerKeys });
}

const changesOf = ({ changes }: { readonly changes: readonly { readonly kind: string }[] }) =>
  changes.filter(({ kind }) => kind === 'webhook-subscription');

test('subscriptions are created, listed once for the app, and kept', async () => {
  const { world, open } = await aDatedWorld();
  const { plan, apply, ledger } = open(project(BOTH));
  expect((await apply(await plan())).summary).toMatchObject({ applied: 3, failed: 0 });
  const ids = (await world.snapshot()).subscriptions.map(({ id }) => String(id));
  expect(Object.values((await ledger.read()).records).flatMap(({ id }) => id ?? [])).toEqual(
    expect.arrayContaining(ids),
  );
  const before = (await world.service.calls()).length;
  expect((await plan()).summary).toMatchObject({ create: 0, update: 0, keep: 3, blocked: 0 });
  const reads = (await world.service.calls()).slice(before).map(({ method, path }) => `${method} ${path}`);
  expect(reads.filter((read) => read.includes('/webhooks/'))).toEqual([`${LIST}?hapikey=[secret]`]);
});

test('an update of a recreated subscription fails, and the next plan finds it', async () => {
  const { world, open, colleague } = await aDatedWorld();
  const before = open(project(ON));
  await before.apply(await before.plan());
  const { plan, apply } = open(project(OFF));
  const made = await plan();
  const [{ id } = { id: 0 }] = (await world.snapshot()).subscriptions;
  await colleague.send({ endpoint: 'deleteSubscription', params: { appId: '2001', subscriptionId: String(id) } });
  const body = { eventType: 'contact.creation', active: true };
  await colleague.send({ endpoint: 'createSubscription', params: { appId: '2001' }, body });
  expect((await apply(made)).outcomes).toMatchObject([
    {
      address: CREATED,
      status: 'failed',
      message: expect.stringContaining('was refused with 404'),
    },
  ]);
  expect((await apply(await plan())).summary).toMatchObject({ applied: 1, failed: 0 });
});

test('a deactivated subscription is drift, and is activated again by its id', async () => {
  const { world, open, colleague } = await aDatedWorld();
  const { plan, apply, drift } = open(project(BOTH));
  await apply(await plan());
  const [first] = (await world.snapshot()).subscriptions;
  const id = String(first?.id);
  await colleague.call({
    endpoint: 'updateSubscription',
    params: { appId: '2001', subscriptionId: id },
    body: { active: false },
  });
  expect((await drift()).resources).toContainEqual(
    expect.objectContaining({
      address: CREATED,
      status: 'drifted',
      basis: 'observed',
      fields: [{ field: 'active', before: true, after: false }],
    }),
  );
  const made = await plan();
  expect(made.calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'PATCH', path: `/webhooks/2026-03/2001/subscriptions/${id}`, body: { active: true } },
  ]);
  expect((await apply(made)).summary).toEqual({ ...SUMMARY, applied: 1 });
  expect((await plan()).calls).toEqual([]);
  expect((await drift()).summary).toMatchObject({ drifted: 0 });
});

test('a deleted subscription is created again, and the files can deactivate it', async () => {
  const { world, open, colleague } = await aDatedWorld();
  const { plan, apply } = open(project(BOTH));
  await apply(await plan());
  const [first] = (await world.snapshot()).subscriptions;
  await colleague.call({
    endpoint: 'deleteSubscription',
    params: { appId: '2001', subscriptionId: String(first?.id) },
  });
  expect(changesOf(await plan())).toMatchObject([{ address: CREATED, action: 'create' }, { action: 'keep' }]);
  const off = open(project(`${OFF}, { eventType: deal.creation }`));
  await off.apply(await off.plan());
  expect((await world.snapshot()).subscriptions).toMatchObject([
    { eventType: 'deal.creation', active: true },
    { eventType: 'contact.creation', active: false },
  ]);
});

test('the other surface leaves an empty plan, both ways, and the ledger as it is', async () => {
  const { open } = await aDatedWorld();
  const env = { TOKEN: PAT, APP_KEY: KEY };
  const [documented, dated] = ['documented', 'dated'].map((surface) => open(project(BOTH, { surface }), { env }));
  if (documented === undefined || dated === undefined) throw new Error('two reconcilers');
  await documented.apply(await documented.plan());
  const before = await documented.ledger.read();
  for (const one of [dated, documented]) {
    const made = await one.plan();
    expect([made.calls, made.summary.keep]).toEqual([[], 3]);
    await one.apply(made);
  }
  expect((await dated.ledger.read()).records).toEqual(before.records);
});

test.each(['before', 'after'] as const)(
  'a create whose reply is lost %s it took effect is settled by the list',
  async (when) => {
    const { world, open } = await aDatedWorld();
    const { plan, apply, ledger } = open(project(ON));
    const made = await plan();
    world.service.faults.add({ do: when === 'after' ? 'drop-after' : 'drop-before', endpoint: 'createSubscription' });
    const { outcomes } = await apply(made);
    expect(outcomes).toContainEqual(
      expect.objectContaining({ address: CREATED, status: when === 'after' ? 'applied' : 'failed' }),
    );
    const { subscriptions } = await world.snapshot();
    const { records, intentions } = await ledger.read();
    expect(intentions).toEqual([]);
    expect(records[CREATED]?.id).toBe(subscriptions[0] && String(subscriptions[0].id));
    await apply(await plan());
    expect((await world.snapshot()).subscriptions).toHaveLength(1);
  },
);

test('a duplicate subscription is reported and blocked', async () => {
  const { world, open } = await aDatedWorld();
  const first = open(project(ON));
  await first.apply(await first.plan());
  const transport = doubling(world.service.transport);
  const { plan, apply, drift } = open(project(OFF), { transport });
  const made = await plan();
  const finding = { code: 'subscription-duplicate', severity: 'warning', address: CREATED };
  expect(made.findings).toContainEqual(expect.objectContaining(finding));
  expect((await drift()).findings).toContainEqual(expect.objectContaining(finding));
  expect(made.complete).toBe(true);
  expect(changesOf(made)).toMatchObject([{ address: CREATED, action: 'blocked', because: 'read-only' }]);
  await apply(made, { skipBlocked: true });
  const same = open(project(ON), { transport });
  expect(changesOf(await same.plan())).toMatchObject([{ address: CREATED, action: 'keep' }]);
  const without = open(project('{ eventType: deal.creation, active: false }'), { transport });
  const removing = await without.plan({ allow: [{ risk: 'subscription-removal', address: CREATED }] });
  expect(changesOf(removing)).toContainEqual(expect.objectContaining({ address: CREATED, action: 'blocked' }));
  expect((await world.snapshot()).subscriptions).toMatchObject([{ active: true }]);
});

/** Lists each subscription twice, as an app that took one a second time. */
function doubling(transport: Transport): Transport {
  return {
    ...transport,
    async send(request, options): Promise<HttpReply> {
      const reply = await transport.send(request, options);
      const { pathname } = new URL(request.url);
      if (request.method !== 'GET' || !pathname.endsWith('/subscriptions') || reply.status !== 200) return reply;
      const { results } = JSON.parse(reply.body);
      const again = results.map((row: { readonly id: string }) => ({ ...row, id: `9${row.id}` }));
      return { ...reply, body: JSON.stringify({ results: [...results, ...again] }) };
    },
  };
}

test.each([
  [
    'the token of a private app and no key',
    '',
    {},
    {
      hint: expect.stringMatching(/it needs the developer key/),
      fix: [
        { action: 'set-developer-key', app: '2001' },
        { action: 'export-webhooks', app: '2001' },
      ],
    },
  ],
  [
    'a wrong key',
    WITH_KEY,
    { APP_KEY: 'not-the-key-of-the-app' },
    {
      message:
        'GET /webhooks/2026-03/2001/subscriptions failed, so its reply is unknown: listSubscriptions was refused with 401: the service does not accept the developer key of app 2001.',
      hint: 'Set APP_KEY to the developer API key of the account that owns the app.',
    },
  ],
] as const)('with %s the subscriptions alone are blocked, and the rest is applied', async (_, apps, more, said) => {
  const { world, open } = await aDatedWorld();
  const { plan, apply, ledger } = open(project(BOTH, { apps }), { env: { TOKEN: PAT, ...more } });
  const made = await plan();
  expect(made.findings.filter(({ code }) => code === 'read-failed')).toEqual([
    {
      code: 'read-failed',
      severity: 'warning',
      message: expect.stringMatching(/^GET \/webhooks\/2026-03\/2001\/subscriptions failed, .* refused with 401/),
      ...said,
    },
  ]);
  expect(changesOf(made)).toMatchObject([
    { action: 'blocked', because: 'unseen' },
    { action: 'blocked', because: 'unseen' },
  ]);
  await expect(apply(made)).rejects.toMatchObject({ name: 'UnsafePlanError' });
  expect((await apply(made, { skipBlocked: true })).summary).toEqual({ ...SUMMARY, applied: 1 });
  expect(Object.keys((await ledger.read()).records)).toEqual([expect.stringMatching(/^association-limit:/)]);
  expect((await world.snapshot()).subscriptions).toEqual([]);
});

test('a refused list leaves the records unchanged and creates nothing', async () => {
  const { world, open } = await aDatedWorld();
  const { plan, apply } = open(project(BOTH));
  await apply(await plan());
  for (const status of [401, 403, 404] as const) {
    const { transport } = world.service;
    const refusing: Transport = {
      ...transport,
      send: async (request, options) =>
        new URL(request.url).pathname.endsWith('/subscriptions') && request.method === 'GET'
          ? {
              status,
              headers: {},
              body: JSON.stringify({
                status: 'error',
                message: 'no',
                category: 'OBJECT_NOT_FOUND',
                correlationId: 'c',
              }),
            }
          : transport.send(request, options),
    };
    const again = await open(project(BOTH), { transport: refusing }).plan();
    expect([again.complete, again.calls, again.summary.keep]).toEqual([false, [], 3]);
    expect(again.findings).toMatchObject([
      { code: 'read-failed', hint: expect.stringMatching(/^Set APP_KEY to the developer API key/) },
    ]);
  }
});

test('an undeclared subscription is deleted only with consent for its address', async () => {
  const { world, open } = await aDatedWorld();
  const { plan, apply } = open(project(BOTH));
  await apply(await plan());
  const fewer = open(project('{ eventType: deal.creation }'));
  expect((await fewer.plan()).calls).toEqual([]);
  const made = await fewer.plan({ allow: [{ risk: 'subscription-removal', address: CREATED }] });
  expect(made.calls).toMatchObject([{ method: 'DELETE', covers: [CREATED] }]);
  expect((await fewer.apply(made)).summary).toEqual({ ...SUMMARY, applied: 1 });
  expect((await world.snapshot()).subscriptions).toMatchObject([{ eventType: 'deal.creation' }]);
  expect((await fewer.plan()).summary).toMatchObject({ keep: 2, blocked: 0 });
});

test('a recreated subscription survives a removal consent and a revert', async () => {
  const { world, open, colleague } = await aDatedWorld();
  const { plan, apply } = open(project(BOTH));
  const { run } = await apply(await plan());
  const [first] = (await world.snapshot()).subscriptions;
  const before = String(first?.id);
  await colleague.call({ endpoint: 'deleteSubscription', params: { appId: '2001', subscriptionId: before } });
  const body = { eventType: 'contact.creation', active: true };
  await colleague.send({ endpoint: 'createSubscription', params: { appId: '2001' }, body });
  const now = (await world.snapshot()).subscriptions.find(({ eventType }) => eventType === 'contact.creation')?.id;
  const why = `It was deleted and created again outside trueup: it has the id ${now} now, and the record is of the id ${before}.`;
  const consent = { allow: [{ risk: 'subscription-removal', address: CREATED }] } as const;

  const fewer = open(project('{ eventType: deal.creation }'));
  const dropped = await fewer.plan(consent);
  expect(dropped.calls).toEqual([]);
  expect(changesOf(dropped)).toMatchObject([
    {
      address: CREATED,
      action: 'forget',
      reason: `It is no longer declared. ${why} What the account has of both stays there.`,
    },
    { action: 'keep' },
  ]);
  const revert = await open(project(BOTH)).revert({ run, ...consent });
  expect(changesOf(revert)).toContainEqual(expect.objectContaining({ address: CREATED, action: 'keep', reason: why }));
  expect(revert.findings).toContainEqual(
    expect.objectContaining({
      code: 'revert-stays',
      address: CREATED,
      hint: 'Change or delete it in the account by hand if it is meant.',
    }),
  );
  // A declared subscription becomes managed, but its record does not call it created.
  const off = open(project(`${OFF}, { eventType: deal.creation }`));
  await off.apply(await off.plan());
  expect((await off.ledger.read()).records[CREATED]).toMatchObject({ id: String(now), found: 'changed' });
});

test('a list shows the subscriptions of an app that the files declare empty', async () => {
  const { open, colleague } = await aDatedWorld();
  const body = { eventType: 'deal.creation', active: true };
  await colleague.send({ endpoint: 'createSubscription', params: { appId: '2001' }, body });
  const [file] = project('', { apps: '' });
  // The token of a private app may not read subscriptions.
  const env = { TOKEN: 'trueup-dev-token' };
  const texts = [file?.text ?? '', file?.text.replace('\n    subscriptions: []', '') ?? ''];
  for (const text of texts) {
    const { resources } = await open([{ path: 'trueup.yaml', text }], { env }).list({ kind: 'webhook-subscription' });
    expect(resources.map(({ address }) => address)).toEqual(['webhook-subscription:2001/deal.creation']);
  }
});

test('a list shows each subscription once, even if the app has only a key', async () => {
  const { open, colleague } = await aDatedWorld();
  for (const body of [
    { eventType: 'deal.creation', active: true },
    { eventType: 'company.creation', objectTypeId: '0-2', active: false },
  ])
    await colleague.send({ endpoint: 'createSubscription', params: { appId: '2001' }, body });
  const listed = async (subscriptions: string) => {
    const { resources, kinds } = await open(project(subscriptions)).list({ kind: 'webhook-subscription' });
    expect(kinds).toMatchObject([
      {
        source: 'account',
        reason: 'Only the subscriptions of apps that the configuration or the ledger names are read.',
      },
    ]);
    return resources.map(({ address, recorded, id }) => [address, recorded, id !== undefined]);
  };
  expect(await listed('')).toEqual([
    ['webhook-subscription:2001/company.creation', false, true],
    ['webhook-subscription:2001/deal.creation', false, true],
  ]);
  expect(await listed('{ eventType: company.creation }')).toEqual([
    ['webhook-subscription:2001/company.creation', false, true],
    ['webhook-subscription:2001/deal.creation', false, true],
  ]);
});
