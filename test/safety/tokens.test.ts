import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AuthError, fileStore, memoryStore } from '../../src/index.ts';
import { exitOfApply, exitOfError } from '../../src/report/exit.ts';
import { ALL_KINDS } from '../laws/samples.ts';
import { fragmentsOf, merged, NOTHING, textOf } from '../laws/schema.ts';
import { aWorld, converge, ENV, HUB, type World } from '../laws/world.ts';
import { answering } from './replies.ts';

const OTHER = 7007;

interface Two extends World {
  readonly ours: string;
  readonly theirs: { readonly accessToken: string; readonly refreshToken: string };
}

async function twoAccounts(): Promise<Two> {
  const world = await aWorld();
  await world.service.addAccount({ hubId: OTHER });
  const theirs = await world.service.issueToken({ hubId: OTHER, appId: 2001 });
  return { ...world, ours: world.service.development.accessToken, theirs };
}

/** The sample with an account that names the hub id. */
function files(auth: string, hubId: number | null = HUB) {
  const account = `version: 1\naccounts:\n  default:\n    baseUrl: http://127.0.0.1\n    ${auth}\n`;
  const named = hubId === null ? account : `${account}    hubId: ${hubId}\n`;
  const declared = textOf(merged(fragmentsOf(ALL_KINDS)));
  return [
    { path: 'account.yaml', text: named },
    { path: 'schema.yaml', text: declared },
  ];
}
const ACCESS = `auth: { accessToken: '\${env.TRUEUP_ACCESS_TOKEN}' }`;
const REFRESH = `auth: { clientId: trueup-dev, clientSecret: '\${env.CLIENT_SECRET}', refreshToken: '\${env.REFRESH_TOKEN}' }`;

/** Replies name another account. */
const mixingUp = ({ service }: World) =>
  answering(service.transport, (reply) => ({
    ...reply,
    body: reply.body.replace('"portalId":1001', '"portalId":7007'),
  }));

const endpointsSince = async (world: World, count: number) => [
  ...new Set((await world.service.calls()).slice(count).map(({ endpoint }) => endpoint)),
];

test('an access token of another account: only the account check is sent', async () => {
  const world = await twoAccounts();
  const env = { ...ENV, TRUEUP_ACCESS_TOKEN: world.theirs.accessToken };
  const reconciler = world.reconciler(files(ACCESS), { env });
  await expect(reconciler.plan()).rejects.toMatchObject({
    code: 'wrong-account',
    message: 'The token belongs to account 7007, not to 1001.',
  });
  await expect(reconciler.drift()).rejects.toBeInstanceOf(AuthError);
  expect(await endpointsSince(world, 0)).toEqual(['readAccessToken']);
  await world.close();
});

test('a refresh token of another account: only the grant and the account check are sent', async () => {
  const world = await twoAccounts();
  const env = { ...ENV, CLIENT_SECRET: 'trueup-dev-secret', REFRESH_TOKEN: world.theirs.refreshToken };
  const reconciler = world.reconciler(files(REFRESH), { env });
  await expect(reconciler.plan()).rejects.toMatchObject({ code: 'wrong-account' });
  expect(await endpointsSince(world, 0)).toEqual(['issueToken', 'readAccessToken']);
  await world.close();
});

test('a token of another account for a plan of this account: refused before any write', async () => {
  for (const saved of [false, true]) {
    const world = await twoAccounts();
    const plan = await world.reconciler(files(ACCESS)).plan();
    const count = (await world.service.calls()).length;
    const env = { ...ENV, TRUEUP_ACCESS_TOKEN: world.theirs.accessToken };
    // Without a hub id in the files the plan alone knows the account.
    for (const hubId of [HUB, null]) {
      const reconciler = world.reconciler(files(ACCESS, hubId), { env });
      await expect(reconciler.apply(plan, { saved })).rejects.toMatchObject({ code: 'wrong-account' });
    }
    expect(await endpointsSince(world, count)).toEqual(['readAccessToken']);
    await world.close();
  }
});

test('a token of another account than the ledger: refused before any read', async () => {
  const world = await twoAccounts();
  await converge(world.reconciler(files(ACCESS, null)), []);
  const count = (await world.service.calls()).length;
  const env = { ...ENV, TRUEUP_ACCESS_TOKEN: world.theirs.accessToken };
  await expect(world.reconciler(files(ACCESS, null), { env }).plan()).rejects.toMatchObject({
    code: 'wrong-account',
  });
  expect(await endpointsSince(world, count)).toEqual(['readAccessToken']);
  await world.close();
});

test('a ledger of another account is refused by its own name, before any call', async () => {
  const world = await twoAccounts();
  await converge(world.reconciler(files(ACCESS)), []);
  const count = (await world.service.calls()).length;
  await expect(world.reconciler(files(ACCESS, OTHER)).plan()).rejects.toMatchObject({
    code: 'foreign-ledger',
    message: 'The ledger belongs to account 1001, but the configured account is 7007.',
  });
  expect(await endpointsSince(world, count)).toEqual([]);
  await world.close();
});

test('tokens that change to another account during a run carry no call there', async () => {
  // Subscriptions are the app's, which both accounts have installed.
  const theirs = async (world: Two) => ({ ...(await world.service.snapshot(OTHER)), subscriptions: [] });
  for (let good = 1; good <= 24; good += 1) {
    const world = await twoAccounts();
    const before = await theirs(world);
    let given = 0;
    const fetchToken = async () => {
      given += 1;
      return given <= good ? world.ours : world.theirs.accessToken;
    };
    const ledger = memoryStore({ name: 'default', clock: world.clock, newId: world.newId });
    const reconciler = world.reconciler(files(ACCESS), { fetchToken, ledger });
    const outcome = await reconciler
      .plan()
      .then((plan) => reconciler.apply(plan, { concurrency: 2 }))
      .catch((error: unknown) => error);
    const authorized = (await world.service.calls()).filter(({ hubId }) => hubId !== undefined);
    expect(authorized.filter(({ hubId }) => hubId === OTHER)).toEqual([]);
    expect(await theirs(world)).toEqual(before);
    const enough = !(outcome instanceof Error) && 'summary' in Object(outcome);
    if (!enough) expect(outcome).toMatchObject({ code: 'wrong-account' });
    await world.close();
  }
});

test('a new ledger belongs to an account from its first applied change', async () => {
  const { service, theirs, ours, ...world } = await twoAccounts();
  const dir = await mkdtemp(join(tmpdir(), 'trueup-ledger-'));
  const ledger = fileStore({ dir, name: 'default', clock: world.clock, newId: world.newId });
  const declared = { ...NOTHING, subscriptions: [{ eventType: 'contact.creation', active: true }] } as const;
  const env = { TRUEUP_BASE_URL: ENV.TRUEUP_BASE_URL };
  const applyWith = async (token: string) =>
    (await converge(world.reconciler(declared, { env, fetchToken: async () => token, ledger }), [])).result.summary;
  service.faults.add({ do: 'status', status: 403, endpoint: 'createSubscription', times: 1 });
  expect(await applyWith(theirs.accessToken)).toMatchObject({ applied: 0, failed: 1 });
  expect((await ledger.read()).account).toEqual({ name: 'default', hubId: null });
  expect((await ledger.ofApp('2001').read()).account).toEqual({ name: 'app 2001', hubId: null });
  expect(await applyWith(ours)).toMatchObject({ applied: 1 });
  expect((await ledger.read()).account).toMatchObject({ hubId: HUB, host: 'http://localhost' });
  await expect(applyWith(theirs.accessToken)).rejects.toMatchObject({
    code: 'wrong-account',
    message: `The token belongs to account 7007, but the ledger ${dir}/default.ledger.json belongs to account 1001.`,
    hint: 'Use a token of account 1001, or another ledger for account 7007.',
  });
  await rm(dir, { recursive: true });
  await world.close();
});

test('a token verified for one account carries no call for another', async () => {
  for (const other of ['plan', 'list', 'drift'] as const) {
    const world = await twoAccounts();
    let next: string = world.theirs.accessToken;
    const reconciler = world.reconciler(files(ACCESS, null), { fetchToken: async () => next });
    await reconciler[other]();
    next = world.ours;
    await expect(reconciler.plan()).rejects.toMatchObject({ code: 'wrong-account' });

    const fresh = world.reconciler(files(ACCESS, null), { fetchToken: async () => next });
    const plan = await fresh.plan();
    next = world.theirs.accessToken;
    await expect(fresh[other]()).rejects.toMatchObject({ code: 'wrong-account' });
    await expect(fresh.apply(plan)).rejects.toMatchObject({ code: 'wrong-account' });
    expect((await world.service.calls()).filter(({ committed }) => committed)).toEqual([]);
    await world.close();
  }
});

test('a token proven at the same time for another account carries no call', async () => {
  for (let good = 1; good <= 6; good += 1) {
    const world = await twoAccounts();
    const answers = [world.ours, world.theirs.accessToken];
    let left = Number.POSITIVE_INFINITY;
    const fetchToken = async () => {
      left -= 1;
      return answers.shift() ?? (left >= 0 ? world.ours : world.theirs.accessToken);
    };
    const reconciler = world.reconciler(files(ACCESS, null), { fetchToken });
    const [first, second] = await Promise.allSettled([reconciler.list(), reconciler.list()]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    const plan = await reconciler.plan();
    left = good;
    await reconciler.apply(plan, { concurrency: 2 }).catch((error: unknown) => error);
    const written = (await world.service.calls()).filter(({ committed, hubId }) => committed && hubId === OTHER);
    expect(written).toEqual([]);
    await world.close();
  }
});

test('a saved plan whose account id is taken out is applied to no account', async () => {
  const world = await twoAccounts();
  const plan = await world.reconciler(files(ACCESS, null)).plan();
  const edited = { ...plan, account: { ...plan.account, hubId: null } };
  for (const token of [world.ours, world.theirs.accessToken]) {
    const reconciler = world.reconciler(files(ACCESS, null), { env: { ...ENV, TRUEUP_ACCESS_TOKEN: token } });
    await expect(reconciler.apply(edited, { saved: true })).rejects.toMatchObject({
      findings: [{ code: 'plan-altered' }],
    });
  }
  expect((await world.service.calls()).filter(({ committed }) => committed)).toEqual([]);
  await world.close();
});

test('a reply that names another account stops the run and leaves its call open', async () => {
  const world = await aWorld();
  const reconciler = world.reconciler(files(ACCESS), { transport: mixingUp(world) });
  const result = await reconciler.apply(await reconciler.plan(), { concurrency: 1 });
  expect(result.findings).toMatchObject([
    {
      code: 'reply-of-other-account',
      severity: 'error',
      message: 'The reply names another account: 7007, not 1001.',
    },
  ]);
  expect([result.summary.applied, result.summary.uncertain, exitOfApply(result)]).toEqual([0, 1, 5]);
  const { records, intentions } = await reconciler.ledger.read();
  expect([Object.keys(records), intentions.length]).toEqual([[], 1]);
  const written = (await world.service.calls()).filter(({ method }) => method !== 'GET');
  expect(written.map(({ endpoint }) => endpoint)).toEqual(['createGroup']);
  await world.close();
});

test('an update whose reply names another account is repeated by the next apply', async () => {
  const world = await aWorld();
  const ledger = memoryStore({ name: 'default', clock: world.clock, newId: world.newId });
  const group = (label: string) => [
    files(ACCESS)[0] ?? { path: '', text: '' },
    {
      path: 'schema.yaml',
      text: `objects: { contacts: { groups: { vip: { displayName: ${label} }, other: { displayName: ${label} } } } }\n`,
    },
  ];
  const applied = async (label: string, more: Partial<Parameters<typeof world.reconciler>[1]> = {}) => {
    const reconciler = world.reconciler(group(label), { ledger, ...more });
    return reconciler.apply(await reconciler.plan(), { concurrency: 1 });
  };
  expect(exitOfApply(await applied('A'))).toBe(0);
  const updates = async () => (await world.service.calls()).filter(({ endpoint }) => endpoint === 'updateGroup').length;

  const doubtful = await applied('B', { transport: mixingUp(world) });
  expect(doubtful.outcomes.map(({ status }) => status).toSorted()).toEqual(['skipped', 'uncertain']);
  expect(doubtful.outcomes.find(({ status }) => status === 'uncertain')).toMatchObject({
    message: 'The reply names another account: 7007, not 1001. It is unknown whether it took effect.',
  });
  expect([await updates(), (await ledger.read()).intentions.length]).toEqual([1, 1]);

  const again = await applied('B', { transport: mixingUp(world) }).catch((error: unknown) => error);
  expect(again).toMatchObject({ code: 'reply-of-other-account' });
  expect(exitOfError(again)).toBe(5);
  expect([await updates(), (await ledger.read()).intentions.length]).toEqual([2, 1]);

  expect(exitOfApply(await applied('B'))).toBe(0);
  const { records, intentions } = await ledger.read();
  expect([Object.values(records).map(({ fields }) => fields['displayName']), intentions]).toEqual([['B', 'B'], []]);
  await world.close();
});
