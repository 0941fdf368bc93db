/** Marks what was approved as used up: all of it, or what the input target named. It says that it was applied only where it was. */

import type { Reconciler } from '../index.ts';
import type { RunHistory } from '../model/ledger.ts';
import { EXIT, exitOfPlan } from '../report/exit.ts';
import { isEmpty } from '../report/text/counts.ts';
import type { Approval } from './approval.ts';
import { keepApproval } from './approvals.ts';
import { isCounted } from './approved.ts';
import type { Waiting } from './merged.ts';
import type { Reviewed } from './reviewed.ts';
import { planOptions, type Run } from './run.ts';

export interface Reach {
  /** Everything that the files ask for is in the account, not only what the input target named. */
  readonly isWhole: boolean;
  /** What wrote to the account so far, where that decides what an approval ends by. */
  readonly runs: readonly RunHistory[];
}

/** `isDone`: nothing of the plan is left; else there is nothing to use up. An apply with a target saw nothing of the rest: whether that is in the account as well, only a plan of everything says. */
export async function reachOf(
  run: Run,
  reconciler: Pick<Reconciler, 'plan' | 'ledger'>,
  { merged, superseded }: Pick<Reviewed, 'merged' | 'superseded'>,
  isDone: boolean,
): Promise<Reach> {
  if (!isDone || merged.every(({ approval }) => approval === undefined)) return { isWhole: true, runs: [] };
  const runs = superseded.size === 0 ? [] : await reconciler.ledger.runs();
  if (run.inputs.target.length === 0) return { isWhole: true, runs };
  const whole = await reconciler.plan({ ...planOptions(run), targets: [] });
  return { isWhole: isEmpty(whole) && whole.open === undefined && exitOfPlan(whole, false) === EXIT.done, runs };
}

/** What the target left out waits on, and needs a review of its own. */
export async function useUp(run: Run, reviewed: Reviewed, { isWhole, runs }: Reach): Promise<void> {
  for (const one of reviewed.merged) {
    const { pull, approval, isSpent } = one;
    if (approval === undefined || (isSpent && !isWhole)) continue;
    const { changes: _, addresses: __, ...about } = approval;
    const end = endOf(run, { one, approval }, reviewed, runs);
    await keepApproval(run, run.host(), pull.headSha, {
      ...shownAs(end, isWhole, approval, reviewed.superseded.get(pull.number)),
      approval: {
        ...about,
        held: isAlone(reviewed.held, pull.mergeSha) ? [] : [...reviewed.held],
        ...(reviewed.heldUnknown ? { heldUnknown: true } : {}),
        state: !isWhole ? 'targeted' : end === 'superseded' ? 'superseded' : 'applied',
      },
      conclusion: 'success',
    });
  }
}

/** The merge itself holds where nothing else is said. */
function isAlone([first, ...others]: readonly string[], mergeSha: string | undefined): boolean {
  return first === mergeSha && others.length === 0;
}

/** What an approval ends by. `passed over`: the run went by something else, and had no need of it. */
type End = 'applied' | 'superseded' | 'passed over';

function endOf(
  run: Run,
  { one, approval }: { readonly one: Waiting; readonly approval: Approval },
  reviewed: Reviewed,
  runs: readonly RunHistory[],
): End {
  if (isTakenBack(one, reviewed, runs)) return 'superseded';
  return !goesByReview(run, reviewed) && reviewed.given !== approval.digest ? 'passed over' : 'applied';
}

/** Whether the approvals of what was merged decide what is applied, and not a given digest or nobody. */
export function goesByReview({ inputs }: Run, { given }: Pick<Reviewed, 'given'>): boolean {
  return given === undefined && inputs.review === 'required';
}

/** Superseded, and not contained in what took its place, nor made by earlier runs since it was merged. In doubt it is. */
export function isTakenBack(
  { pull, approval }: Waiting,
  reviewed: Pick<Reviewed, 'merged' | 'superseded'>,
  runs: readonly RunHistory[],
): boolean {
  if (!reviewed.superseded.has(pull.number)) return false;
  const counted = reviewed.merged.filter((one) => isCounted(one, reviewed));
  const since = runs.filter(({ at }) => Date.parse(at) >= (pull.mergedAt ?? Number.POSITIVE_INFINITY));
  const applied = new Set([
    ...counted.flatMap((one) => one.approval?.changes ?? []),
    ...since.flatMap(({ calls }) => calls.flatMap((call) => call.reviewed?.changes ?? [])),
  ]);
  return approval?.changes?.every((change) => applied.has(change)) !== true;
}

function shownAs(
  end: End,
  isWhole: boolean,
  { digest }: Approval,
  why: string | undefined,
): { readonly title: string; readonly summary: string } {
  const over = `The plan with the digest \`${digest}\` approves nothing any more`;
  const rest = isWhole ? '' : ' What the input target left out is not applied.';
  switch (end) {
    case 'applied':
      return {
        title: isWhole ? 'Applied' : 'Applied as far as targeted',
        summary: `The plan with the digest \`${digest}\` was applied. Its approval is used up.${rest}`,
      };
    case 'superseded':
      return { title: 'Superseded', summary: `${over}. ${why}${rest}` };
    case 'passed over':
      return {
        title: 'Used up',
        summary: isWhole ? `${over}: what the default branch asks for is in the account.` : `${over}.${rest}`,
      };
  }
}
