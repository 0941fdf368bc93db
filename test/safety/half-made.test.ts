/** Tests a definition whose two calls are cut between them. The next apply finishes it. */

import { afterEach, expect, test } from 'vitest';
import { aWorld, type World } from '../laws/world.ts';
import { killedAt } from './killed.ts';

const SINCE = 'property:companies/since';
const filesOf = (drift: string) => [
  {
    path: 'trueup.yaml',
    text: `version: 1
accounts: { default: { hubId: 1001, drift: ${drift}, baseUrl: 'http://127.0.0.1', auth: { accessToken: "\${env.TRUEUP_ACCESS_TOKEN}" } } }
objects: { companies: { groups: { g: { displayName: G, properties: { since: { label: Since, description: d, type: date, fieldType: date } } } } } }
`,
  },
];

let world: World;
afterEach(() => world.close());

async function killed(drift: string): Promise<void> {
  const { transport, dies } = killedAt(world.service.transport, /PUT .*since/, 'before');
  const reconciler = world.reconciler(filesOf(drift), { transport });
  void reconciler.apply(await reconciler.plan());
  await dies;
}

async function lost(drift: string): Promise<void> {
  world.service.faults.add({ do: 'drop-before', endpoint: 'updateCompanyProperty', times: 'always' });
  const reconciler = world.reconciler(filesOf(drift));
  const { outcomes } = await reconciler.apply(await reconciler.plan());
  expect(outcomes.find(({ address }) => address === SINCE)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Reads show no effect of it.'),
  });
  world.service.faults.clear();
}

test.each([
  ['killed', 'hold', killed],
  ['killed', 'revert', killed],
  ['whose second call is lost', 'hold', lost],
  ['whose second call is lost', 'revert', lost],
])('a property that is %s is completed by the next apply under drift %s', async (_, drift, cut) => {
  world = await aWorld();
  await cut(drift);
  const reconciler = world.reconciler(filesOf(drift));
  const plan = await reconciler.plan();
  expect(plan.changes.find(({ address }) => address === SINCE)).toMatchObject({
    action: 'update',
    because: 'file-differs',
    fields: [{ field: 'type', before: 'datetime', after: 'date' }],
  });
  const { outcomes } = await reconciler.apply(plan);
  expect(outcomes.filter(({ address }) => address === SINCE)).toMatchObject([{ status: 'applied' }]);
  const later = world.reconciler(filesOf(drift));
  expect((await later.plan()).calls).toEqual([]);
  expect((await later.drift()).summary.drifted).toBe(0);
  // The record still says that trueup created it.
  expect((await later.ledger.read()).records[SINCE]).not.toHaveProperty('found');
});
