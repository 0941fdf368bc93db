/** Which budgets of calls there are, and whether they are right. */

import { UsageError } from '../../errors.ts';
import type { CallBudget, CallBudgets } from '../../model/fleet.ts';

/** @throws UsageError `argument-invalid`, which tells of every one that is wrong */
export function requireBudgets(budgets: CallBudgets): void {
  const wrong = Object.entries(budgets).filter(([, budget]) => budget !== undefined && !isBudget(budget));
  if (wrong.length === 0) return;
  const told = wrong.map(([name, { calls, perMs }]) => `${name} ${String(calls)} in ${String(perMs)} ms`).join(', ');
  throw new UsageError('argument-invalid', `A fleet was made with a budget of calls that is none: ${told}.`, {
    hint: 'Pass whole numbers from 1 as calls and perMs, such as { calls: 500, perMs: 10_000 }.',
  });
}

export function hasBudget({ all, app }: CallBudgets): boolean {
  return all !== undefined || app !== undefined;
}

function isBudget({ calls, perMs }: CallBudget): boolean {
  return [calls, perMs].every((number) => Number.isSafeInteger(number) && number >= 1);
}
