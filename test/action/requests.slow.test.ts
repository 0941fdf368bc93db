/** Requests that one plan and one apply make to the Git host. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { aRepository, BRANCH, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

/** Of the ledger branch: its reference, and the objects of Git that it needs. */
function isOfLedger(line: string): boolean {
  return line.includes(BRANCH) || /\/git\/(refs|trees|commits|blobs)/.test(line) || /\/compare\//.test(line);
}

async function counted(work: () => Promise<{ readonly code: number }>) {
  const { requests } = repository.standIn;
  requests.splice(0);
  expect((await work()).code).toBe(0);
  const ledger = requests.filter(isOfLedger).length;
  return { ledger, other: requests.length - ledger };
}

test('a plan makes at most 12 requests outside the ledger, and an apply 15', async () => {
  await repository.write({});
  const first = await counted(() => repository.push(1));
  const merged = await counted(() => repository.merge(1));
  await repository.write({ label: 'Tier' });
  const next = await counted(() => repository.push(2));
  const applied = await counted(() => repository.merge(2));
  const shown = { first, merged, next, applied };
  for (const [name, { ledger, other }] of Object.entries(shown))
    process.stdout.write(`${name}: ${other} requests, and ${ledger} of the ledger\n`);
  for (const { other } of [first, next]) expect(other).toBeLessThanOrEqual(12);
  for (const { other } of [merged, applied]) expect(other).toBeLessThanOrEqual(15);
});
