/** The plan that somebody names: by its digest, or as a saved plan. */

import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors.ts';
import { planDigest } from '../index.ts';
import { readPlan } from '../report/documents/read-plan.ts';
import { terminalLine } from '../report/escape.ts';
import { entryAt } from './committed.ts';
import { pathOf } from './files.ts';
import { insideOf, wayTo } from './inside.ts';
import { pathFromTop } from './read-paths.ts';
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
  if (planFile === undefined) return undefined;
  await requireNotCommitted(run, planFile);
  return planDigest(readPlan(await planText(planFile)));
}

/** What a change brings with it was reviewed by nobody. Throws UsageError. */
async function requireNotCommitted(run: Run, planFile: string): Promise<void> {
  const { top, commit } = run.checkout;
  const trees = run.trees();
  for (const path of wayTo(planFile)) {
    if (top === undefined || !insideOf(top, path)) continue;
    const name = pathFromTop(top, path);
    if ((await entryAt(trees, await trees.rootOf(commit), name)) === undefined) continue;
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
