import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { undiciTransport } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { githubClient } from '../../src/github/client.ts';
import { commentsOf } from '../../src/github/comments.ts';
import { openIssues } from '../../src/github/issues.ts';
import { mergedPull } from '../../src/github/pulls.ts';
import { toldWaitMs } from '../../src/github/rate-limit.ts';
import { testClock } from '../ledger/clock.ts';
import { REPOSITORY, type StandIn, startStandIn, TOKEN } from './stand-in/server.ts';
import { ACTIONS_BOT } from './stand-in/state.ts';

const [owner = '', name = ''] = REPOSITORY.split('/');
const repository = { owner, name };
const transport = undiciTransport();
const clock = testClock();
let standIn: StandIn;

beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(async () => {
  await transport.close();
  await standIn.close();
});

const client = (token = TOKEN, apiUrl = standIn.url) =>
  githubClient({ apiUrl, token: secret(token), transport, clock });
const anyIssue = { method: 'POST', path: `/repos/${REPOSITORY}/issues`, reply: z.unknown() } as const;

test('lists come whole, page by page, oldest first', async () => {
  for (let at = 0; at < 250; at += 1) {
    standIn.state.comments.push({ id: at, issue: 7, user: ACTIONS_BOT, body: String(at) });
    standIn.state.issues.push({
      number: at,
      user: ACTIONS_BOT,
      isPull: at % 2 === 0,
      title: '',
      body: '',
      state: 'open',
    });
  }
  const comments = await commentsOf(client(), repository, 7);
  expect(comments.map(({ body }) => Number(body))).toEqual(Array.from({ length: 250 }, (_, at) => at));
  expect((await openIssues(client(), repository)).every(({ number }) => number % 2 === 1)).toBe(true);
});

test('a page on another host is not asked for: the token goes where it is meant for', async () => {
  const link = { link: '<https://evil.example/repos>; rel="next"' };
  standIn.fault(/issues\/7\/comments/, { do: 'answer', with: { status: 200, body: [], headers: link } });
  await expect(commentsOf(client(), repository, 7)).rejects.toThrow('on another host');
});

test('a token goes over http to loopback only', async () => {
  const call = client(TOKEN, 'http://github.example').call({ method: 'GET', path: '/x', reply: z.unknown() });
  await expect(call).rejects.toThrow();
});

test.each([
  ['a limit with the time to wait', { status: 429, body: {}, headers: { 'retry-after': '7' } }, 7_000],
  [
    'a used up hour',
    { status: 403, body: {}, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767225660' } },
    60_000,
  ],
  [
    'a second limit without a time',
    { status: 403, body: { message: 'You have exceeded a secondary rate limit' } },
    60_000,
  ],
])('%s is waited for, and then the call is made, also one that writes', async (_, answer, waited) => {
  clock.advance(Date.parse('2026-01-01T00:00:00.000Z') - clock.now());
  const before = standIn.state.issues.length;
  standIn.fault(/POST .*\/issues$/, { do: 'answer', with: answer });
  await client().call({ ...anyIssue, body: { title: 'a', body: 'b' } });
  expect(standIn.state.issues.length).toBe(before + 1);
  expect(clock.now() - Date.parse('2026-01-01T00:00:00.000Z')).toBe(waited);
});

test('a refusal is no limit, and a limit that lasts too long is an error', async () => {
  const refusal = { status: 403, headers: {}, body: '{"message":"Resource not accessible"}' };
  expect(toldWaitMs(refusal, clock.now())).toBeUndefined();
  const answer = { status: 429, body: { message: 'Come back tomorrow' }, headers: { 'retry-after': '86400' } };
  standIn.fault(/POST .*\/issues$/, { do: 'answer', with: answer });
  await expect(client().call({ ...anyIssue, body: {} })).rejects.toMatchObject({ code: 'host-429' });
});

test('a write whose reply is lost is not made again unless that harms nobody; a read is', async () => {
  const before = standIn.state.issues.length;
  standIn.fault(/POST .*\/issues$/, { do: 'drop-after' });
  await expect(client().call({ ...anyIssue, body: {} })).rejects.toMatchObject({ sent: 'maybe' });
  expect(standIn.state.issues.length).toBe(before + 1);
  standIn.fault(/GET .*\/issues$/, { do: 'drop-before' });
  standIn.fault(/GET .*\/issues$/, { do: 'answer', with: { status: 502, body: 'bad gateway' } });
  expect((await openIssues(client(), repository)).length).toBeGreaterThan(0);
});

test('what the host says is told, with the permission that it names, and never the token', async () => {
  const failure = await client('ghs_wrong_token')
    .call({ ...anyIssue, body: {} })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'host-401', status: 401, hint: 'The github-token is not valid (any more).' });
  expect(JSON.stringify(failure) + String(failure)).not.toContain('ghs_wrong_token');
  standIn.allow('ghs_reader', { issues: 'read' });
  await expect(client('ghs_reader').call({ ...anyIssue, body: {} })).rejects.toMatchObject({
    hint: 'The github-token may lack a permission (issues=write): see permissions in the workflow.',
  });
});

test('a reply of another shape is an error that names the member', async () => {
  standIn.fault(/pulls$/, {
    do: 'answer',
    with: { status: 200, body: [{ number: 'one', merged_at: null, merge_commit_sha: null }] },
  });
  await expect(mergedPull(client(), repository, 'c0ffee')).rejects.toThrow('0.number');
});

test('the pull request of a commit is the one that was merged as this commit', async () => {
  standIn.state.pulls.push({ number: 1, headSha: 'c0ffee' }, { number: 2, headSha: 'abc', mergeSha: 'c0ffee' });
  expect(await mergedPull(client(), repository, 'c0ffee')).toBe(2);
  expect(await mergedPull(client(), repository, 'abc')).toBeUndefined();
});
