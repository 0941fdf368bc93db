/** Counts of a plan in a few words. */

import type { Change } from '../../model/change.ts';
import type { Plan } from '../../model/plan.ts';
import { count, listCounts } from './layout.ts';

/** True if apply would change nothing. It may still record resources in sync. */
export function isEmpty(plan: Plan): boolean {
  const { create, update, remove, forget, blocked } = plan.summary;
  return create + update + remove + forget + blocked === 0;
}

/** True if apply changes the ledger without a call. */
export function recordsSomething({ adopt, moved, renamed, hostChange }: Plan): boolean {
  return adopt.length > 0 || moved !== undefined || renamed !== undefined || hostChange !== undefined;
}

/** Returns for example `1 to create, 2 to update, 12 unchanged`. Zero counts are left out. */
export function countsText(plan: Plan): string {
  const { create, update, remove, forget, blocked, keep } = plan.summary;
  return listCounts([
    [create, 'to create'],
    [update, 'to update'],
    [remove, 'to remove'],
    [forget, 'to forget'],
    [blocked, 'blocked'],
    [keep, 'unchanged'],
  ]);
}

/** All of it in one sentence, for quiet output. */
export function briefText(plan: Plan): string {
  const recorded = plan.adopt.length === 0 ? '' : `, ${plan.adopt.length} to record`;
  const open = plan.open === undefined ? '' : `, ${count(plan.open.length, 'open call')}`;
  const pinned = plan.hostChange === undefined ? '' : ', the host to pin';
  const moved = plan.moved === undefined ? '' : `, ${plan.moved.length} recorded from another file`;
  const renamed = plan.renamed === undefined ? '' : `, ${Object.keys(plan.renamed).length} recorded under another name`;
  const beside = recorded + moved + renamed + pinned + open;
  const { destructive } = plan.summary;
  if (!isEmpty(plan)) return `${countsText(plan)}${beside}.${destructive === 0 ? '' : ` ${destructive} destructive.`}`;
  return beside === '' ? 'Nothing to do.' : `Nothing to change${beside}.`;
}

/** `12 unchanged (3 of them known from the ledger only)`. */
export function keptText(kept: readonly Change[]): string {
  const recorded = kept.filter((change) => change.basis !== 'observed' && change.basis !== 'inferred').length;
  return `${kept.length} unchanged${recorded === 0 ? '' : `, ${recorded} of them known from the ledger only`}`;
}
