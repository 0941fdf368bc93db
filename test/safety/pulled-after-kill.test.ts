/** A pull after a run that was killed: what that run wrote is not taken for a change that somebody made in the account. */

import { afterEach, expect, test } from 'vitest';
import { aNamesWorld, type NamesWorld } from '../engine/observe/names-world.ts';
import { killedAt } from './killed.ts';

const TIER = 'property:contacts/tier';
const TOKEN = 'pat-na1-names-1001';
const project = (label: string): string => `
accounts: { default: { hubId: 1001, surface: dated, baseUrl: 'http://127.0.0.1', auth: { accessToken: "\${env.TOKEN}" } } }
objects: { contacts: { groups: { g: { displayName: G, properties: { tier: { label: ${label}, type: string, fieldType: text } } } } } }
`;

let world: NamesWorld;
afterEach(() => world.close());

const reconcilerOf = (label: string, more = {}) => world.reconciler(1001, project(label), { env: { TOKEN }, ...more });

/** The label is Before everywhere; then a run that makes it Tier dies before or after the service has the call. */
async function killed(when: 'before' | 'after'): Promise<void> {
  world = await aNamesWorld();
  await reconcilerOf('Before').apply(await reconcilerOf('Before').plan());
  const { transport, dies } = killedAt(world.service.transport, /\/0-1\/tier$/, when);
  const reconciler = reconcilerOf('Tier', { transport });
  const plan = await reconciler.plan();
  void reconciler.apply(plan);
  await dies;
}

test.each([
  ['undone', 'Before'],
  ['changed to something else', 'Third'],
])('what the files have %s since stays as they say', async (_, label) => {
  await killed('after');
  const pulled = await reconcilerOf(label).pull({ drift: true });
  expect(pulled).toMatchObject({ files: [], taken: [], conflicts: [], pending: [TIER] });
});

test.each(['before', 'after'] as const)(
  'nothing is taken where the files still say it, with a call lost %s it arrived',
  async (when) => {
    await killed(when);
    expect(await reconcilerOf('Tier').pull({ drift: true })).toMatchObject({ files: [], taken: [], conflicts: [] });
  },
);

test('what a colleague made of it is taken as a change in the account', async () => {
  await killed('after');
  const { status } = await world.service.transport.send({
    method: 'PATCH',
    url: 'http://127.0.0.1/crm/properties/2026-03/0-1/tier',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'Theirs' }),
  });
  expect(status).toBe(200);
  const { taken } = await reconcilerOf('Tier').pull({ drift: true });
  expect(taken).toMatchObject([{ address: TIER, fields: [{ field: 'label', before: 'Tier', after: 'Theirs' }] }]);
});
