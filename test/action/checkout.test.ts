/** The checkout of a commit that the event names is confirmed, and no other checkout. */

import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { checkedOut } from '../../src/action/checkout.ts';
import { parseEvent, type Started } from '../../src/action/event.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';

const COMMITS = { main: 'a'.repeat(40), head: 'b'.repeat(40), merge: 'c'.repeat(40), other: 'd'.repeat(40) };
type Name = keyof typeof COMMITS;

let top: string;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'trueup-checkout-'));
  await mkdir(join(top, '.git'));
});

/** No event but that of a merge queue needs the Git host. */
const host = () => {
  throw new Error('The Git host was asked.');
};

async function look(at: Name, started: Partial<Omit<Started, 'sha'>> & { readonly sha?: Name }, payload = {}) {
  await writeFile(join(top, '.git', 'HEAD'), `${COMMITS[at]}\n`);
  const sha = COMMITS[started.sha ?? 'main'];
  const event = parseEvent(JSON.stringify(payload), { name: 'push', ref: 'refs/heads/main', ...started, sha });
  const { commit, trust, why } = await checkedOut({ event, top, host });
  expect(commit).toBe(COMMITS[at]);
  return [trust, why];
}

function pullPayload(from: string | null, merged = false) {
  const repo = { full_name: REPOSITORY };
  const head = { sha: COMMITS.head, repo: from === null ? null : { full_name: from } };
  return { pull_request: { number: 7, merged, head, base: { repo } } };
}

test.each(['push', 'schedule', 'workflow_dispatch', 'repository_dispatch'])(
  'the commit of a %s is confirmed, and no other',
  async (name) => {
    expect(await look('main', { name })).toEqual(['confirmed', 'It is the commit that the run is about']);
    const other = `Commit ${COMMITS.other.slice(0, 12)} is not the commit that the event is about`;
    expect(await look('other', { name })).toEqual(['foreign', other]);
  },
);

test.each(['refs/tags/v1', 'refs/pull/7/merge', 'refs/heads/gh-readonly-queue/main/pr-7-abc', ''])(
  'the commit of a push of %s is not confirmed',
  async (ref) => {
    expect(await look('main', { ref })).toContain('foreign');
  },
);

test.each(['workflow_run', 'check_run', 'check_suite', 'issue_comment', 'pull_request_target', 'release'])(
  'the commit of a %s is unconfirmed if it has no pull request',
  async (name) => {
    expect(await look('main', { name })).toContain('foreign');
  },
);

test.each(['head', 'merge'] as const)('the %s of a pull request of the repository is confirmed', async (at) => {
  const started = { name: 'pull_request', ref: 'refs/pull/7/merge', sha: 'merge' } as const;
  expect(await look(at, started, pullPayload(REPOSITORY))).toContain('confirmed');
  for (const other of ['main', 'other'] as const)
    expect(await look(other, started, pullPayload(REPOSITORY))).toContain('foreign');
});

test('the commit of a run for another pull request is not confirmed as its merge', async () => {
  const started = { name: 'pull_request', ref: 'refs/pull/8/merge', sha: 'merge' } as const;
  expect(await look('merge', started, pullPayload(REPOSITORY))).toContain('foreign');
});

test.each(['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment'])(
  'a %s of a fork is unconfirmed for any checkout',
  async (name) => {
    for (const from of ['mallory/schema', null]) {
      for (const at of ['head', 'main', 'merge'] as const)
        expect(await look(at, { name, sha: at }, pullPayload(from))).toEqual([
          'foreign',
          'The pull request comes from a fork',
        ]);
    }
  },
);

test('a folder outside a checkout is unconfirmed', async () => {
  const event = parseEvent(undefined, { name: 'push', ref: 'refs/heads/main', sha: COMMITS.main });
  expect(await checkedOut({ event, top: undefined, host })).toMatchObject({ commit: '', trust: 'foreign' });
});
