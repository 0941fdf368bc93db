/** Errors about ledgers of apps that differ from the ledgers that accounts saw last, each with its remedies. */

import { LedgerError } from '../errors.ts';

/** No address, because the subscriptions are unknown here. */
const ADOPT = { action: 'adopt', addresses: [] } as const;

/** `accounts`: all whose ledgers know of it. */
export function otherAppLedger(accounts: readonly string[], app: string, path: string): LedgerError {
  return new LedgerError(
    'app-ledger-missing',
    `${path} is missing, or is not the ledger in which ${listed(accounts)} recorded the resources of app ${app}. A plan without it would create them again.`,
    {
      hint:
        `Restore the file from version control or a backup. If you have its history only, restore that and repair the ledger from it. ` +
        `If no copy exists, remove ${app} from apps in the ledger ${listFiles(accounts)}. On the dated surface the next plan then finds the subscriptions. ` +
        `On the documented surface, record each subscription that the app has before the next apply.`,
      fix: [{ action: 'repair-ledger' }, ADOPT],
    },
  );
}

export interface Older {
  readonly path: string;
  /** Serial in the file. */
  readonly serial: number;
  /** Serial that each account saw, by account. */
  readonly seen: ReadonlyMap<string, number>;
}

export function olderAppLedger(app: string, { path, serial, seen }: Older): LedgerError {
  const views = [...seen].map(([account, at]) => `${account} saw it at serial ${at}`);
  return new LedgerError(
    'app-ledger-older',
    `${path} is at serial ${serial}, but ${listed(views)}. It is an older copy, and a plan would create the missing resources again.`,
    {
      hint:
        'Restore the newest copy of the file and of its history. ' +
        `If no newer copy exists, set apps.${app}.serial to ${serial} in the ledger ${listFiles([...seen.keys()])}. On the dated surface the next plan then finds the subscriptions that the file lacks. ` +
        `On the documented surface, record each subscription that the app has and the file lacks before the next apply.`,
      fix: [ADOPT],
    },
  );
}

function listFiles(accounts: readonly string[]): string {
  return `${accounts.length === 1 ? 'file' : 'files'} of ${listed(accounts)}`;
}

/** `a, b and c`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
