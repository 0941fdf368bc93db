/** What the files dropped and a colleague changed: a consented removal says so, and held drift keeps it. */

import { afterEach, expect, test } from 'vitest';
import { aNamesWorld, type NamesWorld } from '../engine/observe/names-world.ts';
import { converge } from '../laws/world.ts';

const TIER = 'property:contacts/tier';
const GROUP = 'objects: { contacts: { groups: { g: { displayName: G';
const WITH = `${GROUP}, properties: { tier: { label: Tier, type: string, fieldType: text } } } } } }\n`;
const WITHOUT = `${GROUP} } } } }\n`;
const ALLOW = [{ risk: 'property-removal', address: TIER }] as const;

let world: NamesWorld;
afterEach(() => world.close());

async function changed(drift: 'hold' | 'revert') {
  world = await aNamesWorld();
  const account = `accounts: { default: { hubId: 1001, surface: dated, drift: ${drift}, baseUrl: 'http://127.0.0.1', auth: { accessToken: "\${env.TOKEN}" } } }\n`;
  await converge(world.reconciler(1001, account + WITH, { env: { TOKEN: 'pat-na1-names-1001' } }), []);
  const { status } = await world.service.transport.send({
    method: 'PATCH',
    url: 'http://127.0.0.1/crm/properties/2026-03/0-1/tier',
    headers: { authorization: 'Bearer pat-na1-names-1001', 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'Theirs' }),
  });
  expect(status).toBe(200);
  return world.reconciler(1001, account + WITHOUT, { env: { TOKEN: 'pat-na1-names-1001' } });
}

test('a removal says what somebody changed since the last apply, and when', async () => {
  const { changes } = await (await changed('revert')).plan({ allow: ALLOW });
  expect(changes.find(({ address }) => address === TIER)).toMatchObject({
    action: 'remove',
    because: 'both-changed',
    reason:
      'It is no longer declared. It was changed in the account since the last apply (label): that is overwritten.',
    changedAt: expect.any(String),
  });
});

test('held drift keeps it, until somebody overwrites it', async () => {
  const reconciler = await changed('hold');
  const { calls, findings } = await reconciler.plan({ allow: ALLOW });
  expect(calls).toEqual([]);
  expect(findings).toMatchObject([
    {
      code: 'drift-held',
      message: `${TIER} is no longer declared, but it was changed in the account (label) and is left unchanged.`,
      fix: [{ action: 'overwrite', addresses: [TIER] }],
    },
  ]);
  expect((await reconciler.plan({ allow: ALLOW, overwrite: [TIER] })).calls).toMatchObject([{ covers: [TIER] }]);
});
