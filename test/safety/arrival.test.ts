/** A create that was left open: whose the resource is that is there now, told by when it was made. */

import { beforeEach, expect, test } from 'vitest';
import type { HttpRequest, Transport } from '../../src/contract/http.ts';
import { aTierWorld, PROPERTIES, TIER, type TierWorld } from './tier-world.ts';

const HOUR_MS = 3_600_000;
const NEW = 'label: Tier';

let world: TierWorld;
beforeEach(async () => {
  world = await aTierWorld();
});

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

const colleagueCreates = (label = 'Tier') =>
  world.colleague(1001, 'POST', PROPERTIES, { name: 'tier', groupName: 'g', label, type: 'string', fieldType: 'text' });
const readRecord = async (transport: Transport) => (await world.at(NEW, { transport }).ledger.read()).records[TIER];

test('a resource that a colleague created after a lost call is only recorded', async () => {
  const transport = dated(0);
  await world.killed(NEW, 'before', { transport });
  world.clock.advance(3 * HOUR_MS);
  await colleagueCreates();
  await world.applied(NEW, { transport });
  expect(await readRecord(transport)).toMatchObject({ found: 'recorded' });
});

test('what the call made stays created by trueup, however late it is settled', async () => {
  const transport = dated(0);
  await world.killed(NEW, 'after', { transport });
  world.clock.advance(3 * HOUR_MS);
  await world.applied(NEW, { transport });
  expect(await readRecord(transport)).not.toHaveProperty('found');
});

test.each([
  ['does not say the time', undefined],
  ['has another time', 2 * HOUR_MS],
])('nothing is concluded from a time of an account that %s', async (_, aheadMs) => {
  const transport = dated(aheadMs);
  await world.killed(NEW, 'before', { transport });
  world.clock.advance(3 * HOUR_MS);
  await colleagueCreates();
  await world.applied(NEW, { transport });
  expect(await readRecord(transport)).not.toHaveProperty('found');
});

/** The service stores labels in capitals. */
const inCapitals = (request: HttpRequest): HttpRequest => {
  if (request.method !== 'POST' || !request.url.endsWith('/0-1') || request.body === undefined) return request;
  const body = JSON.parse(request.body);
  return { ...request, body: JSON.stringify({ ...body, label: body.label.toUpperCase() }) };
};

test('another stored form of a killed create is no drift', async () => {
  const transport = dated(0, inCapitals);
  await world.killed(NEW, 'after', { transport });
  world.clock.advance(HOUR_MS);
  for (const round of ['open', 'settled', 'later']) {
    const reconciler = world.at(NEW, { transport });
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
  const record = await readRecord(transport);
  expect(record).toMatchObject({ fields: { label: 'Tier' }, stored: { label: 'TIER' } });
  expect(record).not.toHaveProperty('found');
});

test.each([
  ['a colleague wrote it later', 'after', () => world.edited({ label: 'TIER' })],
  ['a colleague made it later', 'before', () => colleagueCreates('TIER')],
] as const)('another form is drift where %s', async (_, when, edit) => {
  const transport = dated(0);
  await world.killed(NEW, when, { transport });
  world.clock.advance(HOUR_MS / 10);
  await edit();
  const plan = await world.at(NEW, { transport }).plan();
  expect(plan.findings.filter(({ code }) => code === 'drift-held')).toMatchObject([
    { message: `${TIER} was changed in the account (label) and is left unchanged.` },
  ]);
});
