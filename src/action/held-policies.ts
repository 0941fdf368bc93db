/** The policies that hold for what is merged next: kept where no person can write, and in the ledger, which stays when the account is renamed or the project is moved. */

import { isBranchLocation, type Plan, type Reconciler } from '../index.ts';
import { UNWRITTEN } from '../model/ledger.ts';
import { decidedBy } from './applied.ts';
import { keepApproval } from './approvals.ts';
import { shortOf } from './commit-name.ts';
import { type Held, heldElsewhere } from './held-elsewhere.ts';
import { whenFree } from './lock-wait.ts';
import type { Merged } from './merged.ts';
import type { Policies } from './policies.ts';
import { isWithin } from './policy-bases.ts';
import { isAllowed } from './policy-changes.ts';
import type { Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';

/**
 * Both count: either may be from before the other. What a change can write, such as a ledger beside the files, only adds to the rest: it tells
 * neither which policies do not hold any more, nor that nothing was applied before. Where nothing else is known of this folder, what holds for other folders counts.
 */
export async function heldFor(
  run: Run,
  { reconciler, plan }: { readonly reconciler: Reconciler; readonly plan: Plan },
  {
    waiting,
    applied,
    heldUnknown,
    pushed,
    older,
  }: Pick<Merged, 'waiting' | 'applied' | 'heldUnknown' | 'pushed' | 'older'>,
): Promise<Held> {
  const { policies } = await reconciler.ledger.read();
  const kept = isBranchLocation(run.inputs.ledger) ? policies : undefined;
  const elsewhere =
    applied === undefined
      ? await heldElsewhere(run, reconciler, plan, { waiting, pushed })
      : { held: [], heldUnknown: false };
  // What another folder of the account applied decides nothing about what waits here.
  const within = [...decidedBy(applied), ...(kept ?? [])];
  const isReached = await every(older.gaps, (gap) => isWithin(run, within, gap));
  return {
    held: [...new Set([...(applied?.held ?? []), ...elsewhere.held, ...(kept ?? []), ...(policies ?? [])])],
    within,
    pushed,
    older: older.merges,
    heldUnknown:
      !isReached ||
      (kept === undefined
        ? heldUnknown || elsewhere.heldUnknown || policies?.length === 0
        : kept.length === 0 || applied?.heldUnknown === true),
  };
}

/** Once all that is checked out is applied. What was never merged with a plan, or made stricter since, holds as well. */
export async function heldAfter(
  run: Run,
  policies: Policies,
  after: readonly string[],
  heldUnknown: boolean,
): Promise<Pick<Held, 'held' | 'heldUnknown'>> {
  const { commit } = run.checkout;
  if (isAllowed(run)) return { held: [commit], heldUnknown: false };
  const isReadable = await policies.isReadable(commit);
  return { held: isReadable ? await policies.strictest([...after, commit]) : after, heldUnknown };
}

/** Where no merge was ever applied, there is nothing that a later one is compared with. */
export async function keepHeld(run: Run, { ledger }: Pick<Reconciler, 'ledger'>, reviewed: Reviewed): Promise<void> {
  const { merged, applied, heldUnknown } = reviewed;
  const held = heldUnknown ? [] : reviewed.held;
  const isCarried = merged.some(({ approval }) => approval !== undefined);
  await whenFree(run, async () => {
    const { policies, lineage } = await ledger.read();
    const isBegun = isCarried || applied !== undefined || policies !== undefined;
    if (isBegun && lineage !== UNWRITTEN && !isSame(policies, held)) await ledger.keepPolicies(held);
  });
  if (isCarried || applied?.approval === undefined) return;
  if (applied.heldUnknown === heldUnknown && (heldUnknown || isSame(applied.held, held))) return;
  const { changes: _, addresses: __, ...about } = applied.approval;
  await keepApproval(run, run.host(), applied.pull.headSha, {
    title: isAllowed(run) ? 'Applied, and a later policy allowed' : 'Applied, and a later policy is stricter',
    summary: `The policy of commit ${held.map(shortOf).join(', ')} ${isAllowed(run) ? 'was allowed' : 'was applied'}. What is merged next is compared with that.`,
    approval: { ...about, state: 'applied', held: [...held], ...(heldUnknown ? { heldUnknown } : {}) },
    conclusion: 'success',
  });
}

async function every<T>(all: readonly T[], is: (one: T) => boolean | Promise<boolean>): Promise<boolean> {
  for (const one of all) if (!(await is(one))) return false;
  return true;
}

function isSame(one: readonly string[] | undefined, other: readonly string[]): boolean {
  return one?.length === other.length && other.every((commit) => one.includes(commit));
}
