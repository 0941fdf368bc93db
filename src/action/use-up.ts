/** Marks what was approved as applied, which it then approves no more: all of it, or what the input target named. */

import type { Reconciler } from '../index.ts';
import { EXIT, exitOfPlan } from '../report/exit.ts';
import { isEmpty } from '../report/text/counts.ts';
import type { Approval } from './approval.ts';
import { keepApproval } from './approvals.ts';
import type { Waiting } from './merged.ts';
import type { Reviewed } from './reviewed.ts';
import { planOptions, type Run } from './run.ts';

/** What of the files is in the account. */
export type Reach = 'everything' | 'targeted';

/** An apply with a target saw nothing of the rest: whether that is in the account as well, only a plan of everything says. */
export async function reachOf(
  run: Run,
  reconciler: Pick<Reconciler, 'plan'>,
  { merged }: Pick<Reviewed, 'merged'>,
): Promise<Reach> {
  if (run.inputs.target.length === 0 || merged.every(({ approval }) => approval === undefined)) return 'everything';
  const whole = await reconciler.plan({ ...planOptions(run), targets: [] });
  const isDone = isEmpty(whole) && whole.open === undefined && exitOfPlan(whole, false) === EXIT.done;
  return isDone ? 'everything' : 'targeted';
}

/** What the target left out waits on, and needs a review of its own. */
export async function useUp(run: Run, merged: readonly Waiting[], reach: Reach): Promise<void> {
  for (const { pull, approval, isSpent } of merged) {
    if (approval === undefined || (isSpent && reach === 'targeted')) continue;
    const { changes: _, addresses: __, ...about } = approval;
    await keepApproval(run, run.host(), pull.headSha, {
      ...shownAs(reach, approval),
      approval: { ...about, state: reach === 'everything' ? 'applied' : 'targeted' },
      conclusion: 'success',
    });
  }
}

function shownAs(reach: Reach, { digest }: Approval): { readonly title: string; readonly summary: string } {
  const used = `The plan with the digest \`${digest}\` was applied. Its approval is used up.`;
  if (reach === 'everything') return { title: 'Applied', summary: used };
  return { title: 'Applied as far as targeted', summary: `${used} What the input target left out is not applied.` };
}
