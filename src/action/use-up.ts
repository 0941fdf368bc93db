/** Marks what was approved as used up: all of it, or what the input target named. It says that it was applied only where it was. */

import { changeDigests, type Reconciler } from '../index.ts';
import type { RunHistory } from '../model/ledger.ts';
import type { Plan } from '../model/plan.ts';
import { EXIT, exitOfPlan } from '../report/exit.ts';
import { isEmpty } from '../report/text/counts.ts';
import { type Approval, addressDigest } from './approval.ts';
import { keepApproval } from './approvals.ts';
import type { Waiting } from './merged.ts';
import type { Reviewed } from './reviewed.ts';
import { planOptions, type Run } from './run.ts';

export interface Reach {
  /** Everything that the files ask for is in the account, not only what the input target named. */
  readonly isWhole: boolean;
  /** Digests of the changes that the run made, or tried to make. */
  readonly planned: ReadonlySet<string>;
  /** What wrote to the account so far, newest first, where that decides what an approval ends by. */
  readonly runs: readonly RunHistory[];
}

/** `isDone`: nothing of the plan is left; else there is nothing to use up. An apply with a target saw nothing of the rest: whether that is in the account as well, only a plan of everything says. */
export async function reachOf(
  run: Run,
  reconciler: Pick<Reconciler, 'plan' | 'ledger'>,
  {
    plan,
    reviewed: { merged, superseded },
  }: { readonly plan: Plan; readonly reviewed: Pick<Reviewed, 'merged' | 'superseded'> },
  isDone: boolean,
): Promise<Reach> {
  const planned = new Set(changeDigests(plan).values());
  if (!isDone || merged.every(({ approval }) => approval === undefined)) return { isWhole: true, planned, runs: [] };
  const runs = superseded.size === 0 ? [] : await reconciler.ledger.runs();
  if (run.inputs.target.length === 0) return { isWhole: true, planned, runs };
  const whole = await reconciler.plan({ ...planOptions(run), targets: [] });
  const isWhole = isEmpty(whole) && whole.open === undefined && exitOfPlan(whole, false) === EXIT.done;
  return { isWhole, planned, runs };
}

/** What the target left out waits on, and needs a review of its own. */
export async function useUp(run: Run, reviewed: Reviewed, reach: Reach): Promise<void> {
  const { isWhole } = reach;
  for (const one of reviewed.merged) {
    const { pull, approval, isSpent } = one;
    if (approval === undefined || (isSpent && !isWhole)) continue;
    const { changes: _, addresses: __, ...about } = approval;
    const end = endOf(run, { one, approval }, reviewed, reach);
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
  reach: Reach,
): End {
  if (isTakenBack(one, reviewed, reach)) return 'superseded';
  return !goesByReview(run, reviewed) && reviewed.given !== approval.digest ? 'passed over' : 'applied';
}

/** Whether the approvals of what was merged decide what is applied, and not a given digest or nobody. */
export function goesByReview({ inputs }: Run, { given }: Pick<Reviewed, 'given'>): boolean {
  return given === undefined && inputs.review === 'required';
}

/** Superseded, and some of it is neither made by this run nor what the latest run on its resource since the merge made. In doubt it is. */
export function isTakenBack(
  { pull, approval }: Waiting,
  { superseded }: Pick<Reviewed, 'superseded'>,
  { planned, runs }: Pick<Reach, 'planned' | 'runs'>,
): boolean {
  if (!superseded.has(pull.number)) return false;
  const { changes, addresses } = approval ?? {};
  if (changes === undefined || addresses === undefined) return true;
  const since = runs.filter(({ at }) => Date.parse(at) >= (pull.mergedAt ?? Number.POSITIVE_INFINITY));
  const calls = since.flatMap((run) => run.calls.toReversed());
  return !changes.every((change, at) => {
    if (planned.has(change)) return true;
    const latest = calls.find(({ covers }) => covers.some((address) => addressDigest(address) === addresses[at]));
    return latest?.reviewed?.changes.includes(change) === true;
  });
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
        summary: isWhole ? `${over}: an apply that did not go by it left nothing to do.` : `${over}.${rest}`,
      };
  }
}
