/** The plan that somebody names: by its digest, or as a saved plan. */

import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors.ts';
import { planDigest } from '../index.ts';
import { readPlan } from '../report/documents/read-plan.ts';
import { pathOf } from './files.ts';
import { accountsOf, type Run } from './run.ts';

/** Undefined where nobody does. Throws UsageError. */
export async function givenDigest(run: Run, account: string): Promise<string | undefined> {
  return writtenDigest(run, account) ?? (await savedDigest(run, account));
}

/** A digest for the account itself takes precedence over one for all. Throws UsageError for a digest of an account that is not applied. */
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
