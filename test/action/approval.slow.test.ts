import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { ALL, TOKEN as HOST_TOKEN, REPOSITORY } from '../github/stand-in/server.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  await repository.write({});
});
afterEach(() => repository.close());

const OTHER_DIGEST = '0123456789abcdef0123';

/** A person edits the comment of the bot, as everyone with write access can. */
function editComment(pull: number, edit: (body: string) => string): void {
  const comment = repository.standIn.state.comments.find(({ issue }) => issue === pull);
  if (comment === undefined) throw new Error('There is no comment.');
  comment.body = edit(comment.body);
}

function lastCheck() {
  const check = repository.standIn.state.checks.at(-1);
  if (check === undefined) throw new Error('There is no check run.');
  return check;
}

/** The account changes, so that the plan is another one than was reviewed. */
async function changeByHand(): Promise<void> {
  const admin = repository.service.admin(1001);
  await admin.addGroup('contacts', { name: 'loyalty', displayName: 'By hand' });
  await admin.addProperty('contacts', {
    name: 'loyaltytier',
    label: 'By hand',
    groupName: 'loyalty',
    type: 'enumeration',
    fieldType: 'select',
    options: [{ value: 'gold', label: 'gold' }],
  });
}

/** The plan job of the same commit once more, as for an event from before the merge. */
async function planAgain(number: number) {
  const sha = repository.standIn.state.pulls.find((pull) => pull.number === number)?.headSha ?? '';
  const repo = { full_name: REPOSITORY };
  const payload = { pull_request: { number, head: { sha, repo }, base: { ref: 'main', repo } } };
  const event = { name: 'pull_request', payload };
  return repository.job(sha, { inputs: { command: 'plan' }, ref: `refs/pull/${number}/merge`, event });
}

describe('the approval of a plan', () => {
  test('leaves nothing to report where the comment shows another plan that its plan job published', async () => {
    await repository.push(1);
    const [first = ''] = repository.comments(1);
    await changeByHand();
    expect(await planAgain(1)).toMatchObject({ code: 0 });
    // Two plan jobs at once may end like this.
    editComment(1, () => first);
    const merged = await repository.merge(1);
    expect(merged).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(merged.annotations).toEqual([]);
  });

  test('is not written after the merge, and the comment keeps the outcome', async () => {
    await repository.push(1);
    expect(await repository.merge(1)).toMatchObject({ code: 0 });
    const { checks } = repository.standIn.state;
    const before = [repository.comments(1), checks.length];
    const late = await planAgain(1);
    expect(late).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    for (const told of [late.log, late.summary])
      expect(told).toContain('#1 was merged meanwhile: its comment stays as it is, and this run approves nothing.');
    expect([repository.comments(1), checks.length]).toEqual(before);
  });

  test('is a check run of the plan job on the commit that was planned', async () => {
    const { outputs } = await repository.push(1);
    expect(repository.standIn.state.checks).toMatchObject([
      {
        app: 'github-actions',
        name: 'trueup plan: . sandbox',
        headSha: repository.standIn.state.pulls[0]?.headSha,
        conclusion: 'success',
        output: { title: '5 to create' },
      },
    ]);
    expect(lastCheck().output.summary).toContain(outputs['digest']);
    expect((await repository.merge(1)).code).toBe(0);
    expect(lastCheck()).toMatchObject({ name: 'trueup plan: . sandbox', output: { title: 'Applied' } });
  });

  test('cannot be edited into the comment: the digest there is ignored, and the outcome says that it was edited', async () => {
    await repository.push(1);
    await changeByHand();
    const fresh = (await repository.merge(1)).outputs['digest'] ?? '';
    editComment(1, (body) => body.replace(/digest=[0-9a-f]{20}/, `digest=${fresh}`));
    const again = await repository.applyAgain(1);
    expect(again).toMatchObject({ code: 6, outputs: { result: 'failed', digest: fresh } });
    expect(again.annotations).toContainEqual(
      expect.stringContaining('::warning title=approval-ignored::The comment in #1'),
    );
    expect(repository.comments(1)[0]).toMatch(/The comment in .*1 shows the digest/);
    expect(repository.comments(1)[0]).not.toContain(`digest=${fresh} `);
    expect(await repository.writes()).toEqual([]);
  });

  test('is not that of a pull request for another branch, whatever starts the run', async () => {
    const { state } = repository.standIn;
    const head = await repository.commit();
    state.pulls.push({ number: 5, headSha: head, base: 'side' });
    const repo = { full_name: REPOSITORY };
    const payload = { pull_request: { number: 5, head: { sha: head, repo }, base: { ref: 'side', repo } } };
    const planned = { inputs: { command: 'plan' }, ref: 'refs/pull/5/merge', event: { name: 'pull_request', payload } };
    expect(await repository.job(head, planned)).toMatchObject({ code: 0 });
    const sha = await repository.commit();
    state.pulls[0] = { number: 5, headSha: head, base: 'side', mergeSha: sha, mergedAt: later() };
    repository.toMain(sha);
    for (const [ref, event] of [
      ['refs/heads/main', { name: 'push', payload: {} }],
      ['refs/tags/v1', { name: 'release', payload: { action: 'published' } }],
    ] as const)
      expect(await repository.job(sha, { inputs: { command: 'apply' }, ref, event })).toMatchObject({ code: 3 });
    expect(await repository.writes()).toEqual([]);
  });

  test('is not lost by an edit of the comment either, and the outcome says that it was edited', async () => {
    await repository.push(1);
    editComment(1, (body) => body.replace(/digest=[0-9a-f]{20}/, `digest=${OTHER_DIGEST}`));
    const merged = await repository.merge(1);
    expect(merged).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(merged.annotations).toContainEqual(expect.stringContaining(`shows the digest ${OTHER_DIGEST}`));
    expect(repository.comments(1)[0]).toMatch(/which its plan job did not write: it was edited, and is ignored/);
  });

  test('is not that of another pull request, whose comment or check run is copied', async () => {
    await repository.push(2);
    const [comment = ''] = repository.comments(2);
    const check = lastCheck();
    await repository.write({ label: 'Never planned' });
    repository.standIn.state.comments.push({
      ...structuredClone(repository.standIn.state.comments[0]),
      id: 77,
      issue: 3,
      body: comment,
    } as never);
    repository.standIn.state.pulls.push({ number: 3, headSha: 'c0ffee' });
    // By an app that may write, on the commit of the other one.
    repository.standIn.state.checks.push({ ...check, id: 9000, headSha: 'c0ffee' });
    const merged = await repository.merge(3);
    expect(merged).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(merged.log).toContain('No reviewed plan for sandbox was found');
    expect(await repository.writes()).toEqual([]);
  });

  test('is not the check run of another app, which is told of', async () => {
    await repository.push(1);
    const forged = structuredClone(lastCheck());
    await changeByHand();
    const fresh = (await repository.merge(1)).outputs['digest'] ?? '';
    const text = forged.output.text.replace(/"digest":"[0-9a-f]{20}"/, `"digest":"${fresh}"`);
    const at = '2026-01-01T00:00:00Z';
    repository.standIn.state.checks.push({
      ...forged,
      id: 9000,
      app: 'evil-app',
      at,
      output: { ...forged.output, text },
    });
    const again = await repository.applyAgain(1);
    expect(again.code).toBe(6);
    expect(again.annotations).toContainEqual(expect.stringContaining('by the app evil-app is ignored'));
    expect(await repository.writes()).toEqual([]);
  });

  test('is not a plan that was made after the merge, or one of a commit that was pushed after it', async () => {
    await repository.push(1);
    await changeByHand();
    expect((await repository.merge(1)).code).toBe(6);
    const [pull] = repository.standIn.state.pulls;
    const check = lastCheck();
    const text = check.output.text;
    const fresh = (await repository.applyAgain(1)).outputs['digest'] ?? '';
    const newer = { ...check.output, text: text.replace(/"digest":"[0-9a-f]{20}"/, `"digest":"${fresh}"`) };
    const at = new Date(Date.parse(pull?.mergedAt ?? '') + 5000).toISOString();
    repository.standIn.state.checks.push({ ...check, id: 9000, at, output: newer });
    repository.standIn.state.checks.push({ ...check, id: 9001, headSha: 'c0ffee', output: newer });
    expect((await repository.applyAgain(1)).code).toBe(6);
    // The same from before the merge is what its reviewers saw.
    repository.standIn.state.checks.push({ ...check, id: 9002, output: newer });
    expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  });

  test('is the latest of more than a hundred attempts on one commit', async () => {
    const { standIn } = repository;
    await repository.push(1);
    const check = lastCheck();
    const old = {
      ...check.output,
      text: check.output.text.replace(/"digest":"[0-9a-f]{20}"/, `"digest":"${OTHER_DIGEST}"`),
    };
    const attempts = Array.from({ length: 230 }, (_, at) => ({ ...check, id: 1000 + at, output: old }));
    standIn.state.checks.splice(0, 1, ...attempts, check);
    expect(await repository.merge(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(
      standIn.requests.filter((line) => line.endsWith('/check-runs') && line.startsWith('GET')).length,
    ).toBeGreaterThan(2);
  });

  test('is withdrawn when a later attempt on the same commit fails', async () => {
    await repository.push(1);
    const { headSha } = repository.standIn.state.pulls[0] ?? {};
    repository.service.faults.add({ do: 'status', endpoint: 'listProperties', status: 403, times: 'always' });
    await repository.push(1);
    repository.service.faults.clear();
    const failed = lastCheck();
    expect(failed).toMatchObject({ conclusion: 'failure', output: { title: 'No plan to approve' } });
    repository.standIn.state.checks.push({ ...failed, id: 9000, headSha: headSha ?? '' });
    repository.standIn.state.pulls.splice(0, 1, { number: 1, headSha: headSha ?? '' });
    expect(await repository.merge(1)).toMatchObject({ code: 3 });
    expect(await repository.writes()).toEqual([]);
  });

  test('needs a permission: without it the plan fails, and says in its comment that merging does not approve it', async () => {
    const { checks: _, ...without } = ALL;
    repository.standIn.allow(HOST_TOKEN, without);
    const planned = await repository.push(1);
    expect(planned).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    const told = planned.annotations.find((line) => line.startsWith('::error')) ?? '';
    expect(told).toContain('title=checks-permission');
    expect(told).toContain('Add "checks: write" to the permissions of the workflow.');
    expect(repository.comments(1)).toEqual([
      expect.stringMatching(/ digest=none [^#]*\n> \*\*Merging does not approve this plan/),
    ]);
    expect(repository.comments(1)[0]).toContain('Loyalty tier');
    repository.standIn.allow(HOST_TOKEN, ALL);
    expect(await repository.merge(1)).toMatchObject({ code: 3 });
    expect(await repository.writes()).toEqual([]);
  });

  test('is used up by the apply: when the account changes back, the same plan needs a new review', async () => {
    const planned = await repository.push(1);
    expect((await repository.merge(1)).code).toBe(0);
    const done = await repository.writes();
    await repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
    editComment(1, (body) => body.replace('digest=none', `digest=${planned.outputs['digest']}`));
    const again = await repository.applyAgain(1);
    expect(again).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    expect(again.log).toContain('title=approval-used');
    expect(await repository.writes()).toEqual(done);
  });
});
