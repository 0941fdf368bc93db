/** Tests of custom events that differ only by name. Each has a separate subscription. */

import { afterEach, expect, test } from 'vitest';
import { converge } from '../../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../../dated-world.ts';

let world: DatedWorld;
afterEach(() => world.close());

const project = (...subscriptions: readonly string[]) =>
  world.project(`webhooks: [{ appId: 2001, subscriptions: [${subscriptions.join(', ')}] }]\n`);
const NAMED = (name: string, more = '') =>
  `{ eventType: event.completed, objectTypeId: 6-1, eventTypeName: ${name}${more} }`;

test('each is created, changed and removed by itself', async () => {
  world = await aDatedWorld();
  const { result } = await converge(project(NAMED('Placed'), NAMED('Shipped')), []);
  expect(result.summary).toMatchObject({ applied: 2, failed: 0 });
  expect((await project(NAMED('Placed'), NAMED('Shipped')).plan()).calls).toEqual([]);
  const off = await project(NAMED('Placed'), NAMED('Shipped', ', active: false')).plan();
  expect(off.calls.flatMap(({ covers }) => covers)).toEqual(['webhook-subscription:2001/event.completed/6-1/Shipped']);
  const address = 'webhook-subscription:2001/event.completed/6-1/Placed';
  const dropped = await project(NAMED('Shipped')).plan({ allow: [{ risk: 'subscription-removal', address }] });
  expect(dropped.calls.flatMap(({ covers }) => covers)).toEqual([address]);
});
