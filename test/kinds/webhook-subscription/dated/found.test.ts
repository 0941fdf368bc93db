/**
 * Tests of the recorded id of a found subscription. The id tells it from a subscription that a colleague creates again.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../../src/client/index.ts';
import { secret } from '../../../../src/contract/secret.ts';
import { aWorld } from '../../../laws/world.ts';

const KEY = 'trueup-dev-developer-key';
const CREATED = 'webhook-subscription:2001/contact.creation';
const ON = '{ eventType: contact.creation }';
const CONSENT = { allow: [{ risk: 'subscription-removal', address: CREATED }] } as const;

const project = (subscriptions: string) => [
  {
    path: 'trueup.yaml',
    text: `version: 1
accounts:
  default: { hubId: 1001, baseUrl: "http://127.0.0.1", surface: dated, auth: { accessToken: "\${env.TOKEN}" } }
apps: { "2001": { developerKey: "\${env.APP_KEY}" } }
webhooks:
  - appId: 2001
    subscriptions: [${subscriptions}]
`,
  },
];

/** Creates an app with a subscription of a colleague, who can create it again. */
async function found() {
  const world = await aWorld();
  onTestFinished(() => world.close());
  const developerKeys = new Map([['2001', secret(KEY)]]);
  const { service, clock } = world;
  const colleague = createClient({
    baseUrl: 'http://127.0.0.1',
    transport: service.transport,
    clock,
    developerKeys,
  });
  const open = (subscriptions: string) =>
    world.reconciler(project(subscriptions), { env: { TOKEN: 'pat-na1-trueup-dev', APP_KEY: KEY } });
  const idNow = async () => String((await world.snapshot()).subscriptions[0]?.id);
  const make = async () => {
    const body = { eventType: 'contact.creation', active: true };
    await colleague.send({ endpoint: 'createSubscription', params: { appId: '2001' }, body });
    return idNow();
  };
  const makeAnew = async () => {
    const params = { appId: '2001', subscriptionId: await idNow() };
    await colleague.call({ endpoint: 'deleteSubscription', params });
    return make();
  };
  const record = async () => (await open(ON).ledger.read()).records[CREATED];
  /** Leaves a record without an id, as a repair of the ledger does. */
  const forgetId = async () => {
    for (const file of await world.disk.list()) {
      const text = await world.disk.read(file);
      if (file.endsWith('.ledger.json') && text !== undefined)
        await world.disk.replace(file, text.replace(/ *"id": "[^"]*",\n/, ''));
    }
  };
  return { open, make, makeAnew, record, forgetId };
}

async function expectLeft({ open }: Awaited<ReturnType<typeof found>>, before: string, now: string) {
  const dropped = await open('').plan(CONSENT);
  expect(dropped.calls).toEqual([]);
  expect(dropped.changes).toMatchObject([
    {
      action: 'forget',
      reason: expect.stringContaining(`it has the id ${now} now, and the record is of the id ${before}.`),
    },
  ]);
}

test('an adopted subscription that another user created again is not deleted', async () => {
  const app = await found();
  const before = await app.make();
  await app.open(ON).ledger.adopt([CREATED]);
  expect(await app.record()).toMatchObject({ id: before, found: 'recorded' });
  await expectLeft(app, before, await app.makeAnew());
});

test('a subscription that an apply found as declared is not deleted', async () => {
  const app = await found();
  const before = await app.make();
  const { plan, apply } = app.open(ON);
  await apply(await plan());
  expect(await app.record()).toMatchObject({ id: before, found: 'recorded' });
  expect((await app.open(ON).plan()).adopt).toEqual([]);
  const now = await app.makeAnew();
  // Being there as declared makes it no other record.
  expect((await app.open(ON).plan()).adopt).toEqual([]);
  await expectLeft(app, before, now);
});

test('adopt records a new subscription as found, and a second adopt changes nothing', async () => {
  const app = await found();
  const { plan, apply, ledger } = app.open(ON);
  await apply(await plan());
  expect((await app.record())?.found).toBeUndefined();
  const now = await app.makeAnew();
  expect(await ledger.adopt([CREATED])).toMatchObject([{ status: 'recorded', record: { id: now, found: 'recorded' } }]);
  expect(await ledger.adopt([CREATED])).toMatchObject([{ status: 'unchanged', record: { id: now } }]);
  expect((await app.open('').plan(CONSENT)).calls).toMatchObject([{ method: 'DELETE' }]);
});

test('a record without an id gets the id in the next apply', async () => {
  const app = await found();
  const id = await app.make();
  const { plan, apply } = app.open(ON);
  await apply(await plan());
  await app.forgetId();
  expect((await app.record())?.id).toBeUndefined();
  await apply(await plan());
  expect(await app.record()).toMatchObject({ id, found: 'recorded' });
});
