/** Checks whether a saved plan equals the plan of the same files, account and ledger. Its file could be edited after the review. */

import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import { inKeyOrder } from '../../model/json.ts';
import { PLAN_LIFETIME_MS, type Plan } from '../../model/plan.ts';

/** Returns a finding if the plans differ. File positions and the last user do not count, because they can change. */
export function alteredFindings(saved: Plan, made: Plan): readonly Finding[] {
  if (text(selectMeaning(saved)) === text(selectMeaning(made))) return [];
  return [
    {
      code: 'plan-altered',
      severity: 'error',
      message:
        'The saved plan differs from the plan that the files, the account and the ledger produce. Its file was edited, or another version of trueup created it.',
      hint: REMAKE,
    },
  ];
}

/** Largest difference between the clocks of the planning and the applying machine. */
const CLOCKS_APART_MS = 5 * 60 * 1000;

/** Returns findings for times that no plan has: a wrong lifetime, or a start in the future. */
export function alteredTimes({ createdAt, expiresAt }: Plan, now: number): readonly Finding[] {
  const [created, expires] = [Date.parse(createdAt), Date.parse(expiresAt)];
  if (expires - created === PLAN_LIFETIME_MS && created <= now + CLOCKS_APART_MS) return [];
  return [
    {
      code: 'plan-altered',
      severity: 'error',
      message: `The times in the saved plan are not valid (createdAt ${createdAt}, expiresAt ${expiresAt}): its file was edited, or a clock is wrong.`,
      hint: REMAKE,
    },
  ];
}

const REMAKE = 'Create a new plan, review it, and apply the new plan.';

function selectMeaning(plan: Plan): unknown {
  const { account, changes, calls, adopt, renamed = {}, unproven = [], summary, complete, hostChange } = plan;
  const { calls: counted, ...counts } = summary;
  return {
    account: { ...account, labels: {} },
    changes: changes.map(selectReviewed),
    ...{ calls, adopt, renamed, unproven, complete, hostChange },
    // A read may need its fallback at one time and not at another.
    counts: { ...counts, writes: counted.write },
  };
}

function selectReviewed(all: Change): unknown {
  const { provenance: _position, overrides: _overrides, changedAt: _at, changedBy: _by, ...change } = all;
  return change;
}

function text(value: unknown): string {
  return JSON.stringify(inKeyOrder(value));
}
