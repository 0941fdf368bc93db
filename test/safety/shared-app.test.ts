import { expect, onTestFinished, test } from 'vitest';
import { createReconciler, parseProject, type ReconcilerOptions } from '../../src/index.ts';
import { aWorld, ledgerOn, type World } from '../laws/world.ts';

const CREATED = 'webhook-subscription:2001/contact.creation';
const DEALS = 'webhook-subscription:2001/deal.creation';
const SUMMARY = { applied: 0, accepted: 0, skipped: 0, failed: 0, conflict: 0, uncertain: 0 };
const BOTH = '{ eventType: contact.creation }, { eventType: deal.creation }';

const text = (
  subscriptions: string,
  { surface = 'documented', app = '2001', host = 'http://127.0.0.1' } = {},
) => `version: 1
accounts:
  one: { hubId: 1001, baseUrl: "${host}", surface: ${surface}, auth: { accessToken: "\${env.ONE}" } }
  two: { hubId: 7007, baseUrl: "${host}", surface: ${surface}, auth: { accessToken: "\${env.TWO}" } }
apps: { "2001": { developerKey: "\${env.APP_KEY}" } }
objects:
  contacts: { groups: { loyalty: { displayName: Loyalty } } }
webhooks:
  - { appId: ${app}, subscriptions: [${subscriptions}] }
`;

/** Two accounts of one service with one folder for their ledgers. */
async function twoAccounts() {
  const world = await aWorld();
  onTestFinished(() => world.close());
  await world.service.addAccount({ hubId: 7007, domain: 'two.example' });
  const { accessToken } = await world.service.issueToken({ hubId: 7007, appId: 2001 });
  const env = { ONE: 'trueup-dev-token', TWO: accessToken, APP_KEY: 'trueup-dev-developer-key' };
  const open = (account: 'one' | 'two', declared = text(BOTH), more: Partial<ReconcilerOptions> = {}) =>
    createReconciler({
      config: parseProject([{ path: 'trueup.yaml', text: declared }]),
      account,
      env,
      ledger: ledgerOn(world.disk, world.clock, world.newId, account),
      transport: world.service.transport,
      clock: world.clock,
      newId: world.newId,
      ...more,
    });
  return { world, open };
}

const creates = async ({ service }: World) =>
  (await service.calls()).filter(({ endpoint }) => endpoint === 'createSubscription').length;

test.each(['documented', 'dated'])(
  'on %s a second account sees the subscriptions of its app, and creates none again',
  async (surface) => {
    const { world, open } = await twoAccounts();
    const declared = text(BOTH, { surface });
    const [one, two] = [open('one', declared), open('two', declared)];
    expect((await one.apply(await one.plan())).summary).toEqual({ ...SUMMARY, applied: 3 });
    const made = await two.plan();
    expect(made.summary).toMatchObject({ create: 1, keep: 2 });
    expect((await two.apply(made)).summary).toEqual({ ...SUMMARY, applied: 1 });
    expect(await creates(world)).toBe(2);
    for (const account of [one, two]) expect((await account.plan()).calls).toEqual([]);
    expect(Object.keys((await two.ledger.read()).records)).toEqual(expect.arrayContaining([CREATED, DEALS]));
    expect((await world.disk.list()).toSorted()).toEqual([
      'app@2001.history.ndjson',
      'app@2001.ledger.json',
      'one.history.ndjson',
      'one.ledger.json',
      'two.history.ndjson',
      'two.ledger.json',
    ]);
  },
);

test('a plan of one account is stale once the other one changed the app', async () => {
  const { world, open } = await twoAccounts();
  const [one, two] = [open('one'), open('two')];
  const made = await two.plan();
  await one.apply(await one.plan());
  await expect(two.apply(made)).rejects.toMatchObject({ name: 'StalePlanError', code: 'ledger-changed' });
  expect(await creates(world)).toBe(2);
});

test('an account waits while a run of another account writes the app ledger', async () => {
  const { open, world } = await twoAccounts();
  const holder = ledgerOn(world.disk, world.clock, world.newId, 'one').ofApp('2001');
  const alive = { owner: 'ann', host: 'elsewhere', pid: 1, alive: async () => true };
  const lock = await holder.lock('apply');
  const two = open('two');
  const made = await two.plan();
  // What is not known to be gone holds the lock.
  await lock.release();
  await world.disk.create(
    'app@2001.lock',
    JSON.stringify({
      token: 't',
      owner: alive.owner,
      host: alive.host,
      pid: 1,
      purpose: 'apply',
      at: '2026-01-01T00:00:00.000Z',
    }),
  );
  await expect(two.apply(made)).rejects.toMatchObject({ code: 'ledger-locked' });
  // Nothing is left behind.
  expect(await world.disk.read('two.lock')).toBeUndefined();
  expect((await two.ledger.holder())?.owner).toBe('ann');
  await world.disk.remove('app@2001.lock');
  expect((await two.apply(made)).summary).toMatchObject({ applied: 3 });
});

test('an uncertain create blocks the subscription for both accounts until one settles it', async () => {
  const { world, open } = await twoAccounts();
  const [one, two] = [
    open('one', text('{ eventType: contact.creation }')),
    open('two', text('{ eventType: contact.creation }')),
  ];
  const made = await one.plan();
  world.service.faults.add({ do: 'drop-after', endpoint: 'createSubscription' });
  expect((await one.apply(made)).summary).toMatchObject({ applied: 1, uncertain: 1 });
  const held = await two.plan();
  expect(held.changes).toContainEqual(expect.objectContaining({ address: CREATED, because: 'unsettled' }));
  await two.apply(held, { skipBlocked: true });
  expect(await creates(world)).toBe(1);
  await two.ledger.settle([CREATED], 'applied');
  for (const account of [one, two]) expect((await account.plan()).summary).toMatchObject({ keep: 2, blocked: 0 });
  expect(await creates(world)).toBe(1);
});

test('a call that its run settles during another plan is not reported', async () => {
  const { world, open } = await twoAccounts();
  const made = open('one', text('{ eventType: contact.creation }'));
  const ledger = ledgerOn(world.disk, world.clock, world.newId, 'two');
  let settled = false;
  const two = open('two', text('{ eventType: contact.creation }'), {
    ledger: {
      ...ledger,
      // The ledgers were read with the call open; now they are asked who holds them.
      async holder() {
        if (!settled) await made.ledger.settle([CREATED], 'applied');
        settled = true;
        return ledger.holder();
      },
    },
  });
  world.service.faults.add({ do: 'drop-after', endpoint: 'createSubscription' });
  expect((await made.apply(await made.plan())).summary).toMatchObject({ uncertain: 1 });
  const plan = await two.plan();
  expect(settled).toBe(true);
  expect(plan).toMatchObject({ applyable: true, summary: { blocked: 0, keep: 1 } });
  expect(await creates(world)).toBe(1);
});

test('each account lists its own runs with their calls to the app', async () => {
  const { open } = await twoAccounts();
  const [one, two] = [open('one', text('{ eventType: contact.creation }')), open('two')];
  await one.apply(await one.plan());
  await two.apply(await two.plan());
  const coversOf = async (account: typeof one) =>
    (await account.ledger.runs()).map(({ calls }) => calls.flatMap(({ covers }) => covers));
  expect(await coversOf(one)).toEqual([['property-group:contacts/loyalty', CREATED]]);
  expect(await coversOf(two)).toEqual([['property-group:contacts/loyalty', DEALS]]);
});

test('dropped subscriptions of an app are reported, also if all are dropped', async () => {
  const { open } = await twoAccounts();
  const one = open('one');
  await one.apply(await one.plan());
  const without = open('one', text(BOTH, { app: '2002' }));
  const { findings } = await without.plan();
  expect(findings.filter(({ code }) => code === 'not-declared')).toMatchObject([
    { fix: [{ action: 'restore-file' }, { action: 'forget', addresses: [CREATED, DEALS] }] },
  ]);
  expect((await open('two', text(BOTH, { app: '2002' })).plan()).findings.map(({ code }) => code)).not.toContain(
    'not-declared',
  );
});

test('an app at another host than its ledger is refused before a token is sent', async () => {
  const { open } = await twoAccounts();
  const one = open('one');
  await one.apply(await one.plan());
  const moved = open('two', text(BOTH, { host: 'https://crm.example.com' }), { allowedHosts: ['crm.example.com'] });
  await expect(moved.plan()).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('The ledger of app 2001 was written for http://localhost'),
  });
});

test('a ledger of the app that is gone is missed, and nothing is created again', async () => {
  const { world, open } = await twoAccounts();
  const one = open('one');
  await one.apply(await one.plan());
  const kept = (await world.disk.read('app@2001.ledger.json')) ?? '';
  await world.disk.remove('app@2001.ledger.json');
  await expect(one.plan()).rejects.toMatchObject({ code: 'ledger-missing' });
  await world.disk.remove('app@2001.history.ndjson');
  await expect(open('one').plan()).rejects.toMatchObject({
    code: 'app-ledger-missing',
    message: expect.stringMatching(/^memory\/app@2001\.ledger\.json is missing, or is not the ledger in which /),
  });
  await world.disk.replace('app@2001.ledger.json', kept);
  expect((await open('one').plan()).calls).toEqual([]);
});

test('the ledgers of an account and of its app are repaired together', async () => {
  const { world, open } = await twoAccounts();
  const one = open('one');
  await one.apply(await one.plan());
  const { records } = await one.ledger.read();
  for (const file of ['one.ledger.json', 'app@2001.ledger.json']) await world.disk.remove(file);
  await expect(one.plan()).rejects.toMatchObject({ code: 'ledger-missing' });
  const repaired = await open('one').ledger.repair();
  expect(repaired.records.map(({ address }) => address)).toEqual(Object.keys(records).toSorted());
  expect((await open('one').plan()).calls).toEqual([]);
});

test('forgetting a record of an app counts for every account', async () => {
  const { open } = await twoAccounts();
  const one = open('one');
  await one.apply(await one.plan());
  const other = open('one', text('{ eventType: deal.creation }'));
  expect(await other.ledger.forget([CREATED, DEALS])).toMatchObject([
    { next: 'left-alone', app: '2001' },
    { next: 'created', app: '2001' },
  ]);
  expect((await open('two').plan()).summary).toMatchObject({ create: 3, keep: 0 });
});

test('a shared subscription is deleted only with consent, naming the accounts', async () => {
  const { world, open } = await twoAccounts();
  const one = open('one', text(BOTH, { surface: 'dated' }));
  await one.apply(await one.plan());
  const fewer = open('one', text('{ eventType: deal.creation }', { surface: 'dated' }));
  const kept = await fewer.plan();
  expect(kept.calls).toEqual([]);
  expect(kept.findings).toMatchObject([
    {
      code: 'not-declared',
      address: CREATED,
      message: expect.stringContaining('A deletion affects every account that uses app 2001.'),
    },
  ]);
  const two = open('two', text(BOTH, { surface: 'dated' }));
  await two.apply(await two.plan());
  const shared = 'A deletion affects the other accounts of app 2001 too: two.';
  expect((await fewer.plan()).findings).toMatchObject([
    { code: 'not-declared', message: expect.stringContaining(shared) },
  ]);
  const named = await fewer.plan({ allow: [{ risk: 'subscription-removal', address: CREATED }] });
  expect(named.findings).toMatchObject([{ code: 'app-shared', message: expect.stringContaining(shared) }]);
  expect((await fewer.apply(named)).summary).toEqual({ ...SUMMARY, applied: 1 });
  expect((await world.service.snapshot(1001)).subscriptions).toHaveLength(1);
});
