/** Finds the review of the applied commit: a plan that a person names, or the record of its pull request. */

import { readFile } from 'node:fs/promises';
import { StalePlanError, UsageError } from '../errors.ts';
import { requireReviewed } from '../faces.ts';
import { readFileAt } from '../github/contents.ts';
import { listPulls } from '../github/pulls.ts';
import { type Plan, planDigest, type Reconciler } from '../index.ts';
import type { ApplyResult } from '../model/outcome.ts';
import { readPlan } from '../report/documents/read-plan.ts';
import { terminalLine } from '../report/escape.ts';
import { isEmpty } from '../report/text/counts.ts';
import { pathOf } from './files.ts';
import { insideOf, pathFromTop, realPathOf } from './inside.ts';
import type { Judged } from './policy.ts';
import { type PlanRecord, recordOf } from './record.ts';
import { accountsOf, type Run, shortOf } from './run.ts';
import type { Tip } from './tip.ts';

export interface Reviewed {
  /** Digest of the plan that a person names: it takes the place of the record. */
  readonly given: string | undefined;
  readonly record: PlanRecord | undefined;
  /** Number of the pull request that brought the commit. */
  readonly pull: number | undefined;
}

/** Throws UsageError. */
export async function reviewedOf(run: Run, account: string, { branch, commit }: Tip): Promise<Reviewed> {
  const given = writtenDigest(run, account) ?? (await savedDigest(run, account));
  const host = run.host();
  const pulls = await listPulls(host.github, host.repository, commit);
  const pull = pulls.find((one) => one.mergedAt !== undefined && one.base === branch && one.mergeSha === commit);
  const isAsked = given === undefined && run.inputs.review === 'required';
  const record = isAsked ? await recordOf(run, host, account, { commit, pull }) : undefined;
  return { given, record, pull: pull?.number };
}

export interface Fitting {
  /** Digest to apply. Undefined if no review is needed. */
  readonly digest: string | undefined;
  readonly record?: PlanRecord;
}

export interface Planned {
  readonly plan: Plan;
  readonly reviewed: Reviewed;
  readonly judged: Judged;
}

export interface Applied extends Planned, Fitting {
  /** Result of the apply. Undefined if there was nothing to do. */
  readonly result: ApplyResult | undefined;
  /** Nothing of the files is left to do. */
  readonly isComplete: boolean;
}

/** Throws StalePlanError unless the plan equals the reviewed plan, or the rest of it. */
export async function fittingOf(
  run: Run,
  { ledger }: Pick<Reconciler, 'ledger'>,
  plan: Plan,
  { given, record: found }: Reviewed,
): Promise<Fitting> {
  if (given !== undefined) {
    if (!isEmpty(plan)) await requireReviewed(plan, given, ledger);
    return { digest: given };
  }
  if (run.inputs.review === 'none') return { digest: undefined };
  const { name, hubId } = plan.account;
  const record = found?.hubId === hubId ? found : undefined;
  if (isEmpty(plan)) return emptyFitting(plan, record, ledger);
  const { inForce } = await ledger.read();
  if (inForce?.commit === run.checkout.commit) {
    throw new StalePlanError(
      'record-used',
      `Commit ${shortOf(run.checkout.commit)} was applied to ${name} completely, and the account changed since then.`,
      { hint: 'Review the fresh plan in a new pull request, or start the workflow with its digest.' },
    );
  }
  if (record?.plan === undefined) throw missing(run, name);
  await requireReviewed(plan, record.plan, ledger);
  return { digest: record.plan, record };
}

/** Nothing is left to write. Drift that is held was perhaps reviewed to be overwritten: then the plan has to match. */
async function emptyFitting(
  plan: Plan,
  record: PlanRecord | undefined,
  ledger: Reconciler['ledger'],
): Promise<Fitting> {
  if (record?.plan === undefined) return { digest: planDigest(plan) };
  if (plan.findings.some(({ code }) => code === 'drift-held')) await requireReviewed(plan, record.plan, ledger);
  return { digest: record.plan, record };
}

function missing({ checkout }: Run, account: string): StalePlanError {
  return new StalePlanError(
    'record-missing',
    `Commit ${shortOf(checkout.commit)} has no record of a reviewed plan for ${account}.`,
    { hint: 'Review the fresh plan in a new pull request, or start the workflow with its digest.' },
  );
}

/** Returns the digest of the account, or the digest for all accounts. Throws UsageError for a digest of an account that is not applied. */
function writtenDigest(run: Run, account: string): string | undefined {
  const accounts = accountsOf(run);
  const stray = run.inputs.digest.find((given) => given.account !== undefined && !accounts.includes(given.account));
  if (stray !== undefined) {
    throw new UsageError(
      'inputs-invalid',
      `The input digest names the account ${stray.account}, which is not applied.`,
    );
  }
  const own = run.inputs.digest.find((given) => given.account === account);
  return (own ?? run.inputs.digest.find((given) => given.account === undefined))?.digest;
}

async function savedDigest(run: Run, account: string): Promise<string | undefined> {
  const { planFile } = pathOf(run, 'planFile', account);
  if (planFile === undefined) return undefined;
  await requireNotCommitted(run, planFile);
  return planDigest(readPlan(await planText(planFile)));
}

/** Throws UsageError for a plan file that the commit itself contains, because it was not reviewed. */
async function requireNotCommitted({ checkout: { top, commit }, host }: Run, planFile: string): Promise<void> {
  const { github, repository } = host();
  for (const path of new Set([planFile, realPathOf(planFile)])) {
    if (top === undefined || !insideOf(top, path)) continue;
    const name = pathFromTop(top, path);
    if ((await readFileAt(github, repository, commit, name)) === undefined) continue;
    throw new UsageError(
      'inputs-invalid',
      `The input plan-file names a file of the repository: ${terminalLine(name)}.`,
      {
        hint: 'Pass the file that command: plan saved, for example as an artifact, at a path that the repository does not have.',
      },
    );
  }
}

async function planText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageError('plan-file-missing', `The plan file ${path} cannot be read.`, {
      hint: 'Pass the file saved by command: plan to this step, for example as an artifact.',
      cause,
    });
  }
}
