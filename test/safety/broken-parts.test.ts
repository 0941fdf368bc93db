import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HttpReply, Transport } from '../../src/contract/http.ts';
import { aWorld, converge, type World } from '../laws/world.ts';
import { answering } from './replies.ts';

const EVENTS = ['contact.creation', 'contact.deletion'] as const;
const ADDRESSES = EVENTS.map((eventType) => `webhook-subscription:2001/${eventType}`);
const FILES = [
  {
    path: 'trueup.yaml',
    text: JSON.stringify({
      version: 1,
      webhooks: [{ appId: 2001, subscriptions: EVENTS.map((eventType) => ({ eventType, active: true })) }],
    }),
  },
];

let world: World;

beforeEach(async () => {
  world = await aWorld();
});

afterEach(() => world.close());

/** The service, whose replies to writes are spoilt by what carries them. */
const spoiling = (spoil: (reply: HttpReply) => unknown): Transport =>
  answering(world.service.transport, (reply, { method }) => (method === 'GET' ? reply : (spoil(reply) as HttpReply)));

const posts = async () => (await world.service.calls()).filter(({ method }) => method === 'POST').length;

test.each<readonly [string, (reply: HttpReply) => unknown]>([
  ['a status that is no number', (reply) => ({ ...reply, status: Number.NaN })],
  ['a status in a text', (reply) => ({ ...reply, status: String(reply.status) })],
  ['a status that is none', (reply) => ({ ...reply, status: 0 })],
  ['a status that no service gives', (reply) => ({ ...reply, status: 999 })],
  ['no status', ({ headers, body }) => ({ headers, body })],
  ['no headers', ({ status, body }) => ({ status, body })],
  ['a body that is read already', (reply) => ({ ...reply, body: JSON.parse(reply.body) })],
  ['nothing', () => undefined],
])('a write is in doubt, and made once, when its transport gives %s', async (_, spoil) => {
  const reconciler = world.reconciler(FILES, { transport: spoiling(spoil) });
  const { result } = await converge(reconciler, [], { concurrency: 1 });
  expect(result.outcomes.map(({ status }) => status)).toEqual(['uncertain', 'uncertain']);
  const { records, intentions } = await reconciler.ledger.read();
  expect([await posts(), Object.keys(records), intentions.flatMap(({ covers }) => covers)]).toEqual([2, [], ADDRESSES]);
});

test('nothing is sent when two calls of a run get one id', async () => {
  const { result } = await converge(world.reconciler(FILES, { newId: () => 'same' }), []);
  expect(result.outcomes.map(({ status }) => status)).toEqual(['failed', 'skipped']);
  expect(result.findings.map(({ code, message }) => [code, message])).toEqual([
    ['run-halted', 'newId does not return a new string at each call.'],
  ]);
  expect(await posts()).toBe(0);
});

test('a repeated id stops the run, and the sent call is recorded', async () => {
  const ids = ['run', 'first', 'first'];
  const reconciler = world.reconciler(FILES, { newId: () => ids.shift() ?? 'more' });
  const { result } = await converge(reconciler, [], { concurrency: 1 });
  expect(result.outcomes.map(({ status }) => status)).toEqual(['applied', 'failed']);
  const { records } = await reconciler.ledger.read();
  expect([await posts(), Object.keys(records)]).toEqual([1, ADDRESSES.slice(0, 1)]);
});
