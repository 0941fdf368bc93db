/**
 * Tests edits of a colleague between the plan and its call, in fields that the call leaves unchanged. They are
 * reported, and then held as drift.
 */

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Reconciler } from '../../src/index.ts';
import type { Address } from '../../src/model/address.ts';
import { aDatedWorld, type DatedWorld } from '../kinds/dated-world.ts';
import { HUB } from '../laws/world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
});
afterEach(() => world.close());

const declared = (description: string): Reconciler =>
  world.project(`accounts: { default: { hubId: ${HUB}, drift: hold, baseUrl: 'http://127.0.0.1', auth: { accessToken: "\${env.TRUEUP_ACCESS_TOKEN}" } } }
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier:
            { label: Tier, description: ${description}, type: enumeration, fieldType: select, options: [{ value: gold, label: Gold }, { value: iron, label: Iron }] }
eventDefinitions: { order_placed: { properties: { channel: { label: Channel, description: ${description}, type: string } } } }
`);

const TIER = 'property:contacts/tier';
const CHANNEL = 'event-definition-property:order_placed/channel';

test.each<[string, Address, string, () => Promise<unknown>]>([
  [
    'the label of a property',
    TIER,
    'label',
    async () => world.service.admin(HUB).editProperty('contacts', 'tier', { label: 'Theirs' }),
  ],
  [
    'an option of a property',
    TIER,
    'options',
    async () => world.service.admin(HUB).deleteOption('contacts', 'tier', 'iron'),
  ],
  [
    'the label of an event property',
    CHANNEL,
    'label',
    async () =>
      world.colleague({
        endpoint: 'updateDatedEventProperty',
        params: { eventName: 'order_placed', propertyName: 'channel' },
        body: { label: 'Theirs' },
      }),
  ],
])('%s', async (_, address, field, edit) => {
  await declared('Old').apply(await declared('Old').plan());
  const plan = await declared('New').plan();
  await edit();
  const { outcomes } = await declared('New').apply(plan);
  expect(outcomes.find((one) => one.address === address)).toMatchObject({
    status: 'conflict',
    message: `The change was made. The reply also shows changes by another user: ${field}.`,
    fields: [{ field }],
  });

  const { resources } = await declared('New').drift();
  expect(resources.filter(({ status }) => status === 'drifted')).toMatchObject([{ address, fields: [{ field }] }]);
  const next = await declared('New').plan();
  expect(next.calls).toEqual([]);
  expect(next.findings.filter(({ code }) => code === 'drift-held')).toMatchObject([{ address }]);
});
