/** Patterns of ledger adopt and forget: shown and confirmed on a terminal, never taken for granted elsewhere. */

import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell, type Shell, type ShellOptions } from '../support/world.ts';

async function applied(): Promise<{ readonly shell: Shell; readonly terminal: (keys: string) => Promise<Shell> }> {
  const service = await startService();
  const shells: Shell[] = [];
  onTestFinished(async () => {
    await service.close();
    for (const { cwd } of shells) await rm(cwd, { recursive: true });
  });
  const open = async (options: ShellOptions = {}) => {
    const shell = await aShell({ env: TOKEN, ...options });
    shells.push(shell);
    await shell.write('trueup.yaml', projectText(service.url));
    return shell;
  };
  const shell = await open();
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  return {
    shell,
    terminal: async (keys) => {
      const typed = await open({ terminal: { question: 'Forget', keys } });
      const run: Shell['run'] = (...words) => typed.run('-C', shell.cwd, ...words);
      return { ...typed, run };
    },
  };
}

const recorded = async (shell: Shell): Promise<readonly string[]> =>
  Object.keys(Object((await shell.json('ledger', 'list')).document).records);

test('a pattern requires --auto-approve outside a terminal, an address does not', async () => {
  const { shell } = await applied();
  const before = await recorded(shell);
  const refused = await shell.run('ledger', 'forget', 'property*');
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringContaining('What the patterns select is not confirmed: 2 resources.'),
  ]);
  const none = await shell.run('ledger', 'forget', 'property:deals/*');
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringContaining('Nothing in the ledger matches property:deals/*.'),
  ]);
  expect(await recorded(shell)).toEqual(before);
  expect((await shell.run('ledger', 'forget', 'property*:contacts/*', '--auto-approve')).code).toBe(0);
  expect(await recorded(shell)).toEqual(before.filter((address) => !address.startsWith('property')));
  const adopted = await shell.run('ledger', 'adopt', 'property', 'property-group:contacts/loyalty', '--auto-approve');
  expect(adopted.code).toBe(0);
  expect(await recorded(shell)).toEqual(before);
});

test('a terminal shows the matches of a pattern and asks for consent', async () => {
  const { shell, terminal } = await applied();
  const before = await recorded(shell);
  const no = await (await terminal('n')).run('ledger', 'forget', 'property:*');
  expect([no.code, no.stderr]).toEqual([
    3,
    expect.stringMatching(/property:contacts\/loyaltytier[\s\S]*Nothing was changed\./),
  ]);
  expect(await recorded(shell)).toEqual(before);
  const yes = await (await terminal('y')).run('ledger', 'forget', 'property:*');
  expect(yes.code).toBe(0);
  expect(await recorded(shell)).toEqual(before.filter((address) => !address.startsWith('property:')));
});
