/** Facts that a fold stores in a ledger in addition to records: account, host, project, versions of apps, and the policy in force. Pure. */

import type { NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { inKeyOrder } from '../model/json.ts';
import type { Ledger } from '../model/ledger.ts';
import type { AccountIdentity } from './format.ts';
import { findLineage } from './state.ts';

export interface Pinned {
  readonly next: Ledger;
  /** Something of it is new, so that the serial is one higher. */
  readonly pins: boolean;
}

/** Adds the facts. A new ledger gets its lineage. */
export function pinned(
  ledger: Ledger,
  account: AccountIdentity,
  { newId, project }: { readonly newId: NewId; readonly project?: string },
): Pinned {
  const isFree = account.binds === false && ledger.intentions.length + Object.keys(ledger.records).length === 0;
  const hubId = isFree ? null : (account.hubId ?? ledger.account.hubId);
  const host = isFree ? undefined : (account.host ?? ledger.account.host);
  const apps = account.apps === undefined ? ledger.apps : { ...ledger.apps, ...account.apps };
  const inForce = account.inForce ?? ledger.inForce;
  const pins =
    hubId !== ledger.account.hubId ||
    host !== ledger.account.host ||
    seenOf(apps) !== seenOf(ledger.apps) ||
    !isEqual(inForce, ledger.inForce) ||
    (project !== undefined && project !== ledger.project);
  const next = {
    ...ledger,
    ...defined({ apps, inForce, project: project ?? ledger.project }),
    lineage: findLineage(ledger, newId),
    account: { name: ledger.account.name, hubId, ...defined({ host }) },
    serial: pins ? ledger.serial + 1 : ledger.serial,
  };
  return { next, pins };
}

function seenOf(apps: Ledger['apps']): string {
  return JSON.stringify(Object.entries(apps ?? {}).map(([app, { lineage, serial }]) => [app, lineage, serial]));
}

function isEqual(one: Ledger['inForce'], other: Ledger['inForce']): boolean {
  return JSON.stringify(inKeyOrder(one)) === JSON.stringify(inKeyOrder(other));
}
