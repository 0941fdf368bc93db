/** The flags that the commands of a fleet share: where its database is, and which rollout is meant. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Counted } from '../../model/fleet.ts';
import type { FailedFor } from '../../model/rollout.ts';
import { type CommonFlags, collect, hostFlag, outputFlags } from '../flags.ts';

/** Values of the flags of all commands but `accounts`, as commander gives them. */
export interface FleetFlags extends CommonFlags {
  /** Name of the person, for the events of a rollout. */
  readonly by?: string;
  readonly replaceTokens?: boolean;
  readonly slots?: number;
  readonly label?: Readonly<Record<string, string>>;
  readonly only?: readonly number[];
  readonly note?: string;
  readonly resume?: string;
  readonly all?: boolean;
  readonly overThreshold?: readonly Counted[];
  readonly watch?: boolean;
  readonly format?: 'text' | 'json' | 'markdown' | 'html';
  readonly report?: readonly string[];
  readonly summary?: boolean;
  readonly waves?: string;
  readonly soak?: number;
  readonly maxFailed?: number;
  readonly maxUncertain?: number;
  readonly patience?: number;
  readonly kind?: FailedFor;
  readonly untilDone?: boolean;
}

/** Flags of commands that need the database alone; the files say where it is when nothing else does. */
export function fleetFlags(command: Command): Command {
  return outputFlags(command)
    .addOption(databaseOption())
    .option('-f, --file <path>', 'file or directory of the configuration, repeatable (default: trueup.yaml)', collect);
}

export function databaseOption(): Option {
  return new Option(
    '--database <address>',
    'postgres:// address, or a folder (default: TRUEUP_FLEET_DATABASE, or .trueup/fleet beside the first file)',
  );
}

/** Flags of commands that reach the accounts. */
export function reachingFlags(command: Command): Command {
  return hostFlag(fleetFlags(command));
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`: milliseconds. */
export function duration(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6})(s|m|h|d)$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined) throw new InvalidArgumentError('It must be a number and s, m, h or d, such as 30m.');
  return Number(amount) * unitMs;
}

/** `1%` or `0.5%`. */
export function percentage(text: string): number {
  const [, number = ''] = /^(\d{1,3}(?:\.\d{1,3})?)%?$/.exec(text) ?? [];
  if (number === '' || Number(number) > 100) throw new InvalidArgumentError('It must be a percentage such as 1%.');
  return Number(number);
}

export function collectLabel(
  text: string,
  before: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const [, name, value] = /^([^=]{1,100})=(.{1,100})$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('It must be a label and its value, such as ring=canary.');
  // The accounts have all labels that are given, and one value of each: with two values there is none.
  if (before !== undefined && Object.hasOwn(before, name) && before[name] !== value)
    throw new InvalidArgumentError(`An account has one value of the label ${name}: give it once.`);
  return { ...before, [name]: value };
}

export function collectHub(text: string, before: readonly number[] | undefined): readonly number[] {
  return [...(before ?? []), hubId(text)];
}

export function hubId(text: string): number {
  const id = Number(text);
  if (/^\d+$/.test(text) && id >= 1 && Number.isSafeInteger(id)) return id;
  throw new InvalidArgumentError('It must be the id of an account, such as 1001.');
}
