/** What is said where nobody can tell which policies hold: whatever a plan does may need a looser one, so it is refused. */

import { UnsafePlanError } from '../errors.ts';
import type { Plan } from '../index.ts';
import { markdownText } from '../report/escape.ts';
import { isAllowed, NO_CHANGES, type PolicyChanges } from './policy-changes.ts';
import { isMade } from './policy-needs.ts';
import type { Run } from './run.ts';

/** As a sentence. */
const NOT_FOUND =
  'Which policies a merge has to keep is unknown: too many commits changed files of the project after the last merge that was applied.';

const MANUALLY =
  'Let somebody who may decide it review the policy, and start apply manually with the digest of this plan and policy-changes: allow.';

export function undecided(account: string, reason: string): PolicyChanges {
  const text = `${reason} Whether the plan for ${account} needs a looser policy is unknown, so nothing is applied.`;
  return { ...NO_CHANGES, refusal: new UnsafePlanError(text, [], { hint: MANUALLY }) };
}

/** Where the search for the last applied merge was cut off. Undefined where the plan changes nothing. */
export function notFound(run: Run, account: string, plan: Plan): PolicyChanges | undefined {
  if (!plan.changes.some(isMade)) return undefined;
  const notice = `> **${markdownText(NOT_FOUND)}**`;
  if (isAllowed(run)) return { ...NO_CHANGES, notice };
  return { ...undecided(account, NOT_FOUND), notice: `${notice} The plan is refused.` };
}
