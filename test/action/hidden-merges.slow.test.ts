/** A stricter policy that waits behind a merge which the history of the files leaves out holds, wherever it was and whatever else changed. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, BRANCH, mergeSha, type RepositoryUnderTest } from './repository.ts';
import { ALL, ALLOW } from './tier-project.ts';

const LOOSE = 'policy: { allow: ["option-removal=property:contacts/tier"] }\n';
const STRICT = 'policy: {}\n';
const RULE = 'policy: { rules: { description-required: error } }\n';
/** What the rule does not let through. */
const OTHER = '          other: { label: Other, type: string, fieldType: text }\n';
const FEWER = ['gold'];
const PATIENT = { timeout: 180_000 };

let repository: RepositoryUnderTest;
afterEach(() => repository.close());

interface Said {
  readonly folder?: string;
  readonly name?: string;
  readonly options?: readonly string[];
  /** Sections before the objects. */
  readonly more?: string;
  /** Lines after the property. */
  readonly below?: string;
}

const head = () => repository.standIn.git.refs.get('refs/heads/main') ?? '';

function declare(said: Said = {}): Promise<void> {
  const { folder = 'crm', name = 'sandbox', options = ALL, more = 'include: [policy.yaml]\n', below = '' } = said;
  const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
  const text = `${sandboxText(repository.service.url).replace('sandbox:', `${name}:`)}${more}objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: Tier, description: A tier, type: enumeration, fieldType: select, options: [${list}] }
${below}`;
  return repository.file(join(folder, 'trueup.yaml'), text);
}

async function planned(number: number, inputs = {}): Promise<void> {
  expect(await repository.push(number, inputs, undefined, head())).toMatchObject({ code: 0 });
}

async function refused(number: number, inputs = {}): Promise<void> {
  expect(await repository.push(number, inputs, undefined, head())).toMatchObject({ code: 3 });
  expect(repository.comments(number)[0]).toContain('The plan needs this, so it is refused');
}

/** Planned and merged; no job applies it. */
async function waits(number: number, policy: string, inputs = {}): Promise<string> {
  await repository.file('crm/policy.yaml', policy);
  await planned(number, inputs);
  return merged(number);
}

async function merged(number: number): Promise<string> {
  const { pulls } = repository.standIn.state;
  const at = pulls.findIndex((pull) => pull.number === number);
  repository.toMain(await repository.commit(head(), mergeSha(number)));
  const mergedAt = later();
  pulls[at] = { ...(pulls[at] as (typeof pulls)[number]), mergeSha: mergeSha(number), mergedAt };
  return head();
}

async function applied(policy: string): Promise<string> {
  repository = await aRepository({ folder: 'crm' });
  await repository.file('crm/policy.yaml', policy);
  await declare();
  await planned(1);
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  return head();
}

function ofFork(number: number, headSha: string, broughtShas: readonly string[]): void {
  const mergedAt = later();
  const merged = { number, headSha, headRepo: 'mallory/schema', mergeSha: head(), mergedAt, broughtShas };
  repository.standIn.state.pulls.push(merged);
}

/** A fork merged main, kept the files of an older commit, and brought something else on top of that; more came after its merge. */
function hiddenBy(from: string, notes = 1): void {
  const { git } = repository.standIn;
  const noted = (on: string, parents: readonly string[], note: string) => {
    const tree = git.newTree(git.commit(on)?.tree, [{ path: 'NOTES.md', content: note }]) ?? '';
    return git.newCommit({ tree, parents, message: note });
  };
  const ours = git.newCommit({ tree: git.commit(from)?.tree ?? '', parents: [from, head()], message: 'Merge main' });
  const headSha = noted(ours, [ours], 'Nothing of ours');
  const tree = git.commit(headSha)?.tree ?? '';
  repository.toMain(git.newCommit({ tree, parents: [head(), headSha], message: 'Merge #5' }));
  ofFork(5, headSha, [ours, headSha]);
  for (let at = 0; at < notes; at += 1) {
    repository.toMain(noted(head(), [head()], `Note ${at}`));
    ofFork(200 + at, head(), [head()]);
  }
}

/** As `ledger claim` does. */
function claimed(key: 'name' | 'project', from: string, to: string): void {
  const { git } = repository.standIn;
  const [branch, before] = [`refs/heads/${BRANCH}`, `"${key}": "${from}"`];
  const files = Object.entries(git.files(BRANCH)).map(([path, text]) => ({
    path: path.replace(from, to),
    content: text.replace(before, `"${key}": "${to}"`),
  }));
  const parents = [git.refs.get(branch) ?? ''];
  git.refs.set(branch, git.newCommit({ tree: git.newTree(undefined, files) ?? '', parents, message: 'Claimed' }));
}

async function moved(said: Said): Promise<void> {
  for (const name of ['policy.yaml', 'trueup.yaml']) await rm(join(repository.workspace, 'crm', name));
  await declare({ folder: 'two', ...said });
}

test('where the pull request does not include its file any more', PATIENT, async () => {
  const first = await applied(LOOSE);
  await waits(2, STRICT);
  hiddenBy(first);
  await rm(join(repository.workspace, 'crm/policy.yaml'));
  await declare({ options: FEWER, more: LOOSE });
  await refused(6);
});

test.each([STRICT, `${STRICT}# once more\n`])('where a looser one was allowed before it', PATIENT, async (again) => {
  await applied(STRICT);
  await declare({ options: ['gold', 'silver'] });
  const looser = await waits(3, LOOSE, ALLOW);
  await declare();
  await waits(2, again);
  hiddenBy(looser);
  await repository.file('crm/policy.yaml', LOOSE);
  await declare({ options: FEWER });
  await refused(6);
});

async function unapplied(): Promise<void> {
  repository = await aRepository({ folder: 'crm' });
  await declare();
  const first = await waits(1, STRICT);
  await waits(2, RULE);
  hiddenBy(first);
  await repository.file('crm/policy.yaml', STRICT);
}

test('where nothing was applied yet', PATIENT, async () => {
  await unapplied();
  await declare({ below: OTHER });
  await refused(6);
});

test('where it is in another folder of the account', PATIENT, async () => {
  await unapplied();
  await moved({ more: '', below: OTHER });
  await refused(6, { 'working-directory': 'two' });
});

test('where nothing but the fork was planned', PATIENT, async () => {
  repository = await aRepository({ folder: 'crm' });
  await repository.file('crm/policy.yaml', STRICT);
  await declare();
  repository.toMain(await repository.commit());
  const first = head();
  ofFork(3, head(), [head()]);
  await waits(2, RULE);
  hiddenBy(first);
  await repository.file('crm/policy.yaml', STRICT);
  await declare({ below: OTHER });
  await refused(6);
});

test('where the account is renamed', PATIENT, async () => {
  const first = await applied(LOOSE);
  await waits(2, STRICT);
  hiddenBy(first);
  await repository.file('crm/policy.yaml', LOOSE);
  await declare({ options: FEWER, name: 'production' });
  claimed('name', 'sandbox', 'production');
  await refused(6);
});

test.each(['a merge', 'a push'])('where the project moves after %s took it back', PATIENT, async (by) => {
  const first = await applied(LOOSE);
  await waits(2, STRICT);
  await repository.file('crm/policy.yaml', LOOSE);
  if (by === 'a merge') hiddenBy(first);
  else repository.toMain(await repository.commit());
  await moved({ more: LOOSE, options: FEWER });
  claimed('project', 'crm', 'two');
  await refused(6, { 'working-directory': 'two' });
});

test('where the project was moved by a merge that waits as well', PATIENT, async () => {
  await applied(LOOSE);
  await waits(2, STRICT);
  await repository.file('crm/policy.yaml', LOOSE);
  repository.toMain(await repository.commit());
  await moved({ more: LOOSE });
  claimed('project', 'crm', 'two');
  await planned(6, { 'working-directory': 'two' });
  await merged(6);
  await declare({ folder: 'two', more: LOOSE, options: FEWER });
  await refused(7, { 'working-directory': 'two' });
});

test.each(['*.yaml', '**/*.yaml'])(
  'where %s at the top finds its file, behind many commits',
  PATIENT,
  async (pattern) => {
    repository = await aRepository();
    const said = { folder: '.', more: `include: ['${pattern}']\n` };
    await declare(said);
    await planned(1);
    expect(await repository.merge(1)).toMatchObject({ code: 0 });
    const first = head();
    await repository.file('crm/policy.yaml', '');
    await rm(join(repository.workspace, 'crm'), { recursive: true });
    await repository.file('strict.yaml', RULE);
    await planned(2);
    await merged(2);
    hiddenBy(first, 31);
    await rm(join(repository.workspace, 'strict.yaml'));
    await declare({ ...said, below: OTHER });
    await refused(6);
  },
);

const NOTHING = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`e${at}`, null]));

test.each<[string, unknown]>([
  ['for none of them', { data: { repository: NOTHING }, errors: [{ message: 'Timeout' }] }],
  ['for some of them', { data: { repository: {} } }],
])('where the Git host answers %s', PATIENT, async (_, body) => {
  const first = await applied(LOOSE);
  await waits(2, STRICT);
  hiddenBy(first);
  await repository.file('crm/policy.yaml', LOOSE);
  await declare({ options: FEWER });
  repository.standIn.fault(/POST .*\/graphql/, { do: 'answer', with: { status: 200, body } });
  const ran = await repository.push(6, {}, undefined, head());
  expect(ran).toMatchObject({ code: 1 });
  expect(ran.log).toContain('The Git host does not tell by GraphQL what all commits have.');
  expect(repository.comments(6)[0]).toContain('Merging does not approve this plan');
});
