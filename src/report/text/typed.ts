/** The typed flags that another command needs again: where the configuration, the account and the ledger are. */

import { shellWord } from '../command.ts';
import { terminalLine } from '../escape.ts';

export interface Typed {
  /** The program was started with npx, so it has to be again. */
  readonly npx?: boolean;
  /** Folder that the program was told to work in. */
  readonly directory?: string;
  readonly files: readonly string[];
  readonly account?: string;
  readonly ledger?: string;
  readonly allowHosts?: readonly string[];
  /** Address of a fleet's database; a password is not in it. */
  readonly database?: string;
}

/** Commands that take no configuration, and flags that end a command before it reads one. */
const BARE: readonly string[] = ['serve', 'init', 'show', 'schema', 'completion', '--help', '--version'];

/** Commands of a fleet that call the service. */
const REACHING: readonly string[] = ['plan', 'drift', 'revert', 'replan', 'work'];

/** A command as text, with what was typed before and the flags of its own. */
export function commandLine(words: readonly string[], typed: Typed, flags: readonly string[] = []): string {
  const [name = '', ...rest] = words;
  const all = [...program(typed), ...words, ...common(typed, (flag) => takesFlag(name, rest, flag)), ...flags];
  return all.map((word) => shellWord(terminalLine(word))).join(' ');
}

/** A command of a hint, such as `trueup ledger list`, as it runs here; a flag that it has already is not repeated. */
export function completed(command: string, typed: Typed): string {
  const [, name = '', ...rest] = command.split(' ');
  const given = [name, rest.at(-1) ?? ''].some((word) => BARE.includes(word))
    ? []
    : common(typed, (flag) => !` ${command} `.includes(` ${flag} `) && takesFlag(name, rest, flag));
  const start = program(typed).join(' ');
  const flags = given.map((word) => ` ${shellWord(terminalLine(word))}`).join('');
  return `${terminalLine(command).replace(/^trueup/, start)}${flags}`;
}

/** A fleet has its accounts and ledgers in its database, and only some of its commands reach an account. */
function takesFlag(name: string, [sub = '']: readonly string[], flag: string): boolean {
  if (name !== 'fleet') return flag !== '--database';
  return flag === '--allow-host' ? REACHING.includes(sub) : flag !== '--account' && flag !== '--ledger';
}

function program({ npx }: Typed): readonly string[] {
  return npx === true ? ['npx', 'trueup'] : ['trueup'];
}

function common(
  { directory, files, account, ledger, allowHosts = [], database }: Typed,
  takes: (flag: string) => boolean,
): readonly string[] {
  return [
    ...(directory !== undefined && takes('-C') ? ['-C', directory] : []),
    ...(takes('-f') ? files.flatMap((file) => ['-f', file]) : []),
    ...(account !== undefined && takes('--account') ? ['--account', account] : []),
    ...(ledger !== undefined && takes('--ledger') ? ['--ledger', ledger] : []),
    ...(database !== undefined && takes('--database') ? ['--database', database] : []),
    ...(takes('--allow-host') ? allowHosts.flatMap((host) => ['--allow-host', host]) : []),
  ];
}
