import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { FOREIGN_COMMANDS, FOREIGN_FLAGS, FOREIGN_FLEET_COMMANDS } from '../../src/cli/foreign-words.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { processWorld } from '../../src/cli/world.ts';
import { partsOf } from '../../src/report/command.ts';
import { aShell } from '../support/world.ts';

const shell = await aShell();
const program = buildProgram(createContext(processWorld(), AbortSignal.abort()), async () => undefined, false);
const ENTRIES = [...FOREIGN_COMMANDS, ...FOREIGN_FLAGS];
const HINTS = [...ENTRIES, ...FOREIGN_FLEET_COMMANDS];

function commandsUnder(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsUnder)];
}

/** What is said about words that are wrong, without the first line's `error:`. */
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

test('the pointer is typed as the program was', async () => {
  const npx = await aShell({ env: { npm_command: 'exec' } });
  expect((await npx.run('plan', '--dry-run')).stderr).toBe(
    "error: Unknown option '--dry-run'. [usage]\nhelp:  A plan writes nothing to the account, so it is the dry run:\n       npx trueup plan\n       Help for plan:\n       npx trueup plan --help\n",
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

test('help of what is no command says so, as the command would', async () => {
  expect(await said('help', 'plann')).toEqual(await said('plann'));
  expect(await said('help', 'ledger', 'lst')).toEqual(await said('ledger', 'lst'));
  expect(await said('help', 'import')).toEqual(await said('import'));
});

test('a word of another tool points to what there is', async () => {
  expect(await said('setup')).toEqual([
    "Unknown command 'setup'. [usage]",
    'Start a project in a folder:',
    'trueup init',
    'All commands:',
    'trueup --help\n',
  ]);
  expect((await said('import'))[1]).toContain('Write the files that declare what the account has, and record it');
  // Only looks like drift.
  expect((await said('diff')).slice(1, 3)).toEqual(['Compare the files with the account:', 'trueup plan']);
  expect((await said('apply', '--yes'))[1]).toBe('To skip the prompt, add --auto-approve. Help for apply:');
  expect((await said('plan', '--take', 'property:contacts/loyaltytier'))[1]).toBe(
    'Overwrite the held drift of a resource with --overwrite. Help for plan:',
  );
  // Only looks like --confirm.
  expect((await said('apply', '--config=crm.yaml'))[1]).toBe('Pass the files with -f. Help for apply:');
  expect((await said('trueup.yaml')).slice(1, 3)).toEqual(['Pass a file with -f:', 'trueup plan -f trueup.yaml']);
});

test('a word of another tool for a fleet points to the commands of a fleet', async () => {
  expect((await said('fleet', 'apply')).slice(0, 3)).toEqual([
    "Unknown command 'apply'. [usage]",
    'Open the first wave of what is approved:',
    'trueup fleet rollout',
  ]);
  const fleet = program.commands.find((command) => command.name() === 'fleet');
  const own = fleet?.commands.map((command) => command.name()) ?? [];
  const words = FOREIGN_FLEET_COMMANDS.flatMap((entry) => entry.words);
  expect(words.filter((word, at) => own.includes(word) || words.indexOf(word) !== at)).toEqual([]);
});

test('no flag is named that the command does not take', async () => {
  expect((await said('serve', '--yes'))[1]).toBe('Help for serve:');
  const flags = new Set(commandsUnder(program).flatMap(({ options }) => options.map(({ long }) => long)));
  expect(FOREIGN_FLAGS.filter(({ flag }) => flag !== undefined && !flags.has(flag))).toEqual([]);
});

test('every command that a hint names is there', async () => {
  const named = HINTS.flatMap(({ hint }) => partsOf(hint).filter(({ as }) => as === 'command'));
  expect(named.length).toBeGreaterThan(FOREIGN_COMMANDS.length);
  for (const { text } of new Set(named)) {
    const words = text
      .split(' ')
      .slice(1)
      .filter((word) => !word.startsWith('-'));
    expect((await shell.run('help', ...words)).code, text).toBe(0);
  }
});

test('no word is explained that is a word of ours, or explained twice', () => {
  const commands = program.commands.map((command) => command.name());
  const flags = commandsUnder(program).flatMap(({ options }) => options.flatMap(({ long, short }) => [long, short]));
  const words = ENTRIES.flatMap((entry) => entry.words);
  // Flags of one command are explained where they are typed for another.
  const ours = ['--dry-run', '--only', '--include', '--dir', '--check', '--diff', '--hub-id', '--state'].filter(
    (word) => flags.includes(word),
  );
  expect(words.filter((word) => [...commands, ...flags].includes(word)).toSorted()).toEqual(ours.toSorted());
  const twice = words.filter((word, index) => words.indexOf(word) !== index);
  // More output where there is such a flag, else the version.
  expect(twice).toEqual(['-v']);
});
