/** Kills a pull at each of its changes on disk. Files stay complete, and the next pull finishes. */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Seed, startService } from '../../src/service/index.ts';
import { startCli } from '../crash/child.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

const SEED: Seed = {
  accounts: [
    {
      hubId: 1001,
      groups: [{ objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' }],
      properties: ['contacts', 'deals'].map((objectType) => ({
        ...{ objectType, name: 'tier', label: 'Tier', type: 'string', fieldType: 'text' },
        groupName: objectType === 'contacts' ? 'loyalty' : 'dealinformation',
      })),
    },
  ],
};

test('the next pull finishes a pull that was killed at any disk change', { timeout: 300_000 }, async () => {
  const service = await startService({ seed: SEED, rateLimit: false });
  const folders: string[] = [];
  onTestFinished(async () => {
    await service.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  const main = `# Mine.\n${sandboxText(service.url)}`;
  const aFolder = async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'trueup-cut-'));
    folders.push(cwd);
    await writeFile(join(cwd, 'trueup.yaml'), main);
    return cwd;
  };
  const shell = await aShell({ env: TOKEN });
  folders.push(shell.cwd);
  const pull = (cwd: string) => shell.run('-C', cwd, 'pull', '--json');
  const whole = await aFolder();
  expect((await pull(whole)).code).toBe(0);
  const done = await yamlIn(whole);
  expect(Object.keys(done)).toEqual(['schema/contacts.yaml', 'schema/deals.yaml', 'trueup.yaml']);

  const uncut = await startCli(['pull'], { cwd: await aFolder(), env: { ...TOKEN, CRASH_COUNT: '1' } }).ended;
  const changes = [...(/changes on disk: (\w+)/.exec(uncut.stderr)?.[1] ?? '')];
  expect(changes.length).toBeGreaterThan(5);
  // Only a text can be half written. Half of any other change equals the change before it.
  const cuts = changes.flatMap((letter, at) =>
    (letter === 't' ? ['half', 'after'] : ['after']).map((how) => `${at + 1} ${how}`),
  );
  expect(cuts.length).toBeGreaterThan(changes.length);
  for (const cut of cuts) {
    const cwd = await aFolder();
    expect((await startCli(['pull'], { cwd, env: { ...TOKEN, CRASH_AT_DISK: cut } }).ended).code, cut).toBeNull();
    for (const [name, text] of Object.entries(await yamlIn(cwd)))
      expect([name === 'trueup.yaml' ? main : undefined, done[name]], `${name} at ${cut}`).toContain(text);
    const next = await pull(cwd);
    expect(next, cut).toMatchObject({ code: 0 });
    expect(await yamlIn(cwd)).toEqual(done);
    const again = JSON.parse((await pull(cwd)).stdout);
    expect({ files: again.files, unrecorded: again.unrecorded }).toEqual({ files: [], unrecorded: [] });
  }
});

test('init or a pull finishes an init that was killed at any disk change', {
  timeout: 300_000,
}, async () => {
  const service = await startService({ seed: SEED, rateLimit: false });
  const folders: string[] = [];
  onTestFinished(async () => {
    await service.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  const env = { ...TOKEN, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token', TRUEUP_BASE_URL: service.url };
  const shell = await aShell({ env });
  folders.push(shell.cwd);
  const run = (cwd: string, command: string) => shell.run('-C', cwd, command);
  let cuts = 0;
  for (let nth = 1; ; nth += 1) {
    const cwd = await mkdtemp(join(tmpdir(), 'trueup-cut-'));
    folders.push(cwd);
    const { code } = await startCli(['init'], { cwd, env: { ...env, CRASH_AT_DISK: `${nth} after` } }).ended;
    if (code !== null) break;
    cuts += 1;
    const isProject = (await readdir(cwd)).includes('trueup.yaml');
    expect(await run(cwd, isProject ? 'pull' : 'init'), `${nth}`).toMatchObject({ code: 0 });
    expect(Object.keys(await yamlIn(cwd))).toEqual(['schema/contacts.yaml', 'schema/deals.yaml', 'trueup.yaml']);
  }
  expect(cuts).toBeGreaterThan(5);
});

async function yamlIn(cwd: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(cwd, { recursive: true })).filter((name) => name.endsWith('.yaml')).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(cwd, name), 'utf8')] as const)),
  );
}
