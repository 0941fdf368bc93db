/** The guide for agents that `trueup init` writes: its commands run, and it overwrites no file. */

import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { aShell, type Shell } from '../support/world.ts';

/** Starts a project with a token of the embedded service. */
async function started(before: (shell: Shell) => Promise<unknown> = async () => undefined) {
  const service = await startService();
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token' };
  const shell = await aShell({ env });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  await before(shell);
  const { code, stdout } = await shell.run('init', '--no-pull');
  expect(code).toBe(0);
  return { service, shell, stdout };
}

const read = (shell: Shell, file: string) => readFile(join(shell.cwd, file), 'utf8');

test('every command of the guide runs in a new project and writes nothing', async () => {
  const { service, shell } = await started();
  const guide = await read(shell, 'AGENTS.md');
  expect(guide.split('\n').length).toBeLessThanOrEqual(60);
  const commands = [...new Set([...guide.matchAll(/`trueup ([^`]+)`/g)].map(([, words = '']) => words))];
  expect(commands.toSorted()).toEqual([
    'explain CODE',
    'explain reference-missing',
    'fmt',
    'fmt --check',
    'plan --json',
    'validate',
    'validate --json',
  ]);
  for (const words of commands) {
    const { code } = await shell.run(...words.replace('CODE', 'developer-key-missing').split(' '));
    expect([words, code]).toEqual([words, 0]);
  }
  const methods = (await service.calls()).filter(({ path }) => !path.startsWith('/oauth/')).map(({ method }) => method);
  expect(new Set(methods)).toEqual(new Set(['GET']));
});

test('the commands that the guide forbids exist', async () => {
  const { shell } = await started();
  const [line = ''] = (await read(shell, 'AGENTS.md')).match(/^- Run no command.*$/m) ?? [];
  const forbidden = [...line.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(forbidden).toContain('apply');
  for (const name of forbidden) {
    expect([name, (await shell.run(name, '--help')).stdout]).toEqual([
      name,
      expect.stringContaining(`Usage: trueup ${name}`),
    ]);
  }
});

test('the JSON documents have the members that the guide names', async () => {
  const { shell } = await started();
  expect((await shell.json('validate')).document).toHaveProperty('findings');
  const { document } = await shell.json('plan');
  expect(Object.keys(Object(document))).toEqual(expect.arrayContaining(['changes', 'findings', 'applyable']));
});

test('the exit codes are those of the guide', async () => {
  const { service, shell } = await started();
  await shell.write('schema/deals.yaml', 'objects: {   deals: { groups: { mine: {displayName: Mine} } } }\n');
  expect((await shell.run('fmt', '--check')).code).toBe(2);
  expect((await shell.run('fmt')).code).toBe(0);
  await shell.write('schema/deals.yaml', 'objects: { deals: { group: {} } }\n');
  const { code, document } = await shell.json('validate');
  expect([code, document]).toMatchObject([3, { findings: [{ code: 'unknown-key', provenance: { line: 1 } }] }]);
  expect((await shell.run('plan', '--json')).code).toBe(3);
  await shell.write('schema/deals.yaml', 'objects: {}\n');
  const denied = await aShell({ env: { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'a-token' } });
  onTestFinished(() => rm(denied.cwd, { recursive: true }));
  expect((await denied.run('plan', '--json', '-C', shell.cwd)).code).toBe(1);
});

test('an AGENTS.md that exists stays, and the guide gets a name of its own', async () => {
  const { shell, stdout } = await started((one) => one.write('AGENTS.md', 'mine\n'));
  expect(await read(shell, 'AGENTS.md')).toBe('mine\n');
  expect(await read(shell, 'AGENTS.trueup.md')).toContain('# Instructions for agents');
  expect(stdout).toContain(
    '\nAGENTS.md exists and stays as it is. Refer in it to AGENTS.trueup.md, which tells agents how to edit these files.\n',
  );
});

test('a guide with both names taken is in the way, and nothing is written', async () => {
  const shell = await aShell();
  onTestFinished(() => rm(shell.cwd, { recursive: true }));
  await mkdir(join(shell.cwd, 'AGENTS.md'));
  await shell.write('AGENTS.trueup.md', 'mine\n');
  const { code, stderr } = await shell.run('init');
  expect([code, stderr]).toEqual([3, expect.stringMatching(/^error: AGENTS\.trueup\.md exists already, .*files-in/)]);
  await expect(read(shell, 'trueup.yaml')).rejects.toThrow('ENOENT');
});

test('a guide from an interrupted init does not block the next init', async () => {
  const { shell } = await started();
  const guide = await read(shell, 'AGENTS.md');
  const again = await aShell();
  onTestFinished(() => rm(again.cwd, { recursive: true }));
  await again.write('AGENTS.md', guide);
  expect((await again.json('init')).document).toMatchObject({ written: expect.arrayContaining(['AGENTS.md']) });
});
