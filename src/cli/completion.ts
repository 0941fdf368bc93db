/** `trueup completion SHELL` and the hidden `complete` that the shell calls. */

import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { STANDARD_OBJECT_TYPES } from '../contract/object-types.ts';
import { accountNames, loadProject } from '../index.ts';
import { KIND_NAMES } from '../model/address.ts';
import { CONSENT_NAMES } from '../model/risk.ts';
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
  'planfile',
  'events',
  'dir',
];

export async function addCompletion(program: Command, context: Context, argv: readonly string[]): Promise<void> {
  const completing = argv[2] === 'complete';
  const cwd = resolve(context.world.cwd, directoryIn(argv.slice(0, -1)) ?? '.');
  const accounts =
    completing && (argv.includes('--account') || argv.includes('compare'))
      ? await accountsIn(cwd, filesNamed(argv))
      : [];
  const paths = completing ? await pathsFrom(cwd, argv.at(-1) ?? '') : [];
  const root = tab(program, { completionCommandName: 'completion' });
  const command = program.commands.find((one) => one.name() === 'completion');
  command?.description(COMPLETION).action((shell: string) => root.setup('trueup', callFrom(context), shell));
  for (const command of root.commands.values()) {
    offer(command.options.get('allow'), CONSENT_NAMES);
    offer(command.options.get('account'), accounts);
    offer(command.options.get('object'), STANDARD_OBJECT_TYPES);
    offer(command.arguments.get('kind') ?? command.arguments.get('pattern'), KIND_NAMES);
    for (const side of ['left', 'right']) offer(command.arguments.get(side), [...accounts, FILES, ...paths]);
    for (const name of PATHS) offer(command.options.get(name) ?? command.arguments.get(name), paths);
  }
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

async function accountsIn(cwd: string, files: readonly string[]): Promise<readonly string[]> {
  return accountNames(await loadProject(files.length > 0 ? files : ['trueup.yaml'], { cwd }));
}

function filesNamed(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    const value = argv[index + 1];
    return ['-f', '--file'].includes(word) && value !== undefined ? [value] : [];
  });
}

/** The contents of the folder of a partly typed path; hidden files only once their dot is typed. */
async function pathsFrom(cwd: string, typed: string): Promise<readonly string[]> {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  const hidden = typed.slice(folder.length).startsWith('.');
  const entries = await readdir(resolve(cwd, folder || '.'), { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => name.startsWith('.') === hidden)
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort();
}
