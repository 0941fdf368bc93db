/** Tells open pull requests that an apply changed what their plan is about: before they are merged, and not by failing then. */

import { openPulls } from '../github/pulls.ts';
import { planDigest } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { commandData } from '../report/escape.ts';
import { approvalOf, mayMeet } from './approval.ts';
import { approvalState } from './approvals.ts';
import { addNotice } from './comment.ts';
import type { Run } from './run.ts';

/** The account is changed and reported by now: what cannot be told is a warning. */
export async function tellOpenPulls(run: Run, account: string, plan: Plan, applied: readonly number[]): Promise<void> {
  const host = run.host();
  const done = approvalOf({ folder: run.folder, account, pull: 0 }, plan, planDigest(plan));
  const by = applied.length === 0 ? 'Another run' : `#${applied[0]}`;
  const notice = `> **The account changed since this plan: run the plan again.** ${by} was applied and changed what this plan is about.`;
  try {
    for (const pull of await openPulls(host.github, host.repository)) {
      if (pull.mergedAt !== undefined || applied.includes(pull.number)) continue;
      const { plan: waiting } = await approvalState(run, host, account, pull);
      if (waiting === undefined || !mayMeet(waiting, done)) continue;
      if (await addNotice(run, host, pull.number, { account, notice })) {
        run.step.log(`#${pull.number} was told that the account changed since its plan.\n`);
      }
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `Open pull requests may show a plan from before this apply. They were not told: ${reason}`;
    run.step.annotate([`::warning title=open-plans::${commandData(text)}`]);
  }
}
