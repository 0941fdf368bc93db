/** The digest of the reviewed plan: from the input, a saved plan, or the comment in the merged pull request. */

import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors.ts';
import { mergedPull } from '../github/pulls.ts';
import { planDigest } from '../index.ts';
import { readPlan } from '../report/documents/read-plan.ts';
import { reviewedMark } from './comment.ts';
import { pathOf } from './files.ts';
import { accountsOf, type Run } from './run.ts';

export interface Reviewed {
  /** Undefined when nothing was reviewed. */
  readonly digest: string | undefined;
  /** Where the outcome is reported; undefined if there is no pull request. */
  readonly pull: number | undefined;
}

export async function reviewedFor(run: Run, account: string): Promise<Reviewed> {
  const pull = await pullOf(run);
  const given = givenDigest(run, account) ?? (await savedDigest(run, account));
  // The comment of an open pull request is not reviewed yet: merging approves it.
  const isOpen = run.event.pull?.isMerged === false;
  if (given !== undefined || pull === undefined || isOpen || run.inputs.review === 'none')
    return { digest: given, pull };
  return { digest: (await reviewedMark(run, run.host(), pull, account))?.digest, pull };
}

/** From the merged pull request, whether the run was started by the merge or by its push. */
export async function pullOf(run: Run): Promise<number | undefined> {
  const { inputs, event } = run;
  if (event.pull !== undefined) return event.pull.number;
  if (inputs['github-token'] === '' || (!inputs.comment && inputs.review === 'none')) return undefined;
  const { github, repository } = run.host();
  return mergedPull(github, repository, event.sha);
}

/** A digest for the account itself takes precedence over one for all. Throws UsageError for a digest of an account that is not applied. */
function givenDigest(run: Run, account: string): string | undefined {
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
  return planFile === undefined ? undefined : planDigest(readPlan(await planText(planFile)));
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
