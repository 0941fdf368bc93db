/** Allows an apply only at the newest commit of the default branch, in the run that this commit started. */

import { OvertakenError } from '../errors.ts';
import { defaultBranch, readHead } from '../github/branches.ts';
import { terminalLine } from '../report/escape.ts';
import { type Run, shortOf } from './run.ts';

export interface Tip {
  readonly branch: string;
  readonly commit: string;
}

/** Throws OvertakenError. `branch` is the default branch, if it is known. */
export async function requireTip(run: Run, branch?: string): Promise<Tip> {
  const { github, repository } = run.host();
  const name = branch ?? (await defaultBranch(github, repository));
  const head = await readHead(github, repository, name);
  const { commit } = run.checkout;
  const { sha } = run.event;
  if (commit === head && (sha === '' || sha === head)) return { branch: name, commit };
  throw new OvertakenError(
    'checkout-overtaken',
    `Nothing is applied: this run is about commit ${shortOf(sha === '' ? commit : sha)}, and ${terminalLine(name)} is at ${shortOf(head)}.`,
    {
      hint: 'The run of the newer commit applies the files of that commit. If no such run was started, start the workflow on the branch.',
    },
  );
}
