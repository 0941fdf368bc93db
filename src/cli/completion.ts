/** `trueup completion SHELL` and the hidden `complete` that the shell calls. */

import { resolve } from 'node:path';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { STANDARD_OBJECT_TYPES } from '../contract/object-types.ts';
import { KIND_NAMES } from '../model/address.ts';
import { CONSENT_NAMES } from '../model/risk.ts';
import type { Source, TypedProject } from './completed-names.ts';
import { completedPaths, completedSaved } from './completed-paths.ts';
import { bashScript, zshScript } from './completion-scripts.ts';
import type { Context } from './context.ts';
import { directoryIn } from './directory.ts';
import { FILES } from './operands.ts';
import { COMPLETION } from './program.ts';
import { throughNpx } from './world.ts';

/** Options and arguments that take a path: once a command has completions, bash no longer offers files. */
const PATHS: readonly string[] = [
  'directory',
  'file',
  'out',
  'report',
  'save',
  'seed',
  'data',
  'events',
  'dir',
  'path',
];

/** Where addresses are completed from: flags, and arguments by their command. */
const ADDRESS_FLAGS = ['--target', '--overwrite'] as const;
const ADDRESSES: Readonly<Record<string, readonly Source[]>> = {
  explain: ['declared', 'recorded'],
  'ledger show': ['recorded'],
  'ledger forget': ['recorded'],
  'ledger adopt': ['declared'],
  'ledger settle': ['declared', 'recorded'],
};

export async function addCompletion(program: Command, context: Context, argv: readonly string[]): Promise<void> {
  const words = argv[2] === 'complete' ? argv.slice(3).filter((word, index) => index > 0 || word !== '--') : undefined;
  const cwd = resolve(context.world.cwd, directoryIn(argv.slice(0, -1)) ?? '.');
  const accounts =
    words?.at(-2) === '--account' || words?.[0] === 'compare' ? await accountsFor(context, cwd, words ?? []) : [];
  const addresses = words === undefined ? [] : await addressesFor(context, cwd, words);
  const paths = words === undefined ? [] : await completedPaths(cwd, words.at(-1) ?? '');
  const saved = words === undefined ? [] : await completedSaved(cwd, paths, words);
  const root = tab(program, { completionCommandName: 'completion' });
  const command = program.commands.find((one) => one.name() === 'completion');
  command?.description(COMPLETION).action((shell: string) => {
    const call = callFrom(context);
    if (shell === 'bash') context.out(bashScript(call));
    else if (shell === 'zsh') context.out(zshScript(call));
    else root.setup('trueup', call, shell);
  });
  for (const [name, command] of root.commands) {
    offer(command.options.get('allow'), CONSENT_NAMES);
    offer(command.options.get('account'), accounts);
    offer(command.options.get('object'), STANDARD_OBJECT_TYPES);
    for (const flag of ADDRESS_FLAGS) offer(command.options.get(flag.slice(2)), addresses);
    const kind = command.arguments.get('kind') ?? command.arguments.get('pattern');
    if (Object.hasOwn(ADDRESSES, name)) for (const one of command.arguments.values()) offer(one, addresses);
    else offer(kind, KIND_NAMES);
    offer(command.arguments.get('left'), [...accounts, FILES]);
    offer(command.arguments.get('right'), accounts);
    offer(command.arguments.get('planfile'), saved);
    if (name === 'explain') offer(command.arguments.get('subject'), [...addresses, ...saved]);
    for (const path of PATHS) offer(command.options.get(path) ?? command.arguments.get(path), paths);
  }
}

/** Only where one is asked for: reading a project takes time. */
async function addressesFor(context: Context, cwd: string, words: readonly string[]): Promise<readonly string[]> {
  const before = words.at(-2) ?? '';
  const isFlag = ADDRESS_FLAGS.some((flag) => flag === before);
  const commands = words.slice(0, -1).filter((word) => /^[a-z]+$/.test(word));
  const sources = ADDRESSES[commands.slice(0, 2).join(' ')] ?? ADDRESSES[commands[0] ?? ''];
  if (!isFlag && (sources === undefined || before.startsWith('-'))) return [];
  const { completedAddresses } = await import('./completed-names.ts');
  return completedAddresses(typedIn(context, cwd, words), isFlag ? ['declared', 'recorded'] : (sources ?? []));
}

async function accountsFor(context: Context, cwd: string, words: readonly string[]): Promise<readonly string[]> {
  const { completedAccounts } = await import('./completed-names.ts');
  return completedAccounts(typedIn(context, cwd, words));
}

function typedIn({ world: { env } }: Context, cwd: string, words: readonly string[]): TypedProject {
  const given = words.slice(0, -1);
  const valuesOf = (...flags: readonly string[]): readonly string[] =>
    given.flatMap((word, index) => {
      const value = given[index + 1];
      return flags.includes(word) && value !== undefined ? [value] : [];
    });
  return {
    cwd,
    env,
    files: valuesOf('-f', '--file'),
    account: valuesOf('--account').at(-1),
    ledger: valuesOf('--ledger').at(-1),
  };
}

/** What the script calls: a package of one project is not a global command, and npx must not install another one. */
function callFrom({ world }: Context): string {
  return throughNpx(world) ? 'npx --no trueup' : 'trueup';
}

interface Completed {
  handler?: (complete: (value: string, description: string) => void) => void;
}

function offer(option: object | undefined, values: readonly string[]): void {
  if (option === undefined) return;
  const completed: Completed = option;
  completed.handler = (complete) => {
    for (const value of values) complete(value, '');
  };
}
