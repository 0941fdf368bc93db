import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { markerText } from '../../src/action/marker.ts';
import type { HostReply } from '../github/stand-in/route.ts';
import { ALL, TOKEN as HOST_TOKEN } from '../github/stand-in/server.ts';
import { ACTIONS_BOT, type Comment } from '../github/stand-in/state.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const POST = /^POST .*\/comments$/;
const PATCH = /^PATCH .*\/comments\/\d+$/;
const COMMENTS = /^GET .*\/comments$/;
const PROXY: HostReply = { status: 403, body: '<html><body>Blocked by your organisation</body></html>' };

let repository: RepositoryUnderTest;
beforeAll(async () => {
  repository = await aRepository();
  await repository.write({});
});
afterAll(() => repository.close());

function ours(id: number): Comment {
  const mark = markerText({ about: 'plan', account: 'sandbox', folder: '.' });
  return { id, issue: 1, user: ACTIONS_BOT, body: `${mark}\nA plan of another push.` };
}

describe('the comment of a plan', () => {
  beforeEach(() => {
    repository.standIn.state.comments.splice(0);
  });

  test('is created again if a user deletes it during the edit', async () => {
    const { comments } = repository.standIn.state;
    await repository.push(1);
    repository.standIn.fault(PATCH, { do: 'meanwhile', act: () => comments.splice(0) });
    expect(await repository.push(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(repository.comments(1)).toEqual([expect.stringContaining('5 to create')]);
  });

  test.each([
    ['another run adds one at the same moment', () => void repository.standIn.state.comments.push(ours(7))],
    ['the reply to it is lost', undefined],
  ])('is one although %s', async (_, act) => {
    repository.standIn.fault(POST, act === undefined ? { do: 'drop-after' } : { do: 'meanwhile', act });
    expect(await repository.push(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(repository.comments(1)).toEqual([expect.stringContaining('5 to create')]);
  });

  test('is reduced to one, and comments of other users stay', async () => {
    const { comments } = repository.standIn.state;
    const mallory = { ...ours(8), user: { login: 'mallory', type: 'User' } as const };
    comments.push(ours(7), mallory, ours(9), ours(10));
    expect((await repository.push(1)).code).toBe(0);
    expect(comments.map(({ id }) => id)).toEqual([7, 8]);
    expect(comments[0]?.body).toContain('5 to create');
    expect(comments[1]?.body).toBe(mallory.body);
  });

  test.each([
    [
      'a page of a proxy',
      PROXY,
      'failed with status 403: no reason given.%0AA proxy may have answered instead of the Git host',
    ],
    [
      'a locked conversation',
      { status: 403, body: { message: 'Unable to create comment because issue is locked' } },
      'because issue is locked.%0AThe token may lack a permission',
    ],
    [
      'a body that the host does not take',
      { status: 422, body: { message: 'Validation Failed', errors: [{ field: 'body', message: 'body is too odd' }] } },
      'failed with status 422: Validation Failed: body is too odd.',
    ],
    [
      'a limit until tomorrow',
      { status: 429, body: { message: 'Come back tomorrow' }, headers: { 'retry-after': '86400' } },
      'Come back tomorrow.%0AThe Git host limits the rate of requests',
    ],
  ] as const)('fails the step because of %s, and the step keeps its findings', async (_, answer, told) => {
    repository.standIn.fault(POST, { do: 'answer', with: answer });
    const ran = await repository.push(1, { 'plan-file': 'out/{account}.json' });
    expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed', 'has-changes': 'true' } });
    expect(ran.outputs['digest']).toMatch(/^[0-9a-f]{20}$/);
    expect(ran.outputs['plan-file']).toContain('out/sandbox.json');
    expect(ran.annotations).toEqual([expect.stringContaining(told)]);
    expect(ran.summary).toContain('5 to create');
  });

  test('is removed if the token writes as another user, and the step names the input', async () => {
    const { standIn } = repository;
    standIn.allow(HOST_TOKEN, ALL, { login: 'acme-bot', type: 'Bot' });
    const ran = await repository.push(1);
    expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    expect(ran.annotations).toEqual([
      '::error title=comment-author-differs::The github-token writes as acme-bot, not as github-actions[bot].%0ASet the input comment-author to acme-bot.',
    ]);
    expect(standIn.state.comments).toEqual([]);
    for (const _ of [1, 2]) expect((await repository.push(1, { 'comment-author': 'acme-bot' })).code).toBe(0);
    expect(standIn.state.comments).toHaveLength(1);
    standIn.allow(HOST_TOKEN, ALL);
  });

  test('waits for a limit with a time, and retries after a failure of the host', async () => {
    const { standIn } = repository;
    standIn.fault(COMMENTS, { do: 'answer', with: { status: 502, body: '<html>Unicorn</html>' } });
    standIn.fault(POST, { do: 'answer', with: { status: 403, body: {}, headers: { 'retry-after': '0' } } });
    expect(await repository.push(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(repository.comments(1)).toHaveLength(1);
  });
});

test('an apply with an unwritten comment fails with its counts, and a rerun writes nothing', async () => {
  await repository.push(1);
  repository.standIn.fault(PATCH, { do: 'answer', with: PROXY });
  const applied = await repository.merge(1);
  expect(applied).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(JSON.parse(applied.outputs['counts'] ?? '{}')).toMatchObject({ sandbox: { applied: 5 } });
  const written = await repository.writes();
  expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(repository.standIn.state.checks.at(-1)).toMatchObject({
    conclusion: 'success',
    output: { title: 'Nothing to do.' },
  });
  expect(await repository.writes()).toEqual(written);
});

describe('the issue of a drift', () => {
  const PATCH_ISSUE = /^PATCH .*\/issues\/\d+$/;
  const issues = () => repository.standIn.state.issues.map(({ number, state }) => [number, state]);

  beforeAll(async () => {
    await repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
    await repository.drift();
    expect(issues()).toEqual([[100, 'open']]);
  });

  test('is reopened if a user closes it during the edit', async () => {
    const close = () => {
      for (const issue of repository.standIn.state.issues) issue.state = 'closed';
    };
    repository.standIn.fault(PATCH_ISSUE, { do: 'meanwhile', act: close });
    expect((await repository.drift()).code).toBe(0);
    expect(issues()).toEqual([[100, 'open']]);
  });

  test('is opened again if it is gone, and the older of two issues stays', async () => {
    repository.standIn.fault(PATCH_ISSUE, { do: 'answer', with: { status: 410, body: { message: 'Gone' } } });
    expect((await repository.drift()).code).toBe(0);
    expect(issues()).toEqual([
      [100, 'open'],
      [101, 'open'],
    ]);
    expect((await repository.drift()).code).toBe(0);
    expect(issues()).toEqual([
      [100, 'open'],
      [101, 'closed'],
    ]);
    expect(repository.standIn.state.issues[1]?.body).toContain('Reported in #100.');
  });

  test('fails the night if it cannot be written, and the outputs contain the drift', async () => {
    repository.standIn.fault(PATCH_ISSUE, { do: 'answer', with: PROXY });
    const ran = await repository.drift();
    expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed', 'has-changes': 'true' } });
    expect(ran.annotations).toEqual([expect.stringContaining('::error title=host-403::')]);
  });

  test('is closed if the token writes as another user, and the step names the input', async () => {
    const { standIn } = repository;
    for (const issue of standIn.state.issues) issue.state = 'closed';
    standIn.allow(HOST_TOKEN, ALL, { login: 'acme-bot', type: 'Bot' });
    const ran = await repository.drift();
    standIn.allow(HOST_TOKEN, ALL);
    expect([ran.code, ran.annotations]).toEqual([1, [expect.stringContaining('title=comment-author-differs')]]);
    expect(issues().at(-1)).toEqual([102, 'closed']);
  });
});
