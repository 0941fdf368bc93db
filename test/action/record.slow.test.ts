/** The record of a plan is a check run of the Actions app. Apply trusts nothing else. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { ALL, TOKEN as HOST_TOKEN, REPOSITORY } from '../github/stand-in/server.ts';
import type { CheckRun } from '../github/stand-in/state.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

const OTHER_DIGEST = '0123456789abcdef0123';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  await repository.write({});
});
afterEach(() => repository.close());

function lastCheck(): CheckRun {
  const check = repository.standIn.state.checks.at(-1);
  if (check === undefined) throw new Error('There is no check run.');
  return check;
}

/** The record of a check run with other members. */
function changed({ output }: CheckRun, members: Readonly<Record<string, unknown>>): CheckRun['output'] {
  const record = JSON.parse(output.text.replace(/^```json\n|\n```$/g, ''));
  return { ...output, text: `\`\`\`json\n${JSON.stringify({ ...record, ...members })}\n\`\`\`` };
}

/** The account changes, so that the fresh plan differs from the reviewed plan. */
async function changeByHand(): Promise<void> {
  const admin = repository.service.admin(1001);
  await admin.addGroup('contacts', { name: 'loyalty', displayName: 'Loyalty programme' });
  await admin.addProperty('contacts', {
    name: 'loyaltytier',
    label: 'By hand',
    groupName: 'loyalty',
    type: 'enumeration',
    fieldType: 'select',
    options: [{ value: 'gold', label: 'gold' }],
  });
}

/** The plan job of the same commit once more. */
async function planAgain(number: number): Promise<Ran> {
  return planOf(number, repository.standIn.state.pulls.find((pull) => pull.number === number)?.headSha ?? '');
}

async function expectNothingApplied(ran: Ran, code: string): Promise<void> {
  expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed', 'exit-code': '6' } });
  expect(ran.annotations).toContainEqual(expect.stringContaining(`::error title=${code}::`));
  expect(await repository.writes()).toEqual([]);
}

test('plan records on the head commit, and apply records the outcome on the merge', async () => {
  const { outputs } = await repository.push(1);
  const [pull] = repository.standIn.state.pulls;
  expect(repository.standIn.state.checks).toMatchObject([
    {
      app: 'github-actions',
      name: 'trueup plan: . sandbox',
      headSha: pull?.headSha,
      conclusion: 'success',
      output: { title: '5 to create' },
    },
  ]);
  expect(lastCheck().output.summary).toContain(outputs['digest']);
  expect((await repository.merge(1)).code).toBe(0);
  expect(lastCheck()).toMatchObject({
    name: 'trueup applied: . sandbox',
    headSha: mergeSha(1),
    conclusion: 'success',
    output: { title: '5 applied.', summary: 'All of this commit is in the account.' },
  });
});

test('an edited comment changes nothing', async () => {
  await repository.push(1);
  const [comment] = repository.standIn.state.comments;
  const edited = comment?.body.replaceAll(/[0-9a-f]{20}/g, OTHER_DIGEST) ?? '';
  if (comment !== undefined) comment.body = edited;
  expect(await repository.merge(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(edited).toContain(OTHER_DIGEST);
  expect(repository.comments(1)[0]).not.toContain(OTHER_DIGEST);
});

test('a comment with the fresh digest approves nothing', async () => {
  await repository.push(1);
  await changeByHand();
  const fresh = await repository.merge(1);
  await expectNothingApplied(fresh, 'plan-differs');
  const { comments } = repository.standIn.state;
  const forged = `<!-- trueup:plan account=sandbox folder=. -->\ndigest \`${fresh.outputs['digest']}\``;
  comments.push({ id: 1, issue: 1, user: { login: 'github-actions[bot]', type: 'Bot' }, body: forged });
  await expectNothingApplied(await repository.applyAgain(1), 'plan-differs');
});

const FORGERIES: readonly (readonly [string, (check: CheckRun, digest: string) => Partial<CheckRun>])[] = [
  ['by another app', (check, plan) => ({ app: 'evil-app', output: changed(check, { plan }) })],
  ['of another head', (check, plan) => ({ output: changed(check, { plan, head: 'c0ffee'.repeat(7).slice(0, 40) }) })],
  ['of another account', (check, plan) => ({ output: changed(check, { plan, account: 'production' }) })],
  ['of another folder', (check, plan) => ({ output: changed(check, { plan, folder: 'crm' }) })],
  ['of another pull request', (check, plan) => ({ output: changed(check, { plan, pull: 2 }) })],
  ['of a merge queue on the head', (check, plan) => ({ output: changed(check, { plan, pull: undefined }) })],
  ['of another account id', (check, plan) => ({ output: changed(check, { plan, hubId: 7007 }) })],
  ['of another form', (check, plan) => ({ output: changed(check, { plan, format: 'trueup.record/2' }) })],
  ['with another member', (check, plan) => ({ output: changed(check, { plan, approved: true }) })],
  [
    'from after the merge',
    (check, plan) => ({ output: changed(check, { plan }), at: new Date(Date.now() + 5000).toISOString() }),
  ],
];

test.each(FORGERIES)('a record %s counts for nothing', async (_, forge) => {
  await repository.push(1);
  const check = lastCheck();
  await changeByHand();
  const fresh = await repository.merge(1);
  await expectNothingApplied(fresh, 'plan-differs');
  const digest = fresh.outputs['digest'] ?? '';
  const { checks } = repository.standIn.state;
  checks.push({ ...check, id: 9000, ...forge(check, digest) });
  const again = await repository.applyAgain(1);
  expect([again.code, await repository.writes()]).toEqual([6, []]);
  // An equal record with the right members counts.
  checks.push({ ...check, id: 9001, output: changed(check, { plan: digest }) });
  expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('a copied comment and check run of another pull request count for nothing', async () => {
  await repository.push(2);
  const [comment] = repository.standIn.state.comments;
  const check = lastCheck();
  await repository.write({ label: 'Never planned' });
  repository.standIn.state.comments.push({ id: 77, issue: 3, user: comment?.user as never, body: comment?.body ?? '' });
  repository.standIn.state.pulls.push({ number: 3, headSha: 'c0ffee' });
  repository.standIn.state.checks.push({ ...check, id: 9000, headSha: 'c0ffee' });
  await expectNothingApplied(await repository.merge(3), 'record-missing');
});

test('a pull request for another branch approves nothing of the default branch', async () => {
  const { state } = repository.standIn;
  await repository.push(5);
  const [pull] = state.pulls;
  const sha = await repository.commit();
  state.pulls[0] = { number: 5, headSha: pull?.headSha ?? '', base: 'side', mergeSha: sha };
  repository.toMain(sha);
  const event = { name: 'push', payload: {} };
  await expectNothingApplied(await repository.job(sha, { inputs: { command: 'apply' }, event }), 'record-missing');
});

test('a plan in an open pull request approves nothing', async () => {
  expect((await repository.push(6)).code).toBe(0);
  await expectNothingApplied(await repository.pushToMain(), 'record-missing');
});

test('a plan that ends after the merge writes neither a record nor a comment', async () => {
  await repository.push(1);
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  const { checks } = repository.standIn.state;
  const before = [repository.comments(1), checks.length];
  const late = await planAgain(1);
  expect(late).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  for (const told of [late.log, late.summary])
    expect(told).toContain('#1 has been merged: its comment stays as it is, and this run approves nothing.');
  expect([repository.comments(1), checks.length]).toEqual(before);
});

test('the latest of more than a hundred records on one commit counts', async () => {
  const { state } = repository.standIn;
  await repository.push(1);
  const check = lastCheck();
  const old = changed(check, { plan: OTHER_DIGEST });
  const attempts = Array.from({ length: 230 }, (_, at) => ({ ...check, id: 1000 + at, output: old }));
  state.checks.splice(0, 1, ...attempts, check);
  expect(await repository.merge(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('a failed plan of the same commit withdraws the record', async () => {
  await repository.push(1);
  repository.service.faults.add({ do: 'status', endpoint: 'readAccessToken', status: 401, times: 'always' });
  expect(await planAgain(1)).toMatchObject({ outputs: { result: 'failed' } });
  repository.service.faults.clear();
  expect(lastCheck()).toMatchObject({ conclusion: 'failure', output: { title: 'No plan' } });
  await expectNothingApplied(await repository.merge(1), 'record-missing');
});

test('a plan that may not write the record fails and names the permission', async () => {
  const { checks: _, ...without } = ALL;
  repository.standIn.allow(HOST_TOKEN, without);
  const planned = await repository.push(1);
  repository.standIn.allow(HOST_TOKEN, ALL);
  expect(planned).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  const told = planned.annotations.find((line) => line.startsWith('::error')) ?? '';
  expect(told).toContain('title=checks-permission');
  expect(told).toContain('Add "checks: write" to the permissions of the workflow.');
  await expectNothingApplied(await repository.merge(1), 'record-missing');
});

test('a complete apply uses up its record, so a later change needs a review', async () => {
  await repository.push(1);
  expect((await repository.merge(1)).code).toBe(0);
  const done = await repository.writes();
  await repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
  const again = await repository.applyAgain(1);
  expect(again).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(again.log).toContain('title=record-used');
  expect(await repository.writes()).toEqual(done);
});

test('after a change in the account, the comment has the fresh plan and its digest', async () => {
  const { outputs } = await repository.push(1);
  await changeByHand();
  const merged = await repository.merge(1);
  await expectNothingApplied(merged, 'plan-differs');
  const digest = merged.outputs['digest'] ?? '';
  expect(digest).not.toBe(outputs['digest']);
  const [comment = '', ...others] = repository.comments(1);
  expect(others).toEqual([]);
  expect(comment).toMatch(/^<!-- .* -->\n> \*\*Tokens go to .*\n\n> \*\*Not applied: .*\(`plan-differs`\) Nothing/);
  expect(comment).toContain('By hand');
  expect(comment).toContain(`\`digest: ${digest}\``);
  expect(repository.standIn.state.issues).toEqual([]);
  expect(await repository.start({ digest })).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(repository.comments(1)).toEqual([expect.stringContaining('**5 applied**')]);
});

test('the record approves the plan if comments are off', async () => {
  const inputs = { comment: 'false' };
  expect(await repository.push(1, inputs)).toMatchObject({ code: 0 });
  expect(await repository.merge(1, inputs)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(repository.comments(1)).toEqual([]);
});

/** The plan job of a pull request with this head, of the files as they are. */
function planOf(number: number, sha: string, base = 'main'): Promise<Ran> {
  const repo = { full_name: REPOSITORY };
  const payload = { pull_request: { number, head: { sha, repo }, base: { ref: base, repo } } };
  const event = { name: 'pull_request', payload };
  return repository.job(sha, { inputs: { command: 'plan' }, ref: `refs/pull/${number}/merge`, event });
}

test('a pull request whose head is the tip of main approves nothing of that tip', async () => {
  await repository.push(1);
  await changeByHand();
  await expectNothingApplied(await repository.merge(1), 'plan-differs');
  repository.standIn.state.pulls.push({ number: 2, headSha: mergeSha(1), base: 'develop' });
  expect(await planOf(2, mergeSha(1), 'develop')).toMatchObject({ code: 0 });
  expect(lastCheck()).toMatchObject({ headSha: mergeSha(1), conclusion: 'success' });
  await expectNothingApplied(await repository.applyAgain(1), 'plan-differs');
});

test('a pull request with the same head does not approve another pull request', async () => {
  await repository.push(1);
  const { headSha = '' } = repository.standIn.state.pulls[0] ?? {};
  await changeByHand();
  repository.standIn.state.pulls.push({ number: 2, headSha });
  expect(await planOf(2, headSha)).toMatchObject({ code: 0 });
  await expectNothingApplied(await repository.merge(1), 'plan-differs');
});

test('an old plan job that is run again changes neither the comment nor a record', async () => {
  await repository.push(1);
  const { headSha: old = '' } = repository.standIn.state.pulls[0] ?? {};
  await repository.write({ label: 'Later' });
  await repository.push(1);
  const [comments, checks] = [repository.comments(1), repository.standIn.state.checks.length];
  await repository.write({});
  const again = await planOf(1, old);
  expect([again.code, again.log]).toEqual([0, expect.stringContaining('#1 has a newer commit: its comment stays')]);
  expect([repository.comments(1), repository.standIn.state.checks.length]).toEqual([comments, checks]);
});

test('an outcome whose comment failed is told when the job is run again', async () => {
  await repository.push(1);
  const refused = { status: 403, body: { message: 'Resource not accessible by integration' } };
  repository.standIn.fault(/^PATCH .*\/issues\/comments\//, { do: 'answer', with: refused });
  expect(await repository.merge(1)).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(repository.comments(1)[0]).toContain('Merging approves exactly these changes.');
  const writes = await repository.writes();
  expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(repository.comments(1)[0]).toContain('Nothing of the reviewed plan was left to apply.');
  expect(await repository.writes()).toEqual(writes);
});
