import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { undiciTransport } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { githubClient, requestedWaitMs } from '../../src/github/client.ts';
import { addComment, editComment, listComments, removeComment } from '../../src/github/comments.ts';
import { openIssue, openIssues } from '../../src/github/issues.ts';
import { listPulls } from '../../src/github/pulls.ts';
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
  const comments = await listComments(client(), repository, 7);
  expect(comments.map(({ body }) => Number(body))).toEqual(Array.from({ length: 250 }, (_, at) => at));
  expect((await openIssues(client(), repository)).every(({ number }) => number % 2 === 1)).toBe(true);
});

test('a next page on another host is refused, and the token stays', async () => {
  const link = { link: '<https://evil.example/repos>; rel="next"' };
  standIn.fault(/issues\/7\/comments/, { do: 'answer', with: { status: 200, body: [], headers: link } });
  await expect(listComments(client(), repository, 7)).rejects.toThrow('on another host');
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
  ['a limit whose time is over', { status: 429, body: {}, headers: { 'retry-after': '0' } }, 500],
])('the client waits for %s and then repeats the call, even a write', async (_, answer, waited) => {
  clock.advance(Date.parse('2026-01-01T00:00:00.000Z') - clock.now());
  const before = standIn.state.issues.length;
  standIn.fault(/POST .*\/issues$/, { do: 'answer', with: answer });
  await client().call({ ...anyIssue, body: { title: 'a', body: 'b' } });
  expect(standIn.state.issues.length).toBe(before + 1);
  expect(clock.now() - Date.parse('2026-01-01T00:00:00.000Z')).toBe(waited);
});

test('the stand-in refuses a body above 65,536 characters like the Git host', async () => {
  const fits = 'é'.repeat(65_536);
  await addComment(client(), repository, 9, fits);
  const [comment] = await listComments(client(), repository, 9);
  expect(comment?.body).toBe(fits);
  const tooLong = /failed with status 422: Validation Failed: body is too long \(maximum is 65536 characters\)\.$/;
  await expect(addComment(client(), repository, 9, `${fits}x`)).rejects.toThrow(tooLong);
  await expect(editComment(client(), repository, comment?.id ?? 0, `${fits}x`)).rejects.toThrow(tooLong);
  const title = 'Drift';
  await expect(openIssue(client(), repository, { title, body: `${fits}x` })).rejects.toThrow(tooLong);
});

test.each([
  ['a page in place of a reply', { status: 200, body: '<html>Log in</html>' }, 'is not JSON.'],
  [
    'a page in place of a refusal',
    { status: 407, body: '<html>Log in</html>' },
    'failed with status 407: no reason given.',
  ],
])('%s produces an error about a proxy', async (_, answer, message) => {
  standIn.fault(/POST .*\/issues$/, { do: 'answer', with: answer });
  await expect(client().call({ ...anyIssue, body: {}, reply: z.object({ number: z.int() }) })).rejects.toMatchObject({
    message: expect.stringContaining(message),
    hint: expect.stringContaining('check GITHUB_API_URL and the proxy'),
  });
});

test('a failure of the host is retried for harmless calls, then reported', async () => {
  const broken = { do: 'answer', with: { status: 503, body: '<html>Unicorn</html>' } } as const;
  const before = standIn.requests.length;
  standIn.fault(/POST .*\/issues$/, broken);
  await expect(client().call({ ...anyIssue, body: {} })).rejects.toMatchObject({ code: 'host-503' });
  expect(standIn.requests.length).toBe(before + 1);
  for (let at = 0; at < 5; at += 1) standIn.fault(/GET .*\/issues$/, broken);
  await expect(openIssues(client(), repository)).rejects.toMatchObject({
    code: 'host-503',
    hint: 'The Git host has a problem: run the job again later.',
  });
  expect(standIn.requests.length).toBe(before + 6);
});

test('a missing comment is distinguished from a forbidden comment', async () => {
  expect(await editComment(client(), repository, 424242, 'x')).toBe(false);
  await removeComment(client(), repository, 424242);
  standIn.allow('ghs_blind', { issues: 'write' });
  await expect(editComment(client('ghs_blind'), repository, 424242, 'x')).rejects.toMatchObject({ code: 'host-403' });
});

test('a refusal is no limit, and a limit that lasts too long is an error', async () => {
  const refusal = { status: 403, headers: {}, body: '{"message":"Resource not accessible"}' };
  expect(requestedWaitMs(refusal, clock.now())).toBeUndefined();
  const answer = { status: 429, body: { message: 'Come back tomorrow' }, headers: { 'retry-after': '86400' } };
  standIn.fault(/POST .*\/issues$/, { do: 'answer', with: answer });
  await expect(client().call({ ...anyIssue, body: {} })).rejects.toMatchObject({ code: 'host-429' });
});

test('a lost reply is retried only for reads and harmless writes', async () => {
  const before = standIn.state.issues.length;
  standIn.fault(/POST .*\/issues$/, { do: 'drop-after' });
  await expect(client().call({ ...anyIssue, body: {} })).rejects.toMatchObject({ sent: 'maybe' });
  expect(standIn.state.issues.length).toBe(before + 1);
  standIn.fault(/GET .*\/issues$/, { do: 'drop-before' });
  standIn.fault(/GET .*\/issues$/, { do: 'answer', with: { status: 502, body: 'bad gateway' } });
  expect((await openIssues(client(), repository)).length).toBeGreaterThan(0);
});

test('an error of the host is reported with the permission, and the token stays hidden', async () => {
  const failure = await client('ghs_wrong_token')
    .call({ ...anyIssue, body: {} })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'host-401',
    status: 401,
    hint: 'The token for the Git host is invalid or expired: the input github-token in a workflow, GITHUB_TOKEN on the command line.',
  });
  expect(JSON.stringify(failure) + String(failure)).not.toContain('ghs_wrong_token');
  standIn.allow('ghs_reader', { issues: 'read' });
  await expect(client('ghs_reader').call({ ...anyIssue, body: {} })).rejects.toMatchObject({
    hint: 'The token may lack a permission (issues=write): see permissions in the workflow, or those of GITHUB_TOKEN on the command line.',
  });
});

test('a reply of another shape is an error that names the member', async () => {
  standIn.fault(/pulls$/, {
    do: 'answer',
    with: { status: 200, body: [{ number: 'one', merged_at: null, merge_commit_sha: null }] },
  });
  await expect(listPulls(client(), repository, 'c0ffee')).rejects.toThrow('0.number');
});

test('the pull requests of a commit have the head that was merged, and when', async () => {
  const mergedAt = '2026-01-02T03:04:05Z';
  standIn.state.pulls.push(
    { number: 1, headSha: 'c0ffee' },
    { number: 2, headSha: 'abc', mergeSha: 'c0ffee', mergedAt },
  );
  const ofThisRepository = { base: 'main', isFork: false };
  expect(await listPulls(client(), repository, 'c0ffee')).toEqual([
    { ...ofThisRepository, number: 1, headSha: 'c0ffee', mergedAt: undefined, mergeSha: undefined },
    { ...ofThisRepository, number: 2, headSha: 'abc', mergedAt: Date.parse(mergedAt), mergeSha: 'c0ffee' },
  ]);
});
