import { expect, it } from 'vitest';
import { createClient, staticToken } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { fakeClock } from './fake-clock.ts';
import { fakeTransport, json, refusal } from './fake-transport.ts';

const CREATE = {
  endpoint: 'createAssociationLabel',
  params: { fromObjectType: '0-1', toObjectType: '0-2' },
  body: { name: 'board', label: 'Board member' },
} as const;
const MADE = json(200, { results: [{ category: 'USER_DEFINED', typeId: 1, label: 'Board member' }] });
const daily = { ...refusal('RATE_LIMITS', 'You have reached your daily limit.'), errorType: 'RATE_LIMIT' };

function sending(replies: Parameters<typeof fakeTransport>[0]) {
  const clock = fakeClock();
  const transport = fakeTransport(replies);
  const tokens = staticToken(secret('token-1'));
  const client = createClient({ baseUrl: 'https://api.test', transport, tokens, clock });
  const result = clock.run(client.send(CREATE)).catch((error: unknown) => error);
  return { result, sent: () => transport.requests.length, waited: () => clock.elapsed() };
}

it.each([
  ['a lock of 2 s', json(423, refusal('LOCKED')), 2_000],
  ['a move that says how long it lasts', json(477, refusal('MOVING'), { 'retry-after': '3' }), 3_000],
])('%s is waited out, and the write is made again once', async (_what, refused, ms) => {
  const { result, sent, waited } = sending([refused, MADE]);
  expect(await result).toMatchObject({ status: 200, attempts: 2 });
  expect([sent(), waited()]).toEqual([2, ms]);
});

it.each([
  [
    'the most labels that a pair can have',
    json(437, refusal('VALIDATION_ERROR', 'A pair of object types can have at most 50 labels.')),
    'was refused with 437: A pair of object types can have at most 50 labels.',
    'The account has all the labels this pair of object types may have: remove one first.',
  ],
  [
    'the limit of a day',
    json(429, { ...daily, policyName: 'DAILY' }),
    'was refused with 429: You have reached your daily limit.',
    "The account has used up its calls for today: run again after midnight in the account's time zone.",
  ],
  [
    'a move of a day',
    json(477, refusal('MOVING', 'The account is being migrated.'), { 'retry-after': '86400' }),
    'was refused with 477: The account is being migrated.',
    /^The account is being moved to another data centre: run again in 24 hours \(after .*Z\)\.$/,
  ],
])('%s is said at once, and the write is not made again', async (_what, refused, message, hint) => {
  const { result, sent, waited } = sending([refused]);
  expect(await result).toMatchObject({
    name: 'ApiError',
    message: `createAssociationLabel ${message}`,
    hint: typeof hint === 'string' ? hint : expect.stringMatching(hint),
    inDoubt: false,
  });
  expect([sent(), waited()]).toEqual([1, 0]);
});
