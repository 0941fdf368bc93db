/** Why nothing of a plan may be applied that no review explains. */

import { StalePlanError, UnsafePlanError } from '../errors.ts';
import type { Reviewed } from './reviewed.ts';

export function unreviewed(
  account: string,
  { isUsed, superseded, pulls: [pull] }: Reviewed,
): StalePlanError | UnsafePlanError {
  if (isUsed) {
    return new StalePlanError('approval-used', `The approval of the plan of #${pull} for ${account} is used up.`, {
      hint: 'The files or the account changed since then. Open a new pull request, or specify the plan with the input digest.',
    });
  }
  if (superseded.size > 0) {
    return new StalePlanError(
      'approval-superseded',
      `What was reviewed for ${account} approves nothing any more: the branch has changed since.`,
      { hint: 'Open a new pull request, or specify the plan with the input digest.' },
    );
  }
  return new UnsafePlanError(`No reviewed plan for ${account} was found, so nothing is applied.`, [], {
    hint: 'Open a pull request for it, or start apply manually with the input digest or plan-file of a plan that somebody reviewed.',
  });
}
