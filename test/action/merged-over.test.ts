/** What a merge was made into is found in few requests, however many commits it brought. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Merge, mergedOver } from '../../src/action/merged-over.ts';
import { systemClock, undiciTransport } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { githubClient } from '../../src/github/client.ts';
import { parseRepository } from '../../src/github/repository.ts';
import { REPOSITORY, type StandIn, startStandIn, TOKEN } from '../github/stand-in/server.ts';

let standIn: StandIn;
let transport: ReturnType<typeof undiciTransport>;
beforeEach(async () => {
  standIn = await startStandIn();
  transport = undiciTransport();
});
afterEach(async () => {
  await transport.close();
  await standIn.close();
});

function commit(...parents: readonly string[]): string {
  const { git } = standIn;
  return git.newCommit({ tree: git.newTree(undefined, []) ?? '', parents, message: 'A commit' });
}

function line(from: string, count: number): readonly string[] {
  const shas: string[] = [];
  for (let at = 0; at < count; at += 1) shas.push(commit(shas.at(-1) ?? from));
  return shas;
}

async function over(mergeSha: string, brought: readonly string[] = [], onto?: string, headSha = 'f0') {
  standIn.state.pulls.push({ number: 1, headSha, mergeSha, broughtShas: brought });
  const github = githubClient({ apiUrl: standIn.url, token: secret(TOKEN), transport, clock: systemClock });
  const merge: Merge = { number: 1, mergeSha, headSha, onto };
  const found = await mergedOver({ github, repository: parseRepository(REPOSITORY) }, merge);
  return { found, requests: standIn.requests.length };
}

test('of a squash or a merge it is the first parent', async () => {
  const main = commit();
  const own = commit(main);
  expect(await over(commit(main, own), [], undefined, own)).toEqual({ found: { commit: main }, requests: 1 });
  standIn.requests.splice(0);
  expect(await over(commit(main), [], main)).toEqual({ found: { commit: main }, requests: 1 });
  standIn.requests.splice(0);
  expect(await over(commit(main))).toEqual({ found: { commit: main }, requests: 2 });
});

test.each([2, 3, 7, 40, 99])('of a rebase of %i commits it is what was there before them', async (count) => {
  const main = line(commit(), 30).at(-1) ?? '';
  const brought = line(main, count);
  const { found, requests } = await over(brought.at(-1) ?? '', brought);
  expect(found).toEqual({ commit: main });
  expect(requests).toBeLessThanOrEqual(10);
});

test('of a rebase onto a merge it is that merge, and of the first commit of all it is nothing', async () => {
  const merge = commit(commit(), commit());
  const onto = line(merge, 3);
  expect((await over(onto.at(-1) ?? '', onto)).found).toEqual({ commit: merge });
  const first = commit();
  const all = [first, ...line(first, 3)];
  expect((await over(all.at(-1) ?? '', all)).found).toEqual({ commit: undefined });
});

test('of more than a hundred commits it is unknown', async () => {
  const brought = line(commit(), 120);
  const { found, requests } = await over(brought.at(-1) ?? '', brought);
  expect(found).toEqual({ reason: 'What #1 was merged into is unknown: it brought more than 100 commits.' });
  expect(requests).toBeLessThanOrEqual(10);
});

test('of a merge by hand it is what is not the head, in whichever order, and each of two where none is', async () => {
  const main = commit();
  const own = commit(main);
  const further = commit(main);
  const merge = commit(own, further);
  expect((await over(merge, [own], own, own)).found).toEqual({ commit: further });
  expect((await over(merge, [], undefined, 'f0')).found).toEqual({ commit: own, beside: [further] });
});
