/** A plan is judged by the policy in force, which the ledger has, and by the policy of the files. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const ALL = ['gold', 'silver'];
const FEWER = ['gold'];
const CONSENT = '{ allow: ["option-removal=property:contacts/loyaltytier"] }';
const LOOSER = 'The risk option-removal is allowed at property:contacts/loyaltytier.';
/** Change of the plan that needs the looser policy. */
const LOST = '> - property:contacts/loyaltytier\n';

interface Said {
  readonly policy?: string;
  readonly options?: readonly string[];
  readonly drift?: 'hold' | 'revert';
  readonly isProtected?: boolean;
}

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

function declare({ policy = '{}', options = ALL, drift = 'revert', isProtected = false }: Said): Promise<void> {
  const text = projectText(repository.service.url, { options, isProtected })
    .replace('protected:', `drift: ${drift}\n    protected:`)
    .replace('options:', 'optionsMode: exact\n            options:');
  return repository.file('trueup.yaml', `${text}policy: ${policy}\n`);
}

let pulls = 0;
const plan = async (said: Said, inputs: Readonly<Record<string, string>> = {}) => {
  await declare(said);
  pulls += 1;
  return repository.push(pulls, inputs);
};
async function through(said: Said): Promise<void> {
  expect(await plan(said)).toMatchObject({ code: 0 });
  expect(await repository.merge(pulls)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
}
/** Of the last pull request, without the escapes of Markdown. */
const comment = () => (repository.comments(pulls)[0] ?? '').replaceAll('\\', '');

async function options(): Promise<readonly string[]> {
  const { properties } = await repository.service.snapshot(1001);
  const tier = properties['contacts']?.find(({ name }) => name === 'loyaltytier');
  return (tier?.options ?? []).map(({ value }) => value);
}

describe('a pull request that loosens the policy', () => {
  test('is refused if its plan uses it, and the comment names each setting', async () => {
    await through({});
    const refused = await plan({ policy: CONSENT, options: FEWER });
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(refused.annotations).toContainEqual(`::warning title=policy-loosened::${LOOSER}`);
    expect(refused.annotations.at(-1)).toContain('::error title=policy-loosened::The plan for sandbox needs a looser');
    expect(comment()).toMatch(
      /^<!-- .* -->\n> \*\*Tokens go to .*\n\n> \*\*The policy of `sandbox` is looser than the one in force:\*\*\n>\n> - The risk/,
    );
    for (const text of [
      LOOSER,
      LOST,
      'Merge the policy change first, in a separate pull request.',
      'Merging applies nothing of this plan.',
    ])
      expect(comment()).toContain(text);
    expect(refused.summary).not.toMatch(/digest `[0-9a-f]{20}`/);
    const before = await repository.writes();
    // A person merges it nevertheless, and gives its digest.
    const merged = await repository.merge(pulls);
    expect(merged).toMatchObject({ code: 6 });
    const started = await repository.start({ digest: merged.outputs['digest'] ?? '' });
    expect([started.code, started.log]).toEqual([3, expect.stringContaining('::error title=policy-loosened::')]);
    expect([await repository.writes(), repository.inForce()?.terms.policy.allow]).toEqual([before, []]);
  });

  test('passes if its plan does not need that, and every looser setting is named', async () => {
    await through({ isProtected: true, drift: 'hold', policy: '{ rules: { label-unique: error } }' });
    const ran = await plan({ policy: '{ maxChanges: { percent: 90 } }' });
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'false' } });
    for (const text of [
      'The account is no longer protected.',
      'What changed in the account is overwritten instead of held (drift: revert).',
      'maxChanges.percent is raised from 30 to 90.',
      'The rule label-unique is lowered from error to off.',
      'The plan does not need this.',
    ])
      expect(comment()).toContain(text);
    expect(await repository.merge(pulls)).toMatchObject({ code: 0 });
    expect(repository.inForce()?.terms).toMatchObject({ protected: false, drift: 'revert' });
  });

  test('may not write into an account that it takes the protection from', async () => {
    await through({ isProtected: true });
    const refused = await plan({ options: [...ALL, 'bronze'] });
    expect([refused.code, refused.log]).toEqual([3, expect.stringContaining('title=policy-loosened')]);
    expect(comment()).toContain('> - The account was protected.');
  });

  test('may not overwrite drift that is held, nor break a rule that is in force', async () => {
    await through({ drift: 'hold', policy: '{ rules: { options-sorted: error } }' });
    await repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
    await repository.drift();
    expect(repository.standIn.state.issues.at(-1)?.body).toContain('The account has `drift: hold`, so name it in');
    const refused = await plan({ options: [...ALL, 'bronze'] });
    expect(refused.code).toBe(3);
    expect(comment()).toContain('options-sorted: ');
    expect(comment()).toContain(LOST);
  });

  test('has a long list of consents in full in the log alone', async () => {
    await through({});
    const narrow = Array.from({ length: 400 }, (_, at) => `"option-removal=property:contacts/n${at}"`);
    const ran = await plan({ policy: `{ allow: [${narrow.join(', ')}, type-change] }` });
    expect(comment()).toContain('> - The risk type-change is allowed everywhere.\n> - The risk option-removal is');
    expect(comment()).toMatch(/> - and \d+ more, which the log has\n/);
    expect(ran.log).toContain('policy-loosened::The risk option-removal is allowed at property:contacts/n399.');
  });
});

test('before the first apply, no consent of the files counts', async () => {
  await through({});
  const { git } = repository.standIn;
  git.refs.delete('refs/heads/trueup-ledger');
  expect((await plan({ policy: CONSENT, options: FEWER })).code).toBe(3);
  expect(comment()).toContain(
    'The first apply puts the policy in force. Until then, consents in the files do not count.',
  );
});

test('a policy that became stricter on main after the review refuses the older review', async () => {
  await through({ policy: CONSENT });
  expect(await plan({ policy: CONSENT, options: FEWER })).toMatchObject({ code: 0 });
  const reviewed = pulls;
  await through({ policy: '{ rules: { options-sorted: error } }' });
  // The merge has the stricter policy of main and the change of the pull request.
  await declare({ options: FEWER, policy: '{ rules: { options-sorted: error } }' });
  expect(await repository.merge(reviewed)).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(await options()).toEqual(ALL);
  // A merge that brings the looser policy back is refused by the policy in force.
  await declare({ policy: CONSENT, options: FEWER });
  const back = await repository.pushToMain();
  const started = await repository.start({ digest: back.outputs['digest'] ?? '' });
  expect([started.code, started.log]).toEqual([3, expect.stringContaining('title=policy-loosened')]);
  expect(await options()).toEqual(ALL);
});

test('a stricter setting takes force with an apply without a record', async () => {
  await through({ policy: CONSENT });
  await declare({ policy: '{ maxChanges: { percent: 5 } }' });
  expect(await repository.pushToMain()).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
  expect(repository.inForce()?.terms.policy).toMatchObject({ allow: [], maxChanges: { percent: 5 } });
});

describe('a direct push that loosens the policy', () => {
  test('alone ends well, and the policy in force stays as it was', async () => {
    await through({});
    const before = repository.inForce();
    await declare({ policy: CONSENT });
    expect(await repository.pushToMain()).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
    expect(repository.inForce()).toMatchObject({ terms: before?.terms, digest: before?.digest });
    expect((await plan({ policy: CONSENT, options: FEWER })).code).toBe(3);
  });

  test('and uses it is refused, also when it is started with its digest', async () => {
    await through({});
    await declare({ policy: CONSENT, options: FEWER });
    const pushed = await repository.pushToMain();
    expect(pushed.code).toBe(6);
    const started = await repository.start({ digest: pushed.outputs['digest'] ?? '' });
    expect(started).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(started.annotations).toContainEqual(expect.stringContaining('::error title=policy-loosened::'));
    expect(await options()).toEqual(ALL);
  });
});

describe('the input policy-sha256', () => {
  const WRONG = { 'policy-sha256': '0'.repeat(64) };

  test('accepts the listed policies and refuses every other policy, in plan and apply', async () => {
    const refused = await plan({}, WRONG);
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    const [, digest = ''] = /its SHA-256 is ([0-9a-f]{64})\./.exec(refused.log) ?? [];
    expect(refused.annotations.at(-1)).toContain('::error title=policy-differs::The policy of sandbox is not one of');
    expect(refused.summary).toContain(`policy \`${digest}\``);
    const right = { 'policy-sha256': `${WRONG['policy-sha256']}\n${digest}` };
    expect(await plan({}, right)).toMatchObject({ code: 0 });
    const merged = await repository.merge(pulls, WRONG);
    expect([merged.code, merged.log]).toEqual([3, expect.stringContaining('title=policy-differs')]);
    expect([await repository.writes(), repository.inForce()]).toEqual([[], undefined]);
    expect(await repository.applyAgain(pulls, right)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  });

  test('keeps another policy from taking force, even for an empty plan', async () => {
    await through({});
    expect(await plan({ policy: CONSENT })).toMatchObject({ code: 0 });
    expect(await repository.merge(pulls, WRONG)).toMatchObject({ code: 3 });
    expect(repository.inForce()?.terms.policy.allow).toEqual([]);
  });
});

test('a ledger that the commit contains says nothing of the policy in force', async () => {
  const ledger = { ledger: 'state' };
  const folder = join(repository.workspace, 'state');
  await declare({ policy: CONSENT });
  expect(await repository.pushToMain({ ...ledger, review: 'none' })).toMatchObject({ code: 0 });
  const kept = await readFile(join(folder, 'sandbox.ledger.json'), 'utf8');
  expect(JSON.parse(kept).inForce.terms.policy.allow).toHaveLength(1);
  // In a folder that no commit contains, it counts.
  expect(await plan({ policy: CONSENT, options: FEWER }, ledger)).toMatchObject({ code: 0 });
  const { git } = repository.standIn;
  const commit = await repository.commit();
  const tree = git.newTree(git.commit(commit)?.tree, [{ path: 'state/sandbox.ledger.json', content: kept }]) ?? '';
  repository.toMain(git.newCommit({ tree, parents: [commit], message: 'With a ledger' }));
  const event = { name: 'push', payload: {} };
  const refused = await repository.job(repository.head(), { inputs: { command: 'plan', ...ledger }, event });
  expect([refused.code, refused.log]).toEqual([3, expect.stringContaining('title=policy-loosened')]);
  const started = await repository.start({ ...ledger, review: 'none' });
  expect([started.code, await options()]).toEqual([3, ALL]);
});
