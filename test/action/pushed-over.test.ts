/** Between which merges a push came is found by halves, since each comparison is a request. */

import { expect, test } from 'vitest';
import { pushedOver } from '../../src/action/pushed-over.ts';
import type { HostCall } from '../../src/github/client.ts';

const COUNT = 16;
/** Newest first; each contains those after it. */
const MERGES = Array.from({ length: COUNT }, (_, at) => ({ mergeSha: `merge-${at}` }));

/** A branch on which the push came right after the merge with this number; after none of them where there is no such merge. */
function hostWith(newest: number) {
  const asked: string[] = [];
  const call = async <T>({ path, reply }: HostCall<T>): Promise<T> => {
    asked.push(path);
    const commit = Number(/\.\.\.merge-(\d+)$/.exec(path)?.[1]);
    const answer = path.includes('/git/commits/')
      ? { sha: 'push', tree: { sha: 'tree' }, parents: [{ sha: 'before' }] }
      : { status: commit >= newest ? 'behind' : 'ahead' };
    return reply.parse(answer) as T;
  };
  return { asked, host: { github: { call, list: async () => [] }, repository: { owner: 'acme', name: 'crm' } } };
}

test.each(Array.from({ length: COUNT + 1 }, (_, at) => at))('a push after %d newer merges', async (newest) => {
  const { asked, host } = hostWith(newest);
  const found = await pushedOver(host, ['push'], MERGES);
  expect([...found]).toEqual([[MERGES[newest]?.mergeSha, ['before']]]);
  expect(asked.length).toBeLessThanOrEqual(1 + Math.log2(COUNT) + 1);
});
