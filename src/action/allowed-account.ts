/** Which accounts of an apply a looser policy is allowed for: those that whoever allows it names. */

import { markdownCode, terminalLine } from '../report/escape.ts';
import { isAllowed } from './policy-changes.ts';
import { accountsOf, type Run } from './run.ts';

/** What somebody allows for one account says nothing of the others of the step. A digest without a name may be meant for any of them. */
export async function allowedFor(run: Run, account: string): Promise<Run> {
  const { inputs, step } = run;
  const isNamed = accountsOf(run).length === 1 || inputs.digest.some((given) => given.account === account);
  if (!isAllowed(run) || isNamed) return run;
  const text = (named: string) =>
    `policy-changes: allow does not count for ${named}: of several accounts, it is for those that the input digest names.`;
  step.log(`${text(terminalLine(account))}\n`);
  await step.summary(`${text(markdownCode(account))}\n\n`);
  return { ...run, inputs: { ...inputs, 'policy-changes': 'refuse' } };
}
