/** `command: apply`: makes exactly the reviewed changes, identified by digests of a fresh plan, or none. */

import { LedgerError, StalePlanError } from '../errors.ts';
import { type LedgerStore, planDigest, type Reconciler } from '../index.ts';
import { versionOf } from '../model/ledger.ts';
import type { Plan } from '../model/plan.ts';
import { EXIT, exitOfApply, exitOfError, exitOfPlan } from '../report/exit.ts';
import { allowedFor } from './allowed-account.ts';
import { attempt, type Made } from './attempt.ts';
import { reporting } from './failure.ts';
import { pathOf } from './files.ts';
import { lockWaitEnd, pause } from './lock-wait.ts';
import { reportNothing, reportOutcome } from './report-apply.ts';
import { reportRefused } from './report-refused.ts';
import { type AccountResult, planNumbers } from './result.ts';
import type { Run } from './run.ts';
import { unplannedPolicy } from './unplanned-policy.ts';
import { reachOf } from './use-up.ts';

export async function applyAccount(
  step: Run,
  account: string,
  reconciler: Reconciler,
  ledger: LedgerStore,
): Promise<AccountResult> {
  const run = await allowedFor(step, account);
  const made = await planAndApply(run, account, reconciler, ledger);
  const { plan, reviewed } = made;
  const about = {
    account,
    digest: planDigest(plan),
    ...planNumbers(plan),
    ...pathOf(run, 'reportFile', account),
  };
  if ('error' in made) {
    const result = { ...about, conclusion: 'failed', exit: exitOfError(made.error) } as const;
    const policy = async () =>
      made.policy ?? unplannedPolicy(run, account, { reconciler, plan, reviewed, isManual: true });
    return reporting(run, result, () => reportRefused(run, account, plan, { reviewed, error: made.error, policy }));
  }
  if (made.result === undefined) {
    const exit = exitOfPlan(plan, false);
    const result = { ...about, conclusion: exit === EXIT.done ? 'passed' : 'failed', exit } as const;
    return reporting(run, result, async () =>
      reportNothing(run, account, reconciler, {
        plan,
        reviewed,
        reach: await reachOf(run, reconciler, made, true),
      }),
    );
  }
  const done = made.result;
  const exit = exitOfApply(done);
  const { applied, accepted, skipped, failed, conflict, uncertain } = done.summary;
  const counts = { ...about.counts, applied, accepted, skipped, failed, conflict, uncertain };
  const result = { ...about, counts, conclusion: exit === EXIT.done ? 'passed' : 'failed', exit } as const;
  return reporting(run, result, async () => {
    const reach = await reachOf(run, reconciler, made, exit === EXIT.done);
    await reportOutcome(run, account, reconciler, { ...made, result: done, reach });
  });
}

/** Another run may write the same ledger meanwhile: then everything is read and computed again, also what is approved. */
async function planAndApply(run: Run, account: string, reconciler: Reconciler, ledger: LedgerStore): Promise<Made> {
  const until = lockWaitEnd(run);
  for (let tries = 1; ; tries += 1) {
    const made = await attempt(run, account, reconciler);
    const isBusy = made instanceof LedgerError;
    if (!isBusy && !('error' in made)) return made;
    // What was never reviewed is not reviewed by another run either.
    const again =
      isBusy || (made.error instanceof StalePlanError && (await ledgerChanges(reconciler, ledger, made.plan)));
    if (!again || run.clock.elapsed() > until) {
      if (isBusy) throw made;
      return made;
    }
    await pause(run, tries);
  }
}

/** Whether the ledger is being written, or was written since the plan was created. */
async function ledgerChanges(reconciler: Reconciler, ledger: LedgerStore, plan: Plan): Promise<boolean> {
  try {
    const lock = await ledger.lock('a check for another run');
    await lock.release();
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'ledger-locked') return true;
    throw error;
  }
  return plan.fingerprint.ledger !== versionOf(await reconciler.ledger.read());
}
