import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ACTION, fillIn } from '../action/action-file.ts';
import { runWell } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the Action runs from a checkout with the packages that it installs itself', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'trueup-action-'));
  onTestFinished(() => rm(checkout, { recursive: true, force: true }));
  for (const name of ['src', 'bin', 'tools', 'package.json', 'package-lock.json']) {
    await cp(join(ROOT, name), join(checkout, name), { recursive: true });
  }
  const inputs = Object.entries(ACTION.inputs).map(([name, input]) => [`inputs.${name}`, input.default ?? ''] as const);
  const names = {
    ...Object.fromEntries(inputs),
    'inputs.command': 'validate',
    'github.token': '',
    'github.action_path': checkout,
  };
  const filled = (text: string) => fillIn(fillIn(text, names), names);
  let printed = '';
  for (const { run, env = {}, 'working-directory': cwd = join(ROOT, 'examples', 'starter') } of ACTION.runs.steps) {
    if (run === undefined) continue;
    const own = Object.entries(env).map(([name, value]) => [name, filled(value)] as const);
    const ran = await runWell('bash', ['-e', '-c', run], {
      cwd: filled(cwd),
      env: { ...Object.fromEntries(own), GITHUB_ACTION_PATH: checkout },
    });
    printed += ran.stdout;
  }
  expect(printed).toContain('1 file, 1 account: no findings.');
  expect(await readdir(join(checkout, 'node_modules'))).not.toContain('commander');
});
