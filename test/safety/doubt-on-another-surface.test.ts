import { expect, onTestFinished, test } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import type { ReconcilerOptions } from '../../src/index.ts';
import { aWorld } from '../laws/world.ts';

const CREATED = 'webhook-subscription:2001/contact.creation';

const files = (surface: string) => [
  {
    path: 'trueup.yaml',
    text: `version: 1
accounts:
  default: { hubId: 1001, baseUrl: "http://127.0.0.1", surface: ${surface}, auth: { accessToken: "\${env.TOKEN}" } }
apps: { "2001": { developerKey: "\${env.APP_KEY}" } }
webhooks:
  - { appId: 2001, subscriptions: [{ eventType: contact.creation }] }
`,
  },
];

/** A world in which the create of a subscription was left in doubt on this surface, with or without its effect. */
async function inDoubt(surface: 'documented' | 'dated', effect: boolean) {
  const world = await aWorld();
  onTestFinished(() => world.close());
  const env = { TOKEN: 'trueup-dev-token', APP_KEY: 'trueup-dev-developer-key' };
  const open = (on: string, more: Partial<ReconcilerOptions> = {}) => world.reconciler(files(on), { env, ...more });
  let blind = false;
  const { transport } = world.service;
  const blinded: Transport = {
    ...transport,
    async send(request, options) {
      if (blind && request.method === 'GET') return { status: 500, headers: {}, body: '' };
      if (request.method === 'POST' && request.url.includes('/subscriptions')) blind = true;
      return transport.send(request, options);
    },
  };
  const { plan, apply } = open(surface, { transport: blinded });
  const made = await plan();
  world.service.faults.add({ do: effect ? 'drop-after' : 'drop-before', endpoint: 'createSubscription' });
  expect((await apply(made)).summary).toMatchObject({ uncertain: 1 });
  const subscriptions = async () => (await world.snapshot()).subscriptions.length;
  expect(await subscriptions()).toBe(effect ? 1 : 0);
  return { open, subscriptions };
}

test.each([true, false])('a doubt of the dated surface (effect: %s) needs a person on documented', async (effect) => {
  const { open, subscriptions } = await inDoubt('dated', effect);
  const { plan, apply, ledger } = open('documented');
  const made = await plan();
  expect(made.changes).toMatchObject([{ address: CREATED, action: 'blocked', because: 'unsettled' }]);
  expect(made.open).toMatchObject([{ settledBy: 'person', shows: 'unknown' }]);
  await apply(made, { skipBlocked: true });
  expect((await ledger.read()).intentions).toMatchObject([{ recovery: 'ask' }]);
  expect(await subscriptions()).toBe(effect ? 1 : 0);
  await ledger.settle([CREATED], effect ? 'applied' : 'not-applied');
  await apply(await plan());
  expect(await subscriptions()).toBe(1);
});

test.each([true, false])('a doubt of the documented surface (effect: %s) is read back on dated', async (effect) => {
  const { open, subscriptions } = await inDoubt('documented', effect);
  const { plan, apply, ledger } = open('dated');
  const made = await plan();
  expect(made.open).toMatchObject([{ settledBy: 'apply', shows: effect ? 'effect' : 'no-effect' }]);
  expect(made.summary).toMatchObject(effect ? { keep: 1, create: 0 } : { keep: 0, create: 1 });
  await apply(made);
  expect((await ledger.read()).intentions).toEqual([]);
  expect(await subscriptions()).toBe(1);
  expect((await plan()).calls).toEqual([]);
});
