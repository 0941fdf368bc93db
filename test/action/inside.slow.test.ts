/** Tests that paths, links and includes keep the Action inside the repository and outside `.git`. */

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aRepository, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

const SECRET = 'npm_hush-hush-hush';
const NPMRC = `//registry.npmjs.org/:_authToken=${SECRET}\n`;
const KEY = `{ "type": "service_account", "private_key": "${SECRET}", "nested": ["${SECRET}", *${SECRET}] }\n`;

let repository: RepositoryUnderTest;
let home: string;
beforeEach(async () => {
  repository = await aRepository({ folder: 'crm' });
  home = await mkdtemp(join(tmpdir(), 'trueup-home-'));
  await writeFile(join(home, '.npmrc'), NPMRC);
  await writeFile(join(home, 'key.yaml'), KEY);
  await repository.write({});
});
afterEach(() => repository.close());

const at = (...parts: readonly string[]) => join(repository.workspace, ...parts);

/** Everything that is public, minus the texts that the runner masks. */
function told({ log, summary, outputs, annotations }: Ran): string {
  const comments = repository.standIn.state.comments.map(({ body }) => body);
  return [log, summary, JSON.stringify(outputs), ...annotations, ...comments].join('\n');
}

async function including(path: string): Promise<void> {
  const text = await readFile(at('crm/trueup.yaml'), 'utf8');
  await writeFile(at('crm/trueup.yaml'), `include: [${JSON.stringify(path)}]\n${text}`);
}

describe('an include', () => {
  test.each([
    ['of a file in the home', () => relative(at('crm'), join(home, '.npmrc')), 'outside-project'],
    ['of YAML in the home', () => relative(at('crm'), join(home, 'key.yaml')), 'outside-project'],
    ['of the environment', () => '/proc/self/environ', 'outside-project'],
    ['of the configuration of Git', () => '../.git/config', 'outside-project'],
    ['of a token in the workspace', () => '../gha-creds.json', 'not-configuration'],
    ['of settings in the workspace', () => '../.npmrc', 'not-configuration'],
    ['of a link to the home', () => 'link.yaml', 'outside-project'],
    ['of a link to the configuration of Git', () => 'git.yaml', 'outside-project'],
    ['of a link to settings', () => 'npmrc.yaml', 'not-configuration'],
    ['through a link to the home', () => 'home/*.yaml', 'outside-project'],
    ['of a pipe', () => 'pipe.yaml', 'file-unreadable'],
    ['of a device', () => '/dev/zero', 'outside-project'],
    ['of a huge file', () => 'huge.yaml', 'file-too-large'],
  ])('%s tells nothing of it', async (_, path, code) => {
    const commit = await repository.commit();
    await repository.file('.git/config', `[http]\n\textraheader = AUTHORIZATION: basic ${SECRET}\n`);
    await writeFile(at('.npmrc'), NPMRC);
    await writeFile(at('gha-creds.json'), KEY);
    await symlink(join(home, 'key.yaml'), at('crm/link.yaml'));
    await symlink('../.git/config', at('crm/git.yaml'));
    await symlink('../.npmrc', at('crm/npmrc.yaml'));
    await symlink(home, at('crm/home'));
    execFileSync('mkfifo', [at('crm/pipe.yaml')]);
    await writeFile(at('crm/huge.yaml'), `# ${SECRET}\n`.repeat(600_000));
    await including(path());
    repository.env['NPM_TOKEN'] = SECRET;
    for (const command of ['plan', 'apply', 'validate']) {
      const ran = await repository.job(commit, { inputs: { command, review: 'none' } });
      expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
      expect(ran.annotations[0]).toContain(`title=${code}`);
      expect(told(ran)).not.toContain(SECRET);
    }
    expect(await repository.service.calls()).toEqual([]);
  });
});

describe('an input', () => {
  const cases: readonly (readonly [string, () => Readonly<Record<string, string>>])[] = [
    ['files in the home', () => ({ files: join(home, 'key.yaml') })],
    ['files by a way up', () => ({ files: relative(at('crm'), join(home, '.npmrc')) })],
    ['files in .git', () => ({ files: '../.git/config' })],
    ['files that are no configuration', () => ({ files: '../.npmrc' })],
    ['working-directory above', () => ({ 'working-directory': '..' })],
    ['working-directory in .git', () => ({ 'working-directory': '.git' })],
    ['working-directory by a link', () => ({ 'working-directory': 'crm/home' })],
    ['plan-file above', () => ({ 'plan-file': relative(at('crm'), join(home, 'plan.json')) })],
    ['plan-file by a link', () => ({ 'plan-file': 'home/plan.json' })],
    ['plan-file by a link that leads nowhere yet', () => ({ 'plan-file': 'new.json' })],
    ['plan-file in .git', () => ({ 'plan-file': '../.git/HEAD' })],
    ['report-file by a link', () => ({ 'report-file': 'home/page.html' })],
    ['report-file in .git', () => ({ 'report-file': '../.GIT/hooks/pre-commit' })],
    ['ledger above', () => ({ ledger: relative(at('crm'), home) })],
    ['ledger by a link', () => ({ ledger: 'home' })],
    ['ledger in .git', () => ({ ledger: '../.git/ledger' })],
    ['ledger with a file that is a link', () => ({ ledger: 'linked' })],
    ['ledger left out, where its folder is a link', () => ({ ledger: '' })],
  ];

  test.each(cases)('%s is refused before anything is read or written there', async (_, inputs) => {
    await writeFile(at('.npmrc'), NPMRC);
    await symlink(home, at('crm/home'));
    await symlink(home, at('crm/.trueup'));
    await symlink(join(home, 'new.json'), at('crm/new.json'));
    await mkdir(at('crm/linked'));
    await symlink(join(home, 'sandbox.ledger.json'), at('crm/linked/sandbox.ledger.json'));
    const [commit, files] = [await repository.commit(), await readdir(home)];
    repository.toMain(commit);
    for (const command of ['plan', 'apply']) {
      const ran = await repository.job(commit, { inputs: { command, review: 'none', ...inputs() } });
      expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
      expect(told(ran)).toMatch(/title=(outside-repository|outside-project|not-configuration)/);
      expect(told(ran)).not.toContain(SECRET);
    }
    expect(await readdir(home)).toEqual(files);
    expect(await readdir(at('.git'))).toEqual(['HEAD']);
    expect(await repository.writes()).toEqual([]);
  });

  test('plan-file may be in the temporary folder, but not behind a link of the repository', async () => {
    repository.env['RUNNER_TEMP'] = home;
    await symlink(home, at('crm/home'));
    const commit = await repository.commit();
    const run = (path: string) => repository.job(commit, { inputs: { command: 'plan', 'plan-file': path } });
    expect(await run(join(home, 'plan.json'))).toMatchObject({ code: 0 });
    expect(await readdir(home)).toContain('plan.json');
    expect(await run('home/other.json')).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(await readdir(dirname(join(home, 'plan.json')))).not.toContain('other.json');
  });
});
