/** Accounts that share the ledger of an app: those whose ledgers in the same location go on in it. */

import { LedgerError } from '../errors.ts';
import type { Disk } from './disk.ts';
import { parseLedger } from './format.ts';
import { isOfApp } from './state.ts';

const LEDGER = /\.ledger\.json$/;

export async function sharersOf(disk: Disk, app: string): Promise<readonly string[]> {
  const files = (await disk.list()).filter((file) => LEDGER.test(file) && !isOfApp(file)).sort();
  const names: string[] = [];
  for (const file of files) {
    const account = await accountIn(disk, file, app);
    if (account !== undefined) names.push(account);
  }
  return names;
}

/** Of a file that cannot be understood nobody knows; its own account is told what is wrong with it. */
async function accountIn(disk: Disk, file: string, app: string): Promise<string | undefined> {
  const text = await disk.read(file);
  if (text === undefined) return undefined;
  try {
    const { account, apps = {} } = parseLedger(text, file).ledger;
    return Object.hasOwn(apps, app) ? account.name : undefined;
  } catch (error) {
    if (error instanceof LedgerError) return undefined;
    throw error;
  }
}
