/** A create that was left open: whose the resource is that is there now, told by when it was made. */

import { afterEach, expect, test } from 'vitest';
import type { HttpRequest, Transport } from '../../src/contract/http.ts';
import { aNamesWorld, type NamesWorld } from '../engine/observe/names-world.ts';
import { killedAt } from './killed.ts';

const TIER = 'property:contacts/tier';
const TOKEN = 'pat-na1-names-1001';
const PROPERTIES = 'http://127.0.0.1/crm/properties/2026-03/0-1';
const HOUR_MS = 3_600_000;
const tier = { label: 'Tier', type: 'string', fieldType: 'text' };
const project = (properties: object): string => `
accounts: { default: { hubId: 1001, surface: dated, drift: hold, baseUrl: 'http://127.0.0.1', auth: { accessToken: "\${env.TOKEN}" } } }
objects: { contacts: { groups: { g: { displayName: G, properties: ${JSON.stringify(properties)} } } } }
`;

let world: NamesWorld;
afterEach(() => world.close());

/** Replies say the time of the service, `aheadMs` before that of the reconcilers; undefined: they do not say it. */
function dated(aheadMs: number | undefined, sent = (request: HttpRequest) => request): Transport {
  const { transport } = world.service;
  return {
    ...transport,
    async send(request, options) {
      const reply = await transport.send(sent(request), options);
      if (aheadMs === undefined) return reply;
      const date = new Date(world.clock.now() + aheadMs).toUTCString();
      return { ...reply, headers: { ...reply.headers, date } };
    },
  };
}

const reconcilerOf = (transport: Transport, properties: object = { tier }) =>
  world.reconciler(1001, project(properties), { env: { TOKEN }, transport });

async function killed(transport: Transport, when: 'before' | 'after'): Promise<void> {
  const dying = killedAt(transport, /\/0-1$/, when);
  const reconciler = reconcilerOf(dying.transport);
  void reconciler.apply(await reconciler.plan());
  await dying.dies;
}

async function applied(transport: Transport): Promise<void> {
  const reconciler = reconcilerOf(transport);
  await reconciler.apply(await reconciler.plan());
}

async function theirs(method: 'POST' | 'PATCH', path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const { status } = await world.service.transport.send({
    method,
    url: `${PROPERTIES}${path}`,
    headers,
    body: JSON.stringify(body),
  });
  expect([200, 201]).toContain(status);
}

const colleagueCreates = () => theirs('POST', '', { name: 'tier', groupName: 'g', ...tier });
const recordIn = async (transport: Transport) => (await reconcilerOf(transport).ledger.read()).records[TIER];

test('what a colleague made hours after a call that never left is recorded, and not taken for created by trueup', async () => {
  world = await aNamesWorld();
  const transport = dated(0);
  await killed(transport, 'before');
  world.clock.advance(3 * HOUR_MS);
  await colleagueCreates();
  await applied(transport);
  expect(await recordIn(transport)).toMatchObject({ found: 'recorded' });
});

test('what the call made stays created by trueup, however late it is settled', async () => {
  world = await aNamesWorld();
  const transport = dated(0);
  await killed(transport, 'after');
  world.clock.advance(3 * HOUR_MS);
  await applied(transport);
  expect(await recordIn(transport)).not.toHaveProperty('found');
});

test.each([
  ['does not say the time', undefined],
  ['has another time', 2 * HOUR_MS],
])('nothing is concluded from a time of an account that %s', async (_, aheadMs) => {
  world = await aNamesWorld();
  const transport = dated(aheadMs);
  await killed(transport, 'before');
  world.clock.advance(3 * HOUR_MS);
  await colleagueCreates();
  await applied(transport);
  expect(await recordIn(transport)).not.toHaveProperty('found');
});

/** The service stores labels in capitals. */
const inCapitals = (request: HttpRequest): HttpRequest => {
  if (request.method !== 'POST' || !request.url.endsWith('/0-1') || request.body === undefined) return request;
  const body = JSON.parse(request.body);
  return { ...request, body: JSON.stringify({ ...body, label: body.label.toUpperCase() }) };
};

test('what the service stores in another form than the killed run sent is no drift, and stays created by trueup', async () => {
  world = await aNamesWorld();
  const transport = dated(0, inCapitals);
  await killed(transport, 'after');
  world.clock.advance(HOUR_MS);
  for (const round of ['open', 'settled', 'later']) {
    const reconciler = reconcilerOf(transport);
    const plan = await reconciler.plan();
    const codes = plan.findings.map(({ code }) => code);
    expect([round, plan.calls, codes.includes('drift-held'), codes.includes('stored-differently')]).toEqual([
      round,
      [],
      false,
      true,
    ]);
    expect((await reconciler.drift()).summary.drifted).toBe(0);
    await reconciler.apply(plan);
  }
  const record = await recordIn(transport);
  expect(record).toMatchObject({ fields: { label: 'Tier' }, stored: { label: 'TIER' } });
  expect(record).not.toHaveProperty('found');
});

test.each([
  ['a colleague wrote it later', 'after', () => theirs('PATCH', '/tier', { label: 'TIER' })],
  [
    'a colleague made it later',
    'before',
    () => theirs('POST', '', { name: 'tier', groupName: 'g', ...tier, label: 'TIER' }),
  ],
] as const)('another form is drift where %s', async (_, when, edit) => {
  world = await aNamesWorld();
  const transport = dated(0);
  await killed(transport, when);
  world.clock.advance(HOUR_MS / 10);
  await edit();
  const plan = await reconcilerOf(transport).plan();
  expect(plan.findings.filter(({ code }) => code === 'drift-held')).toMatchObject([
    { message: `${TIER} was changed in the account (label) and is left unchanged.` },
  ]);
});
