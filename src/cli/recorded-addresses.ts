/** Addresses in the ledgers of a project on disk. Calls nobody, and takes a ledger that cannot be read for an empty one. */

import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { accountNames } from '../config/resolve.ts';
import { defined } from '../contract/defined.ts';
import type { Project } from '../model/project.ts';
import { isBranchLocation, openLedger } from '../reconciler/open-ledger.ts';

export interface LedgerPlace {
  readonly cwd: string;
  /** Undefined: of each account that the files name. */
  readonly account: string | undefined;
  /** As typed; undefined: beside the files. */
  readonly ledger: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A ledger on a branch is not read: that takes calls. */
export async function recordedAddresses(
  project: Project,
  { cwd, account, ledger, env }: LedgerPlace,
): Promise<readonly string[]> {
  if (ledger !== undefined && isBranchLocation(ledger)) return [];
  const named = accountNames(project);
  const accounts = account === undefined ? (named.length > 0 ? named : ['default']) : [account];
  const location = ledger === undefined ? undefined : resolve(cwd, ledger);
  const each = accounts.map((name) => recordedIn(project, name, location, env).catch(() => []));
  return (await Promise.all(each)).flat();
}

async function recordedIn(
  config: Project,
  account: string,
  location: string | undefined,
  env: LedgerPlace['env'],
): Promise<readonly string[]> {
  const { store, close } = openLedger({ config, account, env, newId: randomUUID, ...defined({ location }) });
  const { records } = await store.read();
  await close();
  return Object.keys(records);
}
