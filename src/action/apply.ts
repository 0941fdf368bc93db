/** `command: apply`: makes exactly the changes that were reviewed, told by the digest of a fresh plan, or none. */

import { LedgerError, StalePlanError, UnsafePlanError } from '../errors.ts';
import { type LedgerStore, planDigest, type Reconciler, requireReviewed } from '../index.ts';
import type { ApplyResult } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { EXIT, exitOfApply, exitOfPlan } from '../report/exit.ts';
import { COMMENT_LIMIT, outcomeMarkdownWithin } from '../report/markdown-limit.ts';
import { outcomeText } from '../report/text/outcome.ts';
import { isEmpty } from '../report/text/plan.ts';
import { COMMENT_FRAME, writeComment } from './comment.ts';
import { type AccountResult, planNumbers } from './result.ts';
import { type Reviewed, reviewedFor } from './reviewed.ts';
import { planOptions, type Run } from './run.ts';
import { planForComment, showPlan, summaryLimit, textStyle } from './show.ts';

/** Room that a notice above a plan or an outcome takes. */
const NOTICE = 2000;

export async function applyAccount(
  run: Run,
  account: string,
  reconciler: Reconciler,
  ledger: LedgerStore,
): Promise<AccountResult> {
  const reviewed = await reviewedFor(run, account);
  const made = await planAndApply(run, account, reconciler, { ledger, reviewed });
  const { plan } = made;
  await showPlan(run, plan);
  const about = { account, digest: planDigest(plan), ...planNumbers(plan) };
  if ('error' in made) {
    await tellStale(run, account, plan, { reviewed, error: made.error });
    return { ...about, conclusion: 'failed', exit: EXIT.stale };
  }
  if (made.result === undefined) {
    const exit = exitOfPlan(plan, false);
    return { ...about, conclusion: exit === EXIT.done ? 'passed' : 'failed', exit };
  }
  await tellOutcome(run, account, made.result, reviewed);
  const exit = exitOfApply(made.result);
  const { applied, accepted, skipped, failed, lostRace, uncertain } = made.result.summary;
  const counts = { ...about.counts, applied, accepted, skipped, failed, lostRace, uncertain };
  return { ...about, counts, conclusion: exit === EXIT.done ? 'passed' : 'failed', exit };
}

type Made =
  | { readonly plan: Plan; readonly result: ApplyResult | undefined }
  | { readonly plan: Plan; readonly error: StalePlanError };

interface Given {
  readonly ledger: LedgerStore;
  readonly reviewed: Reviewed;
}

/** Another run may write the same ledger meanwhile: then everything is thought out anew, the comparison included. */
async function planAndApply(run: Run, account: string, reconciler: Reconciler, given: Given): Promise<Made> {
  const until = run.clock.now() + run.inputs['lock-wait'] * 1000;
  for (let tries = 1; ; tries += 1) {
    const plan = await reconciler.plan(planOptions(run));
    if (nothingToDo(run, plan, given.reviewed)) return { plan, result: undefined };
    const error = await applied(run, account, reconciler, plan, given.reviewed);
    if (!(error instanceof Error)) return { plan, result: error };
    const meanwhile = error instanceof LedgerError || (await ledgerMoves(given.ledger, plan));
    if (!meanwhile || run.clock.now() > until) {
      if (error instanceof StalePlanError) return { plan, error };
      throw error;
    }
    await run.clock.sleep(Math.min(10_000, 500 * tries), run.signal);
  }
}

/** What is in sync already is noted in the ledger only by a run that somebody asked for. */
function nothingToDo({ inputs }: Run, plan: Plan, { digest }: Reviewed): boolean {
  if (!isEmpty(plan)) return false;
  return plan.adopt.length === 0 || (digest === undefined && inputs.review === 'required');
}

/** The result, or the error that a later try may not meet; every other one is thrown. */
async function applied(
  run: Run,
  account: string,
  reconciler: Reconciler,
  plan: Plan,
  { digest }: Reviewed,
): Promise<ApplyResult | StalePlanError | LedgerError> {
  const { inputs } = run;
  try {
    // An empty plan notes in the ledger what is in sync already, and calls nobody: there is nothing to compare.
    if (!isEmpty(plan)) {
      if (digest !== undefined) requireReviewed(plan, digest);
      else if (inputs.review === 'required') throw unreviewed(account);
    }
    const options = {
      saved: digest !== undefined,
      skipBlocked: inputs['skip-blocked'],
      concurrency: inputs.concurrency,
    };
    return await reconciler.apply(plan, options);
  } catch (error) {
    if (error instanceof StalePlanError) return error;
    if (error instanceof LedgerError && (error.code === 'ledger-locked' || error.code === 'ledger-busy')) return error;
    throw error;
  }
}

/** Whether somebody writes the ledger now, or wrote it since the plan was made. */
async function ledgerMoves(ledger: LedgerStore, plan: Plan): Promise<boolean> {
  try {
    const lock = await ledger.lock('a look whether another run is under way');
    await lock.release();
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'ledger-locked') return true;
    throw error;
  }
  const { lineage, serial } = await ledger.read();
  return plan.basis.ledger !== `${lineage}/${serial}`;
}

function unreviewed(account: string): UnsafePlanError {
  return new UnsafePlanError(`No reviewed plan for ${account} was found, so nothing is applied.`, [], {
    hint: 'Apply what a pull request planned, name the plan with the input digest or plan-file, or set review: none.',
  });
}

async function tellOutcome(run: Run, account: string, result: ApplyResult, { pull }: Reviewed): Promise<void> {
  run.step.log(outcomeText(result, textStyle(run)));
  await run.step.summary(outcomeMarkdownWithin(result, Math.floor(summaryLimit(run) / 2)).text);
  if (!run.inputs.comment || pull === undefined) return;
  const { text } = outcomeMarkdownWithin(result, COMMENT_LIMIT - COMMENT_FRAME);
  await writeComment(run, run.host(), pull, { account, digest: 'keep', commit: run.event.sha, text });
}

/** The reviewed digest stays: a fresh plan in the comment is shown, and not approved by running the job again. */
async function tellStale(
  run: Run,
  account: string,
  plan: Plan,
  { reviewed, error }: { readonly reviewed: Reviewed; readonly error: StalePlanError },
): Promise<void> {
  const notice = [
    '> **Not applied: this is no longer the plan that was reviewed.** Nothing was written. The files or the account moved since',
    `> the review (\`${error.code}\`); the plan as it is now follows. Review it in a new pull request, or run apply by hand with`,
    `> \`digest: ${planDigest(plan)}\`.`,
  ].join('\n');
  run.step.log(`${error.message}\n`);
  run.step.commands('::error title=plan-differs::This is no longer the plan that was reviewed: nothing was written.\n');
  if (!run.inputs.comment || reviewed.pull === undefined) return;
  const text = `${notice}\n\n${planForComment(run, plan, NOTICE).text}`;
  await writeComment(run, run.host(), reviewed.pull, { account, digest: 'keep', commit: run.event.sha, text });
}
