/** Purpose of each fix, and the way to it: a command, a flag, an input of the Action, or a call of the library. */

import type { Fix } from '../model/fix.ts';
import { isResourceRemoval } from '../model/risk.ts';

/** The reader of a report: a person with a shell, a person who edits the workflow of the Action, or the author of a program. */
export type Face = 'terminal' | 'action' | 'library';

type TerminalWay =
  /** A separate command. */
  | { readonly by: 'command'; readonly words: readonly string[] }
  /** Text to write in the configuration, or a file of the configuration to edit. */
  | { readonly by: 'configuration'; readonly text: string }
  /** Flags of the command that led here. */
  | { readonly by: 'flags'; readonly words: readonly string[] };

interface InputWay {
  readonly by: 'input';
  readonly name: string;
  /** Values, each on its own line. */
  readonly values: readonly string[];
  /** Purpose, if the input does another thing than the flag. */
  readonly lead?: string;
}

type LibraryWay =
  | { readonly by: 'call'; readonly text: string }
  /** An option of the call that led here, or of the call that creates the reconciler. `lead` is the purpose if it differs. */
  | { readonly by: 'option'; readonly text: string; readonly lead?: string };

export interface TreatedFix {
  /** Purpose, without a full stop. */
  readonly lead: string;
  readonly terminal: TerminalWay;
  /** Undefined if the Action has no input for it: then a machine with a shell runs the command. */
  readonly action?: InputWay;
  /** Undefined if the library has no call for it. */
  readonly library?: LibraryWay;
}

export function treatFix(fix: Fix): TreatedFix {
  switch (fix.action) {
    case 'settle': {
      const lead =
        fix.as === 'applied' ? 'If it took effect, settle it as applied' : 'If it did not, settle it as not-applied';
      return {
        lead,
        terminal: command('ledger', 'settle', ...fix.addresses, '--as', fix.as),
        library: call(`reconciler.ledger.settle(${list(fix.addresses)}, ${quoted(fix.as)})`),
      };
    }
    case 'adopt':
      return treatAdopt(fix);
    case 'forget':
      return treatForget(fix);
    case 'restore-file': {
      const lead = 'If this is a mistake, declare again what left the file';
      return { lead, terminal: { by: 'configuration', text: fix.file } };
    }
    case 'repair-ledger':
      return {
        lead: 'Restore the ledger from its history',
        terminal: command('ledger', 'repair'),
        library: call('reconciler.ledger.repair()'),
      };
    case 'list-ledger':
      return {
        lead: 'List the addresses in the ledger',
        terminal: command('ledger', 'list'),
        library: call('reconciler.ledger.read()'),
      };
    case 'list-runs':
      return {
        lead: 'List the runs',
        terminal: command('ledger', 'runs'),
        library: call('reconciler.ledger.runs()'),
      };
    case 'list-declared':
      return {
        lead: 'See the declared resources',
        terminal: command('plan', '--verbose'),
        library: call('reconciler.plan()'),
      };
    case 'use-ledger': {
      const { folder = 'FOLDER' } = fix;
      const lead = fix.folder === undefined ? 'Use another folder for the ledger' : 'Keep the ledger there';
      return {
        lead,
        terminal: flags('--ledger', folder),
        action: input('ledger', folder),
        library: option(`ledger: fileStore({ dir: ${quoted(folder)}, ... })`),
      };
    }
    case 'allow':
      return treatAllow(fix);
    case 'overwrite':
      return {
        lead: 'Overwrite it in a new plan',
        terminal: flags(...each('--overwrite', fix.addresses)),
        action: input('overwrite', ...fix.addresses),
        library: option(`overwrite: ${list(fix.addresses)}`),
      };
    case 'target':
      return {
        lead: 'Narrow a new plan to the others',
        terminal: flags(...each('--target', fix.addresses)),
        action: input('target', ...fix.addresses),
        library: option(`targets: ${list(fix.addresses)}`),
      };
    case 'skip-blocked':
      return {
        lead: 'Apply the other changes',
        terminal: flags('--skip-blocked'),
        action: input('skip-blocked', 'true'),
        library: option('skipBlocked: true'),
      };
    case 'save-plan':
      return {
        lead: 'Save a plan, and apply the saved plan',
        terminal: command('plan', '-o', PLAN_FILE),
        action: input('plan-file', PLAN_FILE),
        library: option('saved: true'),
      };
    case 'confirm':
      // The id protects only if a person types it. A reviewed plan needs no confirmation, and no input for it exists.
      return {
        lead: 'Confirm the account',
        terminal: flags('--confirm', 'HUBID'),
        action: { ...input('review', 'required'), lead: 'Apply a reviewed plan' },
        library: option('confirm: HUBID'),
      };
    case 'apply': {
      const { addresses, overwrite = false } = fix;
      const words = [...each('--target', addresses), ...each('--overwrite', overwrite ? addresses : [])];
      const options = [`targets: ${list(addresses)}`, ...(overwrite ? [`overwrite: ${list(addresses)}`] : [])];
      return {
        lead: overwrite ? 'Apply the declaration over the changes in the account' : 'Apply the declaration',
        terminal: command('apply', ...words),
        action: input(overwrite ? 'overwrite' : 'target', ...addresses),
        library: call(`reconciler.plan({ ${options.join(', ')} })`),
      };
    }
    case 'choose-account':
      return {
        lead: 'Choose an account',
        terminal: flags('--account', 'NAME'),
        action: input('account', 'NAME'),
        library: option(`account: ${quoted('NAME')}`),
      };
    case 'allow-host':
      return {
        lead: 'Allow the host',
        terminal: flags('--allow-host', fix.host),
        action: input('allowed-hosts', fix.host),
        library: option(`allowedHosts: ${list([fix.host])}`),
      };
    case 'pass-files': {
      const isKnown = fix.paths.length > 0;
      const paths = isKnown ? fix.paths : ['FILE'];
      const lead = isKnown ? 'Pass it as a part of the configuration' : 'Pass the configuration';
      return {
        lead,
        terminal: flags(...each('-f', paths)),
        action: input('files', ...paths),
        library: call(`loadProject(${list(paths)})`),
      };
    }
    case 'start-project':
      return { lead: 'If there is no configuration yet, start a project', terminal: command('init') };
    case 'set-developer-key': {
      const text = `apps: { "${fix.app}": { developerKey: "\${env.NAME}" } }`;
      return { lead: 'Declare the developer key in the configuration', terminal: { by: 'configuration', text } };
    }
    case 'export-webhooks': {
      const target = ['--target-url', 'https://example.com/webhook', '--max-concurrent-requests', '10'];
      return {
        lead: 'For an app of a project, write its webhooks file',
        terminal: command('generate', 'hsmeta', '--app', fix.app, ...target),
      };
    }
    case 'log-in': {
      const { account, variable = 'TRUEUP_REFRESH_TOKEN' } = fix;
      const of = account === undefined ? [] : ['--account', account];
      return {
        lead: `Log in, and save the refresh token as ${variable}`,
        terminal: command('auth', 'login', ...of, '--save', 'trueup.env'),
        library: { ...option('fetchToken'), lead: 'Return an access token' },
      };
    }
  }
}

const PLAN_FILE = 'trueup.plan.json';
/** Addresses that one command names. */
const MOST_FORGOTTEN = 5;

/** A person must check each address, so a command names only the first, unless it overwrites. */
function treatAdopt({ addresses, overwrite, when }: Extract<Fix, { action: 'adopt' }>): TreatedFix {
  const isSingle = addresses.length === 1;
  const kept = isSingle ? 'If it is as declared, record it' : 'Record each that is as declared';
  const over = `Overwrite the ${isSingle ? 'record' : 'records'}`;
  const [first = 'ADDRESS'] = addresses;
  return {
    lead: when === 'changed' ? 'Once it is changed there, record it' : overwrite === true ? over : kept,
    terminal:
      overwrite === true ? command('ledger', 'adopt', ...addresses, '--overwrite') : command('ledger', 'adopt', first),
    library: call(
      overwrite === true
        ? `reconciler.ledger.adopt(${list(addresses)}, { overwrite: true })`
        : `reconciler.ledger.adopt(${list([first])})`,
    ),
  };
}

/** Of a long list, the command names the first address as an example. */
function treatForget({ addresses, when }: Extract<Fix, { action: 'forget' }>): TreatedFix {
  const isSingle = addresses.length === 1;
  const leads = {
    removed: 'Once it is removed there, drop its record',
    kept: isSingle
      ? 'To keep it without declaring it, drop its record'
      : 'To keep them without declaring them, drop the record of each',
    gone: isSingle
      ? 'If it is gone, drop its record; the next plan creates it again'
      : 'Drop the record of each that is gone; the next plan creates it again',
  };
  const isExample = when === 'gone' || addresses.length > MOST_FORGOTTEN;
  const named = addresses.slice(0, isExample ? 1 : undefined);
  return {
    lead: leads[when],
    terminal: command('ledger', 'forget', ...named),
    library: call(`reconciler.ledger.forget(${list(named)})`),
  };
}

function treatAllow({ risk, address }: Extract<Fix, { action: 'allow' }>): TreatedFix {
  const given = address === undefined ? '' : `, address: ${quoted(address)}`;
  const library = option(`allow: [{ risk: ${quoted(risk)}${given} }]`);
  if (risk === 'host-change') {
    const consent = `${risk}=${address ?? 'URL'}`;
    // Not every command that meets another host takes the flag.
    return {
      lead: 'Allow the change of host',
      terminal: command('plan', '--allow', consent),
      action: input('allow', consent),
      library,
    };
  }
  const consent = address === undefined ? risk : `${risk}=${address}`;
  return {
    lead: isResourceRemoval(risk) ? 'To delete the resource, make a new plan' : 'Allow it in a new plan',
    terminal: flags('--allow', consent),
    action: input('allow', consent),
    library,
  };
}

function command(...words: readonly string[]): TerminalWay {
  return { by: 'command', words };
}

function flags(...words: readonly string[]): TerminalWay {
  return { by: 'flags', words };
}

function input(name: string, ...values: readonly string[]): InputWay {
  return { by: 'input', name, values };
}

function call(text: string): LibraryWay {
  return { by: 'call', text };
}

function option(text: string): Extract<LibraryWay, { by: 'option' }> {
  return { by: 'option', text };
}

/** Returns a string of JavaScript. JSON escapes control characters, which could otherwise control a terminal. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'")}'`;
}

function list(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(', ')}]`;
}

function each(flag: string, values: readonly string[]): readonly string[] {
  return values.flatMap((value) => [flag, value]);
}
