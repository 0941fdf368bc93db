/** What to type or set for a fix: in a terminal a command or a flag, in the Action an input of the step. */

import type { Address } from '../model/address.ts';
import type { Fix } from '../model/fix.ts';

/** The reader of a report: a person with a shell, or a person who edits the workflow of the Action. */
export type Face = 'terminal' | 'action';

export type Way =
  /** A separate command. */
  | { readonly by: 'command'; readonly words: readonly string[] }
  /** Text to write in the configuration, or a file of the configuration to edit. */
  | { readonly by: 'configuration'; readonly text: string }
  /** Flags of the command that led here. */
  | { readonly by: 'flags'; readonly words: readonly string[] }
  /** An input of the step, one value a line. `lead` where it does another thing than the flag. */
  | { readonly by: 'input'; readonly name: string; readonly values: readonly string[]; readonly lead?: string };

const command = (...words: readonly string[]): Way => ({ by: 'command', words });
const flags = (...words: readonly string[]): Way => ({ by: 'flags', words });
const input = (name: string, ...values: readonly string[]): Extract<Way, { by: 'input' }> => ({
  by: 'input',
  name,
  values,
});

export function commandOf(fix: Fix): Way {
  switch (fix.action) {
    case 'settle':
      return command('ledger', 'settle', ...fix.addresses, '--as', fix.as);
    case 'adopt':
      return fix.overwrite === true
        ? command('ledger', 'adopt', ...fix.addresses, '--overwrite')
        : command('ledger', 'adopt', ...(fix.addresses.length === 0 ? ['ADDRESS'] : first(fix.addresses)));
    case 'forget':
      return command('ledger', 'forget', ...(fix.when === 'gone' ? first(fix.addresses) : few(fix.addresses)));
    case 'restore-file':
      return { by: 'configuration', text: fix.file };
    case 'repair-ledger':
      return command('ledger', 'repair');
    case 'list-ledger':
      return command('ledger', 'list');
    case 'list-runs':
      return command('ledger', 'runs');
    case 'list-declared':
      return command('plan', '--verbose');
    case 'use-ledger':
      return flags('--ledger', fix.folder ?? 'FOLDER');
    case 'allow':
      // Not every command that meets another host takes the flag.
      return fix.risk === 'host-change' ? command('plan', '--allow', consentOf(fix)) : flags('--allow', consentOf(fix));
    case 'overwrite':
      return flags(...each('--overwrite', fix.addresses));
    case 'target':
      return flags(...each('--target', fix.addresses));
    case 'skip-blocked':
      return flags('--skip-blocked');
    case 'save-plan':
      return command('plan', '-o', 'trueup.plan.json');
    case 'confirm':
      // The id protects only if a person types it.
      return flags('--confirm', 'HUBID');
    case 'apply':
      return command(
        'apply',
        ...each('--target', fix.addresses),
        ...each('--overwrite', fix.overwrite === true ? fix.addresses : []),
      );
    case 'choose-account':
      return flags('--account', 'NAME');
    case 'allow-host':
      return flags('--allow-host', fix.host);
    case 'pass-files':
      return flags(...each('-f', pathsOf(fix)));
    case 'start-project':
      return command('init');
    case 'set-developer-key':
      return { by: 'configuration', text: `apps: { "${fix.app}": { developerKey: "\${env.NAME}" } }` };
    case 'export-webhooks':
      return command(
        'generate',
        'hsmeta',
        '--app',
        fix.app,
        '--target-url',
        'https://example.com/webhook',
        '--max-concurrent-requests',
        '10',
      );
    case 'log-in':
      return command(
        'auth',
        'login',
        ...each('--account', fix.account === undefined ? [] : [fix.account]),
        '--save',
        'trueup.env',
      );
  }
}

/** Returns the input of the Action, or a command for a machine with a shell if there is no input. */
export function inputOf(fix: Fix): Way {
  switch (fix.action) {
    case 'settle':
    case 'adopt':
    case 'forget':
    case 'restore-file':
    case 'repair-ledger':
    case 'list-ledger':
    case 'list-runs':
    case 'list-declared':
    case 'start-project':
    case 'set-developer-key':
    case 'export-webhooks':
    case 'log-in':
      return commandOf(fix);
    case 'use-ledger':
      return input('ledger', fix.folder ?? 'FOLDER');
    case 'allow':
      return input('allow', consentOf(fix));
    case 'overwrite':
      return input('overwrite', ...fix.addresses);
    case 'target':
      return input('target', ...fix.addresses);
    case 'apply':
      return input(fix.overwrite === true ? 'overwrite' : 'target', ...fix.addresses);
    case 'skip-blocked':
      return input('skip-blocked', 'true');
    case 'save-plan':
      return input('plan-file', 'trueup.plan.json');
    // A reviewed plan needs no confirmation, and no input for it exists.
    case 'confirm':
      return { ...input('review', 'required'), lead: 'Apply a reviewed plan' };
    case 'choose-account':
      return input('account', 'NAME');
    case 'allow-host':
      return input('allowed-hosts', fix.host);
    case 'pass-files':
      return input('files', ...pathsOf(fix));
  }
}

/** A person must check each address, so no command names all of them. */
function first(addresses: readonly Address[]): readonly Address[] {
  return addresses.slice(0, 1);
}

/** Returns all addresses, or the first as an example of a long list. */
function few(addresses: readonly Address[]): readonly Address[] {
  return addresses.length > MOST_FORGOTTEN ? first(addresses) : addresses;
}

/** Addresses that one command names. */
const MOST_FORGOTTEN = 5;

function each(flag: string, values: readonly string[]): readonly string[] {
  return values.flatMap((value) => [flag, value]);
}

function pathsOf({ paths }: Extract<Fix, { action: 'pass-files' }>): readonly string[] {
  return paths.length === 0 ? ['FILE'] : paths;
}

/** Returns the consent in the form of `--allow` and of the input. */
function consentOf({ risk, address }: Extract<Fix, { action: 'allow' }>): string {
  if (risk === 'host-change') return `${risk}=${address ?? 'URL'}`;
  return address === undefined ? risk : `${risk}=${address}`;
}
