import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkoutAround, commitAt } from '../../src/action/checkout-commit.ts';

const COMMIT = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);

let top: string;
beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'trueup-checkout-')));
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(top, name)), { recursive: true });
    await writeFile(join(top, name), text);
  }
}

async function git(cwd: string, ...words: readonly string[]): Promise<string> {
  const who = ['-c', 'user.name=ann', '-c', 'user.email=ann@example.org'];
  return (await promisify(execFile)('git', [...who, ...words], { cwd })).stdout.trim();
}

describe('the commit of a checkout is read from', () => {
  test.each([
    ['HEAD alone', { '.git/HEAD': `${COMMIT}\n` }],
    ['a longer id', { '.git/HEAD': `${'c'.repeat(64)}\n` }],
    ['a branch', { '.git/HEAD': 'ref: refs/heads/a/b\n', '.git/refs/heads/a/b': `${COMMIT}\n` }],
    [
      'a branch before the packed ones',
      {
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.git/refs/heads/main': `${COMMIT}\n`,
        '.git/packed-refs': `${OTHER} refs/heads/main\n`,
      },
    ],
  ])('%s', async (name, files) => {
    await write(files);
    expect(await commitAt(top)).toBe(name === 'a longer id' ? 'c'.repeat(64) : COMMIT);
  });

  test.each([
    ['a branch without a commit', { '.git/HEAD': 'ref: refs/heads/main\n' }],
    ['a circle', { '.git/HEAD': 'ref: refs/heads/a\n', '.git/refs/heads/a': 'ref: refs/heads/a\n' }],
    ['a way out', { '.git/HEAD': 'ref: refs/../../commit\n', commit: COMMIT }],
    ['no HEAD', { '.git/config': '' }],
  ])('nowhere if there is %s', async (_, files) => {
    await write(files);
    expect(await commitAt(top)).toBeUndefined();
  });

  test('the files of git itself, of a worktree of it too', async () => {
    await git(top, 'init', '--quiet', '--initial-branch=main', 'one');
    const one = join(top, 'one');
    await git(one, 'commit', '--quiet', '--allow-empty', '-m', 'Start');
    await git(one, 'worktree', 'add', '--quiet', '-b', 'side', join(top, 'two'));
    await git(join(top, 'two'), 'commit', '--quiet', '--allow-empty', '-m', 'Side');
    await git(one, 'pack-refs', '--all');
    for (const folder of ['one', 'two']) {
      expect(await commitAt(join(top, folder))).toBe(await git(join(top, folder), 'rev-parse', 'HEAD'));
    }
  });
});

test('the checkout of a file is the nearest within the workspace, through links', async () => {
  await write({ '.git/HEAD': COMMIT, 'space/file': '', 'space/pr/.git/HEAD': OTHER, 'space/pr/crm/trueup.yaml': '' });
  await symlink('pr/crm', join(top, 'space', 'link'));
  const space = join(top, 'space');
  const around = (path: string) => checkoutAround(join(space, path), space);
  expect(around('pr/crm/trueup.yaml')).toBe(join(space, 'pr'));
  expect(around('link/trueup.yaml')).toBe(join(space, 'pr'));
  expect(around('pr/crm/gone/gone.yaml')).toBe(join(space, 'pr'));
  expect(around('file')).toBeUndefined();
  expect(around('../file')).toBeUndefined();
  expect(checkoutAround(join(space, 'file'), top)).toBe(top);
});
