/** Typed flags that other commands need: the configuration, the account and the ledger. */

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
  /** Of the account of a fleet that this is about: its ledger is that of the fleet. */
  readonly hubId?: number;
}

/** Commands without a configuration, and flags that end a command before it reads one. */
const BARE: readonly string[] = ['serve', 'init', 'completion', '--help', '--version'];

/** Commands of a fleet that call the service. */
const REACHING: readonly string[] = ['plan', 'drift', 'revert', 'work'];

/** Returns a command as text, with typed flags and its flags. */
export function commandLine(words: readonly string[], typed: Typed, flags: readonly string[] = []): string {
  const all = [...program(typed), ...words, ...common(typed, (flag) => takesFlag(words, typed, flag)), ...flags];
  return all.map((word) => shellWord(terminalLine(word))).join(' ');
}

/** A command of a hint, such as `trueup ledger list`, as it runs here; a flag that it has already is not repeated. */
export function completed(command: string, typed: Typed): string {
  const [, ...words] = command.split(' ');
  if (typed.hubId !== undefined && words[0] === 'apply') return commandLine(planOnly(typed.hubId), typed);
  const [name = '', ...rest] = words;
  const isBare = [name, rest.at(-1) ?? ''].some((word) => BARE.includes(word));
  const takes = (flag: string): boolean => !` ${command} `.includes(` ${flag} `) && takesFlag(words, typed, flag);
  const given = common(typed, (flag) => (isBare ? name === 'init' && flag === '-C' : takes(flag)));
  const flags = given.map((word) => ` ${shellWord(terminalLine(word))}`).join('');
  return `${terminalLine(command).replace(/^trueup/, program(typed).join(' '))}${flags}`;
}

/** Only a rollout changes an account of a fleet. */
function planOnly(hubId: number): readonly string[] {
  return ['fleet', 'plan', '--only', String(hubId)];
}

/** The accounts and ledgers of a fleet are in its database, and only some of its commands reach an account. */
function takesFlag([name, sub = '', ...rest]: readonly string[], { hubId }: Typed, flag: string): boolean {
  if (name === 'fleet')
    return flag === '--allow-host' ? REACHING.includes(sub) : !['--account', '--ledger', '--hub-id'].includes(flag);
  const isInFleet = name === 'ledger' && (hubId !== undefined || rest.includes('--hub-id'));
  return !(isInFleet ? ['--account', '--ledger'] : ['--database', '--hub-id']).includes(flag);
}

function program({ npx }: Typed): readonly string[] {
  return npx === true ? ['npx', 'trueup'] : ['trueup'];
}

function common(
  { directory, files, account, ledger, allowHosts = [], database, hubId }: Typed,
  takes: (flag: string) => boolean,
): readonly string[] {
  return [
    ...(directory !== undefined && takes('-C') ? ['-C', directory] : []),
    ...(takes('-f') ? files.flatMap((file) => ['-f', file]) : []),
    ...(account !== undefined && takes('--account') ? ['--account', account] : []),
    ...(hubId !== undefined && takes('--hub-id') ? ['--hub-id', String(hubId)] : []),
    ...(ledger !== undefined && takes('--ledger') ? ['--ledger', ledger] : []),
    ...(database !== undefined && takes('--database') ? ['--database', database] : []),
    ...(takes('--allow-host') ? allowHosts.flatMap((host) => ['--allow-host', host]) : []),
  ];
}
