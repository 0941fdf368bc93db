import { expect, test } from 'vitest';
import { aShell } from '../support/world.ts';

const shell = await aShell();

/** Returns the lines of the error for wrong words, without `error:`. */
async function said(...words: readonly string[]) {
  const { code, stdout, stderr } = await shell.run(...words);
  expect([code, stdout]).toEqual([1, '']);
  return stderr.replace(/^error: /, '').split(/\n(?:help:)? +/);
}

test('a usage error points to the help of the command that it is about', async () => {
  expect(await said('plan', '--targt', 'x')).toEqual([
    "Unknown option '--targt'. [usage]",
    'Did you mean --target? Help for plan:',
    'trueup plan --help\n',
  ]);
  expect(await said('ledger', 'settle', 'property:contacts/x')).toEqual([
    "Required option '--as <fate>' not specified. [usage]",
    'Help for settle:',
    'trueup ledger settle --help\n',
  ]);
  expect(await said('ledger', 'lst')).toEqual([
    "Unknown command 'lst'. [usage]",
    'Did you mean list? All commands:',
    'trueup ledger --help\n',
  ]);
  expect((await said('timeline', 'send')).at(-1)).toBe('trueup timeline send --help\n');
  expect((await said('plan', '--format', 'xml')).at(-1)).toBe('trueup plan --help\n');
  expect((await said('--nonsense')).at(-1)).toBe('trueup --help\n');
});

test('the command for help is written as the program was started', async () => {
  const npx = await aShell({ env: { npm_command: 'exec' } });
  expect((await npx.run('plan', '--targt')).stderr).toBe(
    "error: Unknown option '--targt'. [usage]\nhelp:  Did you mean --target? Help for plan:\n       npx trueup plan --help\n",
  );
});

test('help shows what --help shows, of groups and their commands too', async () => {
  for (const words of [[], ['plan'], ['ledger'], ['ledger', 'settle'], ['auth', 'login']]) {
    const shown = await shell.run('help', ...words);
    expect(shown).toEqual(await shell.run(...words, '--help'));
    expect([shown.code, shown.stderr]).toEqual([0, '']);
  }
  expect(await shell.run('ledger', 'help', 'settle')).toEqual(await shell.run('ledger', 'settle', '--help'));
  expect(await shell.run('-C', '.', 'help', 'plan')).toEqual(await shell.run('plan', '--help'));
});

test('help of an unknown command fails like the command', async () => {
  for (const words of [['plann'], ['ledger', 'lst'], ['import']])
    expect((await said('help', ...words))[0]).toBe((await said(...words))[0]);
});
