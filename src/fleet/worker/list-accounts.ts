/** Lists the accounts of a rollout: those that have the app installed, page by page, or those that another rollout has changed. */

import { UsageError } from '../../errors.ts';
import type { InstallationState } from '../../model/installation.ts';
import type { Installation } from '../installations/installations.ts';
import { sharedRuns } from '../ledger/shared-runs.ts';
import {
  type ListedAccount,
  listAccounts,
  listReverted,
  type RevertedRow,
  readReverted,
} from '../store/planning-statements.ts';
import type { RolloutRow, Selected } from '../store/rollout-statements.ts';
import { type Asking, type FleetAccounts, listInstallations } from './accounts.ts';
import type { Reconciling } from './reconcilers.ts';

type Known = Pick<FleetAccounts, 'installations'> & Asking;

type Listing = Known & Pick<Reconciling, 'database' | 'newId'>;

const PAGE = 500;

/**
 * A paused or revoked account may be active again when the rollout is planned again. An uninstalled account is not listed unless a person
 * names it.
 */
const LISTED: readonly InstallationState[] = ['active', 'paused', 'revoked'];

/** May be repeated: an account is listed once. */
export async function listEach(
  { id, reverts, selected }: Pick<RolloutRow, 'id' | 'reverts' | 'selected'>,
  parts: Listing,
): Promise<void> {
  const { database } = parts;
  if (reverts !== null) {
    await database.query(listReverted(id, reverts));
    await database.query(listAccounts(id, await standIns(reverts, parts)));
    return;
  }
  const states = selected?.hubIds === undefined ? { states: LISTED } : {};
  for (let after = 0, more = true; more; ) {
    const page = await listInstallations({ ...selected, ...states, after, limit: PAGE }, parts);
    await database.query(listAccounts(id, page.map(listed)));
    const last = page.at(-1)?.hubId ?? after;
    more = page.length >= PAGE && last > after;
    after = last;
  }
}

/** Adds accounts that can revert changes of an app, if no account of the reverted rollout has the app any more. */
async function standIns(rollout: string, parts: Listing): Promise<readonly ListedAccount[]> {
  const { database } = parts;
  const active = async (rows: readonly RevertedRow[]): Promise<Installation | undefined> =>
    rows.length === 0
      ? undefined
      : (await listInstallations({ hubIds: rows.map(({ hub_id }) => hub_id), states: ['active'], limit: 1 }, parts))[0];
  const found: Installation[] = [];
  for (const [app, rows] of Map.groupBy(await database.query(readReverted(rollout)), ({ app }) => app)) {
    const [begun, others] = [rows.filter((row) => row.begun), rows.filter((row) => !row.begun)];
    if (begun.length === 0 || (await active(begun)) !== undefined) continue;
    const { ids } = await sharedRuns({ rollout, app }, { ...parts, name: `app ${app}` });
    const other = ids.length === 0 ? undefined : await active(others);
    if (other !== undefined) found.push(other);
  }
  return found.map(listed);
}

/** Throws UsageError `installation-unknown` for accounts outside of the fleet, and `argument-invalid` if no account has the labels. */
export async function requireAccounts({ labels, hubIds }: Selected, known: Known): Promise<void> {
  if (hubIds !== undefined) {
    const found = new Set((await listInstallations({ hubIds }, known)).map(({ hubId }) => hubId));
    const missing = hubIds.filter((hubId) => !found.has(hubId));
    if (missing.length > 0 || hubIds.length === 0) throw notInFleet(missing);
  }
  if (labels === undefined) return;
  const [some] = await listInstallations({ labels, limit: 1 }, known);
  if (some !== undefined) return;
  const shown = Object.entries(labels).map(([label, value]) => `${label}=${value}`);
  throw new UsageError('argument-invalid', `No account of the fleet has the labels ${shown.join(', ')}.`, {
    hint: 'Check the labels of the installations.',
  });
}

function listed({ hubId, appId, labels }: Installation) {
  return { hubId, app: appId, labels };
}

function notInFleet(missing: readonly number[]): UsageError {
  if (missing.length === 0)
    return new UsageError('argument-invalid', 'A rollout of no account was asked for.', {
      hint: 'Pass the ids of accounts in hubIds, or leave it out for all.',
    });
  const what = missing.length === 1 ? `Account ${missing[0]} is` : `The accounts ${missing.join(', ')} are`;
  return new UsageError('installation-unknown', `${what} not in this fleet.`, {
    hint: 'Add it once the app is installed there.',
  });
}
