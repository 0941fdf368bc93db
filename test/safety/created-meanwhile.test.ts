import { expect, test } from 'vitest';
import { NOTHING, type Schema } from '../laws/schema.ts';
import { aWorld, converge, HUB } from '../laws/world.ts';

const LIMIT = { from: 'contacts', to: 'companies', category: 'HUBSPOT_DEFINED', typeId: 279 } as const;
const LIMITED: Schema = { ...NOTHING, limits: [{ ...LIMIT, maxToObjectIds: 5 }] };
const SUBSCRIBED: Schema = { ...NOTHING, subscriptions: [{ eventType: 'contact.creation', active: true }] };

test('a limit that a colleague set after the plan is not overwritten', async () => {
  const world = await aWorld('dated');
  const reconciler = world.reconciler(LIMITED);
  const plan = await reconciler.plan();
  await world.service.admin(HUB).setLimit(LIMIT, 50);
  const { outcomes } = await reconciler.apply(plan);
  expect(outcomes).toMatchObject([{ status: 'conflict', message: 'Not sent: it was created since the plan.' }]);
  expect((await world.snapshot()).limits).toMatchObject([{ maxToObjectIds: 50 }]);
  await world.close();
});

test('a subscription created after the plan is not duplicated', async () => {
  const world = await aWorld('dated');
  const plan = await world.reconciler(SUBSCRIBED).plan();
  await subscribeElsewhere();
  const { outcomes } = await world.reconciler(SUBSCRIBED).apply(plan);
  expect(outcomes).toMatchObject([{ status: 'conflict' }]);
  expect((await world.service.calls()).filter(({ endpoint }) => endpoint === 'createSubscription')).toHaveLength(1);
  await world.close();

  /** Subscribes from another program of the same app. */
  async function subscribeElsewhere(): Promise<void> {
    const { transport, development } = world.service;
    const reply = await transport.send({
      method: 'POST',
      url: `http://127.0.0.1/webhooks/2026-03/${development.appId}/subscriptions`,
      headers: { authorization: `Bearer ${development.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ eventType: 'contact.creation', active: true }),
    });
    expect(reply.status).toBe(201);
  }
});

test('a subscription is the same with and without the implied object type', async () => {
  const world = await aWorld('dated');
  const earlier = { ...NOTHING, subscriptions: [{ eventType: 'contact.creation', objectTypeId: '0-1', active: true }] };
  await converge(world.reconciler(earlier), []);
  const address = 'webhook-subscription:2001/contact.creation';
  const plan = await world.reconciler(SUBSCRIBED).plan({ allow: [{ risk: 'subscription-removal', address }] });
  expect(plan.changes.map((change) => [change.address, change.action])).toEqual([[address, 'keep']]);
  expect((await world.snapshot()).subscriptions).toHaveLength(1);
  await world.close();
});
