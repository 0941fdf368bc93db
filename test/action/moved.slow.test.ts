/** A project that moves, and an account that goes to another project, keep the policy that they had. */

import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

const GUARDED = ', protected: true, drift: hold';

interface Declared {
  readonly name?: string;
  readonly hubId?: number;
  readonly more?: string;
  readonly label?: string;
}

function text({ name = 'sandbox', hubId = 1001, more = '', label = 'Tier' }: Declared): string {
  return `version: 1
accounts:
  ${name}: { hubId: ${hubId}, baseUrl: "${repository.service.url}", auth: { accessToken: "\${env.SANDBOX_TOKEN}" }${more} }
objects:
  contacts: { groups: { loyalty: { displayName: Loyalty, properties: { tier: { label: ${label}, type: string, fieldType: text } } } } }
`;
}

/** A commit with these files alone; the workspace has them too. */
async function base(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, one] of Object.entries(files)) await repository.file(path, one);
  return repository.commit();
}

async function plan(folder: string, from: string, inputs: Readonly<Record<string, string>> = {}) {
  const ran = await repository.push(1, { 'working-directory': folder, ...inputs }, REPOSITORY, from);
  return { ran, said: (repository.comments(1)[0] ?? '').replaceAll('\\', '') };
}

const gone = (path: string) => rm(join(repository.workspace, path));

describe('a pull request that moves the project', () => {
  test('is compared with the policy where it was', async () => {
    const from = await base({ 'crm/trueup.yaml': text({ more: GUARDED }) });
    await gone('crm/trueup.yaml');
    await repository.file('sales/trueup.yaml', text({}));
    const { ran, said } = await plan('sales', from);
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(said).toContain('The account is no longer protected.');
    expect(said).toContain('The base branch has `sandbox` in another folder (`crm`): the policy there is compared.');
    expect(await plan('sales', from, { 'policy-changes': 'allow' })).toMatchObject({ ran: { code: 0 } });
  });

  test('and nothing else passes, and says where it was', async () => {
    const from = await base({ 'crm/trueup.yaml': text({}) });
    await gone('crm/trueup.yaml');
    await repository.file('sales/trueup.yaml', text({ label: 'Other' }));
    const { ran, said } = await plan('sales', from);
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(said).toContain('in another folder (`crm`)');
  });

  test('and renames its file is refused until somebody allows it', async () => {
    const from = await base({ 'crm/main.yaml': text({ more: GUARDED }) });
    await gone('crm/main.yaml');
    await repository.file('sales/trueup.yaml', text({}));
    const { ran, said } = await plan('sales', from);
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(said).toContain('crm/main.yaml may declare the account there');
    expect(await plan('sales', from, { 'policy-changes': 'allow' })).toMatchObject({ ran: { code: 0 } });
  });

  test('and leaves a copy behind is compared as well', async () => {
    const from = await base({ 'crm/trueup.yaml': text({ more: GUARDED }) });
    await repository.file('sales/trueup.yaml', text({ name: 'other' }));
    expect(await plan('sales', from)).toMatchObject({ ran: { code: 3, outputs: { result: 'failed' } } });
  });
});

test.each([
  ['another name', 'spare'],
  ['the name that another account had there', 'sandbox'],
])('an account that goes to another project, under %s, is as guarded as it was', async (_, name) => {
  const from = await base({
    'crm/trueup.yaml': text({ more: GUARDED }),
    'sales/trueup.yaml': text({ name, hubId: 2002 }),
  });
  await gone('crm/trueup.yaml');
  await repository.file('sales/trueup.yaml', text({}));
  const { ran, said } = await plan('sales', from);
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(said).toContain('The account was protected.');
});

test('a repository of many links is compared, and those that the checkout has cost no request', async () => {
  const from = await base({ 'crm/trueup.yaml': text({ more: GUARDED }) });
  for (let at = 0; at < 250; at += 1) await symlink('trueup.yaml', join(repository.workspace, `crm/link-${at}`));
  const linked = await repository.commit(from);
  await repository.file('crm/trueup.yaml', text({}));
  repository.standIn.requests.splice(0);
  const { ran, said } = await plan('crm', linked);
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(said).toContain('The account is no longer protected.');
  expect(repository.standIn.requests.filter((request) => request.includes('/git/blobs/'))).toHaveLength(1);
});

test('a new project of another account, and one beside files of other tools, is new', async () => {
  const from = await base({
    'crm/trueup.yaml': text({ hubId: 2002, more: GUARDED }),
    'deploy/values.yaml': 'accounts: { sandbox: { replicas: 2 } }\npolicy: strict\n',
    'deploy/bank.yaml': 'version: 1\naccounts:\n  sandbox: { auth: { user: a, token: b } }\n',
    'deploy/rules.yaml': 'version: 1\nauth: none\npolicy: { allow: [everything] }\n',
  });
  await repository.file('sales/trueup.yaml', text({}));
  const { ran, said } = await plan('sales', from);
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(said).toContain('The base branch has no configuration');
});

test.each([
  ['a path from the top of the disk', '.', (workspace: string) => ({ files: join(workspace, 'trueup.yaml') })],
  ['a checkout in a folder of the workspace', 'checkout', () => ({})],
])('%s does not hide the policy of the base branch', async (_, folder, inputs) => {
  const workspace = join(repository.workspace, folder);
  const { git } = repository.standIn;
  const tree = git.newTree(undefined, [{ path: 'trueup.yaml', content: text({ more: GUARDED }) }]) ?? '';
  const from = git.newCommit({ tree, parents: [], message: 'Base' });
  await repository.file(join(folder, 'trueup.yaml'), text({}));
  const head = git.newCommit({ tree, parents: [from], message: 'Head' });
  repository.standIn.state.pulls.push({ number: 1, headSha: head, baseSha: from });
  await repository.file(join(folder, '.git/HEAD'), `${head}\n`);
  const repo = { full_name: REPOSITORY };
  const payload = { pull_request: { number: 1, head: { sha: head, repo }, base: { ref: 'main', sha: from, repo } } };
  const event = { name: 'pull_request', payload };
  const request = { command: 'plan', 'working-directory': folder, ...inputs(workspace) };
  const ran = await repository.job(head, { inputs: request, ref: 'refs/pull/1/merge', event });
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
  expect(repository.comments(1)[0]?.replaceAll('\\', '')).toContain('The account is no longer protected.');
});
