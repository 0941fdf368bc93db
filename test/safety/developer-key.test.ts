// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language
import { expect, test } from 'vitest';
import type { ReconcilerOptions } from '../../src/index.ts';
import { aWorld, type World } from '../laws/world.ts';

const PAT = 'pat-na1-trueup-dev';
const KEY = 'trueup-dev-developer-key';
const OAUTH = 'trueup-dev-token';

const files = (apps: string) => [
  {
    path: 'trueup.yaml',
    text: `version: 1
accounts:
  default: { hubId: 1001, surface: documented, baseUrl: "http://127.0.0.1", auth: { accessToken: "\${env.TOKEN}" } }
${apps}objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties:
          tier: { label: Tier, type: string, fieldType: text }
webhooks:
  - appId: 2001
    subscriptions:
      - { eventType: contact.creation }
      - { eventType: contact.propertyChange, propertyName: tier }
`,
  },
];
const WITH_KEY = files('apps: { "2001": { developerKey: "${env.APP_KEY}" } }\n');
const WITHOUT = files('');
const WEBHOOKS = '/webhooks/2026-03/2001/subscriptions';

const reconciler = (
  world: World,
  declared: typeof WITHOUT,
  env: { readonly TOKEN: string; readonly APP_KEY?: string },
  more: Partial<ReconcilerOptions> = {},
) => world.reconciler(declared, { env, ...more });
const webhookCalls = async (world: World) =>
  (await world.service.calls())
    .filter(({ endpoint }) => endpoint === 'createSubscription')
    .map(({ path, status }) => `${status} ${path}`);
const SUMMARY = { applied: 0, accepted: 0, skipped: 0, failed: 0, conflict: 0, uncertain: 0 };

test('subscriptions are made with the developer key of their app, whatever token the account has', async () => {
  const world = await aWorld();
  const { plan, apply, ledger } = reconciler(world, WITH_KEY, { TOKEN: PAT, APP_KEY: KEY });
  const made = await plan();
  expect(made.calls.filter(({ endpoint }) => endpoint === 'createSubscription').map(({ path }) => path)).toEqual([
    WEBHOOKS,
    WEBHOOKS,
  ]);
  expect((await apply(made)).summary).toEqual({ ...SUMMARY, applied: 4 });
  expect(await webhookCalls(world)).toEqual(Array(2).fill(`201 ${WEBHOOKS}?hapikey=[secret]`));
  expect(Object.keys((await ledger.read()).records)).toHaveLength(4);
  expect((await plan()).calls).toEqual([]);
  await world.close();
});

test('only calls to an app carry its developer key, and they carry no token', async () => {
  const world = await aWorld();
  const sent: string[] = [];
  const { transport } = world.service;
  const watched = {
    ...transport,
    send: (...[request, options]: Parameters<typeof transport.send>) => {
      const { pathname, search } = new URL(request.url);
      sent.push(`${pathname}${search} ${request.headers['authorization'] ?? 'no token'}`);
      return transport.send(request, options);
    },
  };
  const { plan, apply } = reconciler(world, WITH_KEY, { TOKEN: PAT, APP_KEY: KEY }, { transport: watched });
  await apply(await plan());
  const [byKey, byToken] = [true, false].map((keyed) => sent.filter((line) => line.includes('hapikey') === keyed));
  expect(byKey).toEqual(Array(2).fill(`${WEBHOOKS}?hapikey=${KEY} no token`));
  expect(byToken?.filter((line) => !line.endsWith(` Bearer ${PAT}`))).toEqual([]);
  await world.close();
});

test.each([
  [
    'the token of a private app and no key',
    WITHOUT,
    {},
    WEBHOOKS,
    /it needs the developer key/,
    [
      { action: 'set-developer-key', app: '2001' },
      { action: 'export-webhooks', app: '2001' },
    ],
  ],
  [
    'a wrong key',
    WITH_KEY,
    { APP_KEY: 'not-the-key-of-the-app' },
    `${WEBHOOKS}?hapikey=[secret]`,
    /^Set APP_KEY to the developer API key of the account that owns the app\.$/,
    [],
  ],
] as const)(
  'only the subscriptions fail for %s, and apply repeats nothing',
  async (_, declared, more, path, hint, fix) => {
    const world = await aWorld();
    const { plan, apply, ledger } = reconciler(world, declared, { TOKEN: PAT, ...more });
    const result = await apply(await plan());
    expect(result.summary).toEqual({ ...SUMMARY, applied: 2, failed: 2 });
    const failed = result.outcomes.filter(({ status }) => status === 'failed');
    expect(failed).toMatchObject(
      ['webhook-subscription:2001/contact.creation', 'webhook-subscription:2001/contact.propertyChange/tier'].map(
        (address) => ({
          address,
          message: expect.stringMatching(/^createSubscription was refused with 401: /),
          hint: expect.stringMatching(hint),
        }),
      ),
    );
    for (const outcome of failed) expect(outcome.fix ?? []).toEqual(fix);
    expect(result.findings).toEqual([]);
    expect(await webhookCalls(world)).toEqual(Array(2).fill(`401 ${path}`));
    expect((await ledger.read()).intentions).toEqual([]);
    // Applied changes stay, and each refused subscription is tried again.
    const writes = (await world.service.calls()).filter(({ committed }) => committed).length;
    expect((await apply(await plan())).summary).toEqual({ ...SUMMARY, failed: 2 });
    expect((await world.service.calls()).filter(({ committed }) => committed)).toHaveLength(writes);
    expect(await webhookCalls(world)).toHaveLength(4);
    expect((await world.snapshot()).subscriptions).toEqual([]);
    await world.close();
  },
);

test('a refused credential is no reason to ask fetchToken for another token', async () => {
  const world = await aWorld();
  const asked: boolean[] = [];
  const fetchToken = async ({ rejected }: { readonly rejected: boolean }) => {
    asked.push(rejected);
    return PAT;
  };
  const { plan, apply } = reconciler(world, WITHOUT, { TOKEN: 'unused' }, { fetchToken });
  expect((await apply(await plan())).summary).toEqual({ ...SUMMARY, applied: 2, failed: 2 });
  expect(asked.filter(Boolean)).toEqual([]);
  await world.close();
});

test('a token of the app creates its subscriptions and is renewed after expiry', async () => {
  const world = await aWorld();
  const { accessToken } = await world.service.issueToken({ hubId: 1001, appId: 2001 });
  const fetchToken = async ({ rejected }: { readonly rejected: boolean }) => (rejected ? accessToken : OAUTH);
  const { plan, apply } = reconciler(world, WITHOUT, { TOKEN: 'unused' }, { fetchToken });
  const made = await plan();
  world.service.faults.add({ do: 'expire-token', endpoint: 'createSubscription' });
  expect((await apply(made)).summary).toEqual({ ...SUMMARY, applied: 4 });
  await world.close();
});

test('a 401 of a proxy leaves a subscription in doubt', async () => {
  for (const declared of [WITH_KEY, WITHOUT]) {
    const world = await aWorld();
    const { plan, apply, ledger } = reconciler(world, declared, { TOKEN: OAUTH, APP_KEY: KEY });
    const made = await plan();
    world.service.faults.add({ do: 'html', endpoint: 'createSubscription', status: 401 });
    expect((await apply(made)).summary).toEqual({ ...SUMMARY, applied: 3, uncertain: 1 });
    expect((await ledger.read()).intentions).toHaveLength(1);
    await world.close();
  }
});

test('a developer key proves no account: everything else still needs a token of it', async () => {
  const world = await aWorld();
  const { plan } = reconciler(world, WITH_KEY, { TOKEN: 'pat-na1-nobody-has-it', APP_KEY: KEY });
  await expect(plan()).rejects.toMatchObject({ name: 'AuthError', code: 'token-unknown' });
  expect(await webhookCalls(world)).toEqual([]);
  await world.close();
});

test('a key is in no text of a run, be it taken or refused', async () => {
  for (const key of [KEY, 'canary+key/with=signs that&escape'.replaceAll(' ', '-')]) {
    const world = await aWorld();
    const texts: string[] = [];
    const { plan, apply, ledger, findings } = reconciler(
      world,
      WITH_KEY,
      { TOKEN: PAT, APP_KEY: key },
      {
        onExchange: (exchange) => texts.push(JSON.stringify(exchange)),
        onEvent: (event) => texts.push(JSON.stringify(event)),
      },
    );
    const made = await plan();
    const result = await apply(made);
    const seen = JSON.stringify([texts, findings, made, result, await ledger.read(), await ledger.runs()]);
    for (const form of [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])
      expect(seen).not.toContain(form);
    expect(JSON.stringify(await world.service.calls())).not.toContain(key);
    await world.close();
  }
});
