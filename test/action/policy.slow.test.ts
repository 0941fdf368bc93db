import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { TOKEN } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

const CREDENTIALS = { credentials: `SANDBOX_TOKEN=${TOKEN.SANDBOX_TOKEN}` };

interface Texts {
  /** Lines of the account. */
  readonly account?: string;
  /** The whole section in place of the account. */
  readonly accounts?: string;
  readonly policy?: string;
  readonly options?: readonly string[];
}

/** An account of the section, of the one hub. */
function declared(name: string, more = '', hubId = 'hubId: 1001, '): string {
  return `  ${name}: { ${hubId}baseUrl: "${repository.service.url}", auth: { accessToken: "\${env.SANDBOX_TOKEN}" }${more} }\n`;
}

function files({
  account = '',
  accounts = declared('sandbox', account),
  policy = '',
  options = ['gold', 'silver'],
}: Texts): Readonly<Record<string, string>> {
  const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
  return {
    'trueup.yaml': `version: 1
include: [policy.yaml, schema/*.yaml]
accounts:
${accounts}`,
    'policy.yaml': policy === '' ? '# none\n' : `policy: ${policy}\n`,
    'schema/contacts.yaml': `objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties:
          tier: { label: Tier, type: enumeration, fieldType: select, options: [${list}] }
`,
  };
}

async function checkout(texts: Texts): Promise<void> {
  for (const [path, text] of Object.entries(files(texts))) {
    await mkdir(join(repository.workspace, dirname(path)), { recursive: true });
    await writeFile(join(repository.workspace, path), text);
  }
}

/** A commit of the Git host with these files, and links by what they lead to; its id. */
function commit(texts: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}): string {
  const { git } = repository.standIn;
  const changes = [
    ...Object.entries({ 'README.md': 'Schema\n', ...texts }).map(([path, content]) => ({ path, content })),
    ...Object.entries(links).map(([path, content]) => ({ path, content, mode: '120000' })),
  ];
  return git.newCommit({ tree: git.newTree(undefined, changes) ?? '', parents: [], message: 'Base' });
}

function plan(base: string, inputs: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return repository.push(1, inputs, REPOSITORY, base);
}

/** Without the escapes of Markdown. */
function comment(): string {
  return (repository.comments(1)[0] ?? '').replaceAll('\\', '');
}

/** The account as the base branch declares it, applied under this name, and the commit of that. */
async function applied(texts: Texts, name = 'production'): Promise<string> {
  await checkout({ ...texts, account: '', ...(texts.accounts === undefined ? {} : { accounts: declared(name) }) });
  const done = await repository.applyAgain(1, { ...CREDENTIALS, review: 'none', digest: '' });
  expect(done).toMatchObject({ code: 0 });
  return commit(files(texts));
}

const ALLOW = '{ allow: [option-removal] }';
const LOST = 'update property:contacts/tier';

describe('a pull request that loosens the policy', () => {
  test('fails with the change that needs it, whatever else it says; with the word of somebody outside of it, it passes', async () => {
    const base = await applied({});
    await checkout({ policy: ALLOW, options: ['gold'] });
    const refused = await plan(base);
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(refused.log).toContain(`::error title=refused::The plan for sandbox is possible only under a looser policy`);
    expect(comment()).toMatch(
      /^<!-- .* digest=none .*-->\n> \*\*Tokens go to [^\n]*\n\n> \*\*The policy of `sandbox` is looser than on the base branch:\*\*\n>\n> - The risk option-removal is allowed everywhere\./,
    );
    expect(comment()).toContain(LOST);
    expect(refused.summary).not.toMatch(/`[0-9a-f]{20}`/);
    expect(refused.summary.indexOf('is looser')).toBeLessThan(refused.summary.indexOf('Plan for'));
    // Merged all the same: there is nothing that was approved.
    const before = await repository.writes();
    expect(await repository.merge(1)).toMatchObject({ code: 3 });
    expect(await repository.writes()).toEqual(before);

    const allowed = await plan(base, { 'policy-changes': 'allow' });
    expect(allowed).toMatchObject({ code: 0, outputs: { result: 'passed', destructive: '1' } });
    expect(comment()).toContain('The plan needs this:');
  });

  test('is told so first when nothing else changes, and passes', async () => {
    const base = await applied({
      account: ', protected: true, drift: hold',
      policy: '{ rules: { label-unique: error } }',
    });
    await checkout({ policy: '{ maxChanges: { percent: 90 } }' });
    const ran = await plan(base);
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'false' } });
    const said = comment();
    for (const text of [
      'The account is no longer protected.',
      'What changed in the account is overwritten instead of held (drift: revert).',
      'maxChanges.percent is raised from 30 to 90.',
      'The rule label-unique is lowered from error to off.',
      'The plan does not need this.',
    ])
      expect(said).toContain(text);
    expect(ran.annotations).toContain('::warning title=policy-changes::The account is no longer protected.');
  });

  test('is told of what holds everywhere before what holds at one address, and of all of it in the log', async () => {
    const base = await applied({});
    const narrow = Array.from(
      { length: 25 },
      (_, at) => `{ risk: option-removal, address: "property:contacts/n${at}" }`,
    );
    await checkout({ policy: `{ allow: [${narrow.join(', ')}, option-removal] }` });
    const ran = await plan(base);
    expect(comment()).toContain('> - The risk option-removal is allowed everywhere.\n> - The risk option-removal is');
    expect(comment()).toContain('> - and 6 more that hold at one address each: they are in the log.');
    expect(ran.annotations[0]).toBe('::warning title=policy-changes::The risk option-removal is allowed everywhere.');
    expect(ran.log).toContain('- The risk option-removal is allowed at property:contacts/n24.');
  });

  test('may write nothing into an account that it takes the protection from', async () => {
    const base = await applied({ account: ', protected: true' });
    await checkout({ options: ['gold', 'silver', 'bronze'] });
    const refused = await plan(base);
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(comment()).toContain('The account was protected.');
    expect(refused.annotations.at(-1)).toContain('base branch: The account was protected.%0AChange the policy');
  });

  test('may not overwrite what the base branch holds, nor break a rule of it', async () => {
    const base = await applied({ account: ', drift: hold', policy: '{ rules: { options-sorted: error } }' });
    await repository.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });
    await checkout({ options: ['gold', 'silver', 'bronze'] });
    const refused = await plan(base);
    expect(refused).toMatchObject({ code: 3 });
    expect(comment()).toContain('options-sorted: ');
    expect(comment()).toContain(LOST);
  });
});

describe('an account under another name', () => {
  const GUARDED = ', protected: true, drift: hold';

  test('is as guarded as it was, though no file says its id any more', async () => {
    const base = await applied({ accounts: declared('production', GUARDED) }, 'live');
    await repository.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });
    await checkout({ accounts: declared('live', '', '') });
    expect(await plan(base)).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(comment()).toContain('The account is no longer protected.');
    expect(comment()).toContain('drift: revert');
    expect(comment()).toContain('The account was protected.');
  });

  test('that another account had is guarded as well', async () => {
    const spare = declared('spare', '', 'hubId: 2002, ');
    const base = await applied({ accounts: declared('production', GUARDED) + spare }, 'spare');
    await checkout({ accounts: declared('spare'), options: ['gold', 'silver', 'bronze'] });
    expect(await plan(base)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(comment()).toContain('The account was protected.');
  });

  test.each([
    ['beside the guarded one', 'hubId: 1001, '],
    ['by its token alone', ''],
  ])('%s gets around nothing', async (_, hubId) => {
    const base = await applied({ accounts: declared('production', GUARDED) });
    await repository.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });
    await checkout({ accounts: declared('production', GUARDED) + declared('mirror', '', hubId) });
    const written = await repository.writes();
    const refused = await plan(base);
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(refused.log).toContain('`mirror` and `production` are the same account 1001');
    expect(refused.summary.replaceAll('\\', '')).toContain('The policy of `mirror` is looser than on the base branch');
    expect(await repository.merge(1, {}, { before: base })).toMatchObject({ outputs: { result: 'failed' } });
    expect(await repository.writes()).toEqual(written);
  });
});

describe('a base branch', () => {
  test('that says the same in other lines and files is no change of policy', async () => {
    await applied({ policy: ALLOW });
    const { 'policy.yaml': moved = '', ...others } = files({ policy: ALLOW });
    const base = commit({ ...others, 'policy.yaml': '# moved\n', 'schema/policy.yaml': `# here\n${moved}` });
    await checkout({ policy: ALLOW, options: ['gold'] });
    expect(await plan(base)).toMatchObject({ code: 0, outputs: { destructive: '1' } });
    expect(comment()).not.toContain('looser');
  });

  test('may include a file of another type by its name', async () => {
    await applied({ policy: ALLOW });
    const { 'policy.yaml': moved = '', 'trueup.yaml': top = '', ...others } = files({ policy: ALLOW });
    const base = commit({ ...others, 'policy.conf': moved, 'trueup.yaml': top.replace('policy.yaml', 'policy.conf') });
    await checkout({ policy: ALLOW, options: ['gold'] });
    expect(await plan(base)).toMatchObject({ code: 0, outputs: { destructive: '1' } });
    expect(comment()).not.toContain('policy of');
  });

  test.each([
    ['is followed', 'v1', 'The policy of `sandbox` is looser than on the base branch'],
    [
      'and leads nowhere is no new configuration',
      'v0',
      'The link on the way to crm/trueup.yaml leads to no configuration',
    ],
    ['and leads out of the repository is not one either', '../v1', 'The link on the way to crm/trueup.yaml'],
  ])('with a working directory that is a link %s', async (_, target, text) => {
    const inside = (texts: Texts) => Object.entries(files(texts)).map(([path, one]) => [`v1/${path}`, one] as const);
    const place = async (texts: Texts) => {
      for (const [path, one] of inside(texts)) await repository.file(path, one);
    };
    const inputs = { 'working-directory': 'crm' };
    await place({});
    await symlink('v1', join(repository.workspace, 'crm'));
    const done = await repository.applyAgain(1, { ...CREDENTIALS, ...inputs, review: 'none', digest: '' });
    expect(done).toMatchObject({ code: 0 });
    const base = commit(Object.fromEntries(inside({})), { crm: target });
    await place({ policy: ALLOW, options: ['gold'] });
    const ran = await plan(base, inputs);
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(comment()).not.toContain('has no configuration');
    expect(ran.log + comment()).toContain(text);
  });

  test('without a configuration is said', async () => {
    await checkout({ policy: ALLOW });
    expect(await plan(commit({}))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(comment()).toContain('The base branch has no configuration');
  });

  test.each([
    ['is not there', () => '1'.repeat(40), 'failed with status 404'],
    ['does not parse', () => commit({ ...files({}), 'policy.yaml': 'policy: { allow: [\n' }), 'could not be read'],
    ['includes what is not there', () => commit({ 'trueup.yaml': files({})['trueup.yaml'] ?? '' }), 'No file matches'],
  ])('that %s refuses what a looser policy may have made possible', async (_, base, reason) => {
    await checkout({});
    const refused = await plan(base());
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(comment()).toContain('The policy of the base branch could not be read');
    expect(refused.log).toContain(reason);
    expect(await plan(base(), { 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
  });
});

test('a direct push is compared with the commit before it', async () => {
  const before = await applied({});
  await checkout({ policy: ALLOW, options: ['gold'] });
  const inputs = { ...CREDENTIALS, review: 'none' };
  const written = await repository.writes();
  const refused = await repository.applyAgain(1, inputs, { before });
  expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(refused.summary.replaceAll('\\', '')).toContain('The risk option-removal is allowed everywhere.');
  expect(await repository.writes()).toEqual(written);
  const zeros = '0'.repeat(40);
  expect(await repository.applyAgain(1, inputs, { before: zeros })).toMatchObject({ code: 0 });
});

test('a manual start with the digest of a direct push is compared with what was there before, and both say what is looser', async () => {
  const before = await applied({});
  repository.toMain(before);
  await checkout({ policy: ALLOW, options: ['gold'] });
  const sha = await repository.commit();
  repository.toMain(sha);
  const written = await repository.writes();
  const push = { name: 'push', payload: { ref: 'refs/heads/main', before } };
  const pushed = await repository.job(sha, { inputs: { command: 'apply' }, event: push });
  expect(pushed).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(pushed.log).toContain('No reviewed plan for sandbox was found');
  expect(pushed.summary.replaceAll('\\', '')).toContain('The risk option-removal is allowed everywhere.');
  const digest = pushed.outputs['digest'] ?? '';
  expect(pushed.log).toContain(`digest: ${digest}\npolicy-changes: allow\n`);
  expect(pushed.summary).toContain(`\`digest: ${digest}\` and \`policy-changes: allow\``);
  const event = { name: 'workflow_dispatch', payload: {} };
  const dispatched = (more = {}) => repository.job(sha, { inputs: { command: 'apply', digest, ...more }, event });
  const refused = await dispatched();
  expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(refused.summary).toContain('is looser than on the base branch');
  expect(await repository.writes()).toEqual(written);
  expect(await dispatched({ 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
});

test('a plan that a comment asks for is compared with the base of the pull request', async () => {
  const baseSha = await applied({});
  await checkout({ policy: ALLOW, options: ['gold'] });
  const headSha = await repository.commit();
  repository.standIn.state.pulls.push({ number: 3, headSha, baseSha });
  const event = { name: 'issue_comment', payload: { issue: { number: 3, pull_request: {} } } };
  const refused = await repository.job(headSha, { inputs: { command: 'plan' }, event });
  expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
  expect(refused.summary).toContain('is looser than on the base branch');
});

describe('a pull request that gets another base branch', () => {
  const LOOSE = 'refs/heads/loose';

  /** Planned against a branch that is loose already; the head, and main, which is not. */
  async function planned() {
    const main = await applied({});
    repository.toMain(main);
    await checkout({ policy: ALLOW });
    const loose = await repository.commit(main);
    repository.standIn.git.refs.set(LOOSE, loose);
    await checkout({ policy: ALLOW, options: ['gold'] });
    const head = await repository.commit(loose);
    repository.standIn.state.pulls.push({ number: 1, headSha: head, baseSha: loose, base: 'loose' });
    expect(await plannedFor(head, head, { ref: 'loose', sha: loose })).toMatchObject({ code: 0 });
    return { main, loose, head };
  }

  function plannedFor(commit: string, head: string, base: { readonly ref: string; readonly sha: string }) {
    const repo = { full_name: REPOSITORY };
    const payload = { pull_request: { number: 1, head: { sha: head, repo }, base: { ...base, repo } } };
    const event = { name: 'pull_request', payload };
    return repository.job(commit, { inputs: { command: 'plan' }, ref: 'refs/pull/1/merge', event });
  }

  function retarget(main: string, more: { readonly testMergeSha?: string } = {}) {
    const { state } = repository.standIn;
    const [pull] = state.pulls;
    if (pull !== undefined) state.pulls[0] = { ...pull, ...more, base: 'main', baseSha: main };
  }

  test('is not approved by the plan for the first one, and is told so', async () => {
    const { main } = await planned();
    retarget(main);
    const before = await repository.writes();
    const sha = await repository.commit();
    const { state } = repository.standIn;
    const [pull] = state.pulls;
    if (pull !== undefined) state.pulls[0] = { ...pull, mergeSha: sha, mergedAt: new Date().toISOString() };
    repository.toMain(sha);
    const event = { name: 'push', payload: { ref: 'refs/heads/main', before: main } };
    const ran = await repository.job(sha, { inputs: { command: 'apply' }, event });
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(ran.annotations).toContain(
      '::warning title=approval-ignored::The plan of #1 is ignored: it was made for loose, and #1 is for main.',
    );
    expect(await repository.writes()).toEqual(before);
  });

  test('is compared with the new one, also while the checkout is still the merge into the first one', async () => {
    const { main, loose, head } = await planned();
    const { git } = repository.standIn;
    const tree = git.commit(head)?.tree ?? '';
    const stale = git.newCommit({ tree, parents: [loose, head], message: 'Test merge' });
    retarget(main, { testMergeSha: stale });
    const ran = await plannedFor(stale, head, { ref: 'main', sha: main });
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(comment()).toContain('is looser than on the base branch');
  });
});
