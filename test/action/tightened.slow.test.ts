/** A policy that the base branch made stricter after the plan holds for the merge. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';

const ALLOW = '{ allow: ["option-removal=property:contacts/tier"] }';
const BOTH = ['gold', 'silver'];
const LOST = ['gold'];

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  await declare('{}', BOTH);
  expect(await repository.applyAgain(9, { review: 'none' })).toMatchObject({ code: 0 });
});
afterEach(() => repository.close());

async function declare(policy: string, options: readonly string[]): Promise<void> {
  const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
  const text = `${sandboxText(repository.service.url)}policy: ${policy}
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: Tier, type: enumeration, fieldType: select, options: [${list}] }
`;
  await writeFile(join(repository.workspace, 'trueup.yaml'), text);
}

/** Main says this now; its commit. */
async function onMain(policy: string): Promise<string> {
  await declare(policy, BOTH);
  const commit = await repository.commit();
  repository.toMain(commit);
  return commit;
}

/** Removes an option under a consent of its own, planned against this commit. */
async function plan(base: string, inputs: Readonly<Record<string, string>> = {}): Promise<void> {
  await declare(ALLOW, LOST);
  expect(await repository.push(1, inputs, REPOSITORY, base)).toMatchObject({ code: 0, outputs: { destructive: '1' } });
}

async function merge() {
  await declare(ALLOW, LOST);
  return repository.merge(1);
}

test('a plan that needs what the base branch allows no more is not applied, and a person can still decide it', async () => {
  await plan(await onMain(ALLOW));
  await onMain('{}');
  const before = await repository.writes();
  const merged = await merge();
  expect(merged).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  const digest = merged.outputs['digest'] ?? '';
  expect(merged.log).toContain('The policy of the base branch changed after the plan of #1 was made.');
  expect(merged.log).toContain(`digest: ${digest}\npolicy-changes: allow\n`);
  for (const told of [merged.summary, repository.comments(1)[0] ?? '']) {
    expect(told).toContain('**Not applied: the plan needs a looser policy than the one that holds.**');
    expect(told.replaceAll('\\', '')).toContain('The risk option-removal is allowed at property:contacts/tier.');
    expect(told).toContain(`\`digest: ${digest}\` and \`policy-changes: allow\``);
  }
  const event = { name: 'workflow_dispatch', payload: {} };
  const dispatched = (more = {}) =>
    repository.job(mergeSha(1), { inputs: { command: 'apply', digest, ...more }, event });
  expect(await dispatched()).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual(before);
  expect(await dispatched({ 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
  expect(await repository.writes()).toHaveLength(before.length + 1);
});

test('a base branch that changed, and allows as much as before, is no reason to refuse', async () => {
  await plan(await onMain(ALLOW));
  await onMain('{ allow: ["option-removal=property:contacts/tier", type-change] }');
  expect(await merge()).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('what somebody allowed when it was planned stays allowed, whatever else the base branch says by then', async () => {
  await plan(await onMain('{}'), { 'policy-changes': 'allow' });
  await onMain('{ allow: [type-change] }');
  expect(await merge()).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('pull requests that are merged one by one are each compared with what they were merged into', async () => {
  const { state } = repository.standIn;
  await plan(await onMain(ALLOW));
  await onMain('{}');
  await declare(ALLOW, LOST);
  const first = await repository.commit(undefined, mergeSha(1));
  repository.toMain(first);
  const [one] = state.pulls;
  if (one !== undefined) state.pulls[0] = { ...one, mergeSha: first, mergedAt: later() };
  // Planned before the first merge, so that it does not take the place of its plan.
  state.pulls.push({ number: 2, headSha: 'f0'.repeat(20), headRepo: 'mallory/schema', mergeSha: mergeSha(2) });
  repository.toMain(await repository.commit(undefined, mergeSha(2)));
  expect(await repository.applyAgain(2)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
});

test('what brought too many commits to know what it was merged into is not applied, until somebody decides it', async () => {
  await plan(await onMain(ALLOW));
  await declare(ALLOW, LOST);
  const broughtShas: string[] = [];
  for (let at = 0; at < 110; at += 1) {
    await repository.file('notes.yaml', `about: ${at}\n`);
    broughtShas.push(await repository.commit());
    repository.toMain(broughtShas.at(-1) ?? '');
  }
  const { pulls } = repository.standIn.state;
  const [one] = pulls;
  const last = broughtShas.at(-1) ?? '';
  if (one !== undefined) pulls[0] = { ...one, mergeSha: last, broughtShas, mergedAt: later() };
  const before = await repository.writes();
  repository.standIn.requests.splice(0);
  const push = { name: 'push', payload: { ref: 'refs/heads/main' } };
  const merged = await repository.job(last, { inputs: { command: 'apply' }, event: push });
  expect(merged).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(merged.log).toContain('What #1 was merged into is unknown: it brought more than 100 commits.');
  expect(merged.log).toContain('start apply manually with the digest of this plan and policy-changes: allow');
  // Each of the two pushes before it costs what was read there.
  expect(repository.standIn.requests.length).toBeLessThan(70);
  expect(await repository.writes()).toEqual(before);
  const inputs = { command: 'apply', digest: merged.outputs['digest'] ?? '', 'policy-changes': 'allow' };
  const event = { name: 'workflow_dispatch', payload: {} };
  expect(await repository.job(last, { inputs, event })).toMatchObject({ code: 0 });
});
