/** The flags that commands share: how they are declared, read and checked. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { readAllowedHosts } from '../config/accounts/allowed-hosts.ts';
import { ACCOUNT_NAME, ACCOUNT_NAME_ERROR } from '../config/schema/account-name.ts';
import { defined } from '../contract/defined.ts';
import type { PlanOptions } from '../index.ts';
import { isAddress } from '../model/address.ts';
import { parseConsent, unnamedRemovals } from '../model/consent.ts';
import { FOLDER_FORM, isFolderName } from '../model/folder-name.ts';
import { didYouMean } from '../model/nearest.ts';
import { CONSENT_NAMES, RISK_NAMES } from '../model/risk.ts';
import { directoryFlag } from './directory.ts';

/** Values of the common flags, as commander gives them. */
export interface CommonFlags {
  /** Entered before the command starts. */
  readonly directory?: string;
  readonly file?: readonly string[];
  readonly account?: string;
  readonly json?: boolean;
  readonly color?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly ledger?: string;
  readonly allowHost?: readonly string[];
  /** Of the commands of a fleet. */
  readonly database?: string;
  /** The account of a fleet whose ledger a command is about. */
  readonly hubId?: number;
}

/** `./schema/`: `schema`. */
export function checkFolder(text: string): string {
  const folder = text.replace(/^(?:\.\/)+(?=.)/, '').replace(/\/+$/, '');
  if (isFolderName(folder)) return folder;
  throw new InvalidArgumentError(`It must be ${FOLDER_FORM}.`);
}

export const FORMATS = ['text', 'json', 'markdown', 'html'] as const;
type Format = (typeof FORMATS)[number];
export const VALIDATE_FORMATS = ['text', 'json'] as const;

export interface PlanFlags extends CommonFlags {
  readonly target?: readonly string[];
  readonly allow?: readonly string[];
  readonly overwrite?: readonly string[];
  readonly concurrency?: number;
  readonly detailedExitcode?: boolean;
  /** One line for each change, in text. */
  readonly summary?: boolean;
  readonly format?: Format;
  /** Files that reports are written to. */
  readonly report?: readonly string[];
}

/** Of `plan` alone. */
export interface PlanOnlyFlags extends PlanFlags {
  readonly out?: string;
}

export interface DriftFlags extends CommonFlags {
  readonly format?: Format;
  readonly report?: readonly string[];
}

export interface ValidateFlags extends CommonFlags {
  readonly format?: (typeof VALIDATE_FORMATS)[number];
}

/** Flags of every command. */
export function outputFlags(command: Command): Command {
  return directoryFlag(command)
    .option('--json', 'print one JSON document on stdout and nothing else')
    .option('--no-color', 'no colour (also: NO_COLOR, FORCE_COLOR)')
    .option('--quiet', 'print results, counts and errors only')
    .option('--verbose', 'print every detail, and each exchange on stderr');
}

/** Flags of commands that read a configuration. */
export function projectFlags(command: Command): Command {
  return hostFlag(fileFlags(command).addOption(ledgerOption()));
}

/** Flags of commands that read a configuration and no ledger. They take the others as well, as a script passes the same flags to every command. */
export function offlineFlags(command: Command, { hosts = false } = {}): Command {
  const taken = fileFlags(command).addOption(ledgerOption().hideHelp());
  return hosts ? hostFlag(taken) : taken.addOption(hostOption().hideHelp());
}

function fileFlags(command: Command): Command {
  return outputFlags(command)
    .option('-f, --file <path>', 'file or directory of the configuration, repeatable (default: trueup.yaml)', collect)
    .option('--account <name>', 'account in the configuration; required if there are several');
}

export function hostFlag(command: Command): Command {
  return command.addOption(hostOption());
}

function ledgerOption(): Option {
  return new Option(
    '--ledger <location>',
    'folder of the ledgers, or branch:NAME on GitHub (default: .trueup beside the first file)',
  );
}

function hostOption(): Option {
  return new Option(
    '--allow-host <host>',
    'further host that tokens may be sent to, as host, host:port or *.domain; repeatable (also: TRUEUP_ALLOWED_HOSTS)',
  ).argParser(collectHost);
}

export function planFlags(command: Command): Command {
  return projectFlags(command)
    .addOption(summaryOption())
    .option('--target <address>', 'only this resource and what it depends on, repeatable', collectAddress)
    .addOption(
      new Option(
        '--allow <risk=address>',
        `allow a risk, repeatable (${RISK_NAMES.join(', ')}, host-change=URL); a removal names an address, or a pattern such as property:contacts/old_*`,
      )
        .argParser(collectConsent)
        .default(undefined),
    )
    .option('--overwrite <address>', 'overwrite the held drift of this resource, repeatable', collectAddress)
    .option('--concurrency <n>', 'maximum concurrent calls (default: 8)', wholeNumber(1, 64))
    .option('--detailed-exitcode', 'exit with 2 if there are changes, 3 if apply would refuse them');
}

/** Flags of commands that apply a plan. */
export function applyFlags(command: Command): Command {
  const timeout = 'wait for another run that holds the ledger, at most this long (default: 0)';
  return reportFlag(formatFlag(planFlags(command), FORMATS), '.html')
    .option('--auto-approve', 'do not prompt')
    .option(
      '--confirm <hubid>',
      'account id, to confirm changes to a protected account',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--skip-blocked', 'apply the other changes if some are blocked')
    .option('--lock-timeout <seconds>', timeout, wholeNumber(0, 21_600));
}

export function summaryOption(): Option {
  return new Option('--summary', 'print one line for each change').conflicts(['json', 'quiet', 'format']);
}

/** The output format. */
export function formatFlag(command: Command, formats: readonly string[]): Command {
  return command.addOption(
    new Option('--format <format>', 'output format (default: text)').choices(formats).conflicts('json'),
  );
}

/** `endings`: file extensions of the formats that this command can write. */
export function reportFlag(command: Command, endings: string): Command {
  return command.option('--report <path>', `also write a report to this file, repeatable (${endings})`, collect);
}

export function planOptions(flags: Omit<PlanFlags, 'format'>): PlanOptions {
  return {
    targets: flags.target ?? [],
    overwrite: flags.overwrite ?? [],
    allow: (flags.allow ?? []).flatMap((text) => parseConsent(text) ?? []),
    ...defined({ concurrency: flags.concurrency }),
  };
}

export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** One of the choices, repeatable: a parser of one's own takes the place of the check that choices() has. */
export function collectOneOf(choices: readonly string[]): typeof collect {
  return (value, before) => {
    if (choices.includes(value)) return collect(value, before);
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
  };
}

/** An object name or an object type id. */
export function collectObject(value: string, before: readonly string[] | undefined): readonly string[] {
  if (value.trim() !== '') return collect(value, before);
  throw new InvalidArgumentError('It must be an object type such as contacts or 2-3451.');
}

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Returns a parser of values that match the pattern. */
function matching(pattern: RegExp, fault: string): (value: string) => string {
  return (value) => {
    if (pattern.test(value)) return value;
    throw new InvalidArgumentError(fault);
  };
}

export const checkDigest = matching(
  /^[0-9a-f]{20}$/,
  'It must be a plan digest: 20 hex digits, as printed by plan -o.',
);
export const checkApp = matching(/^\d{1,15}$/, 'It must be an app id such as 2001.');
export const checkAccountName = matching(ACCOUNT_NAME, ACCOUNT_NAME_ERROR);
/** The form that the vendor allows. */
export const checkUid = matching(
  /^[\w.-]{1,64}$/,
  'It must be up to 64 letters, digits, underscores, dashes and periods.',
);

export function checkAddress(value: string): string {
  if (isAddress(value)) return value;
  throw new InvalidArgumentError('It must be an address such as property:contacts/loyaltytier.');
}

export function checkTarget(value: string): string {
  if (URL.canParse(value) && new URL(value).protocol === 'https:') return value;
  throw new InvalidArgumentError('It must be an https address such as https://example.com/webhook.');
}

function collectHost(value: string, before: readonly string[] | undefined): readonly string[] {
  const [fault] = readAllowedHosts([value]).faults;
  if (fault !== undefined) throw new InvalidArgumentError(`${fault}.`);
  return collect(value, before);
}

function collectAddress(value: string, before: readonly string[] | undefined): readonly string[] {
  return collect(checkAddress(value), before);
}

function collectConsent(value: string, before: readonly string[] | undefined): readonly string[] {
  // The command lists the candidates for a removal that names no resource.
  const isUsable = parseConsent(value) !== undefined || unnamedRemovals([value]).length > 0;
  if (!isUsable) throw new InvalidArgumentError(consentFault(value));
  return collect(value, before);
}

/** Which half is wrong, and what to write instead. */
function consentFault(value: string): string {
  const [name = '', ...rest] = value.split('=');
  if (name === 'host-change') return 'It needs the new base URL: host-change=https://crm.example.com.';
  const known = RISK_NAMES.some((risk) => risk === name);
  if (known) {
    const address = JSON.stringify(rest.join('='));
    return `${address} is neither an address, such as property:contacts/loyaltytier, nor a pattern, such as property:contacts/old_*.`;
  }
  return `Unknown risk ${JSON.stringify(name)}. ${didYouMean(name, CONSENT_NAMES)} Write RISK=ADDRESS.`;
}
