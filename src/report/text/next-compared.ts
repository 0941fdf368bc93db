/** The next command to type after a comparison. */

import type { ComparedSide, Comparison } from '../../model/comparison.ts';
import { hasDifference } from '../compared.ts';
import type { Step } from './next.ts';
import { commandLine, type Typed } from './typed.ts';

export function stepsAfterComparison(comparison: Comparison, typed: Typed): readonly Step[] {
  if (!hasDifference(comparison)) return [];
  const { left, right } = comparison;
  const files = [left, right].find(({ source }) => source === 'files');
  const account = [right, left].find(({ source }) => source === 'account');
  if (account === undefined) return [];
  const steps = [planOf(account, typed)];
  if (files === undefined) return steps;
  const words = ['--account', account.account.name];
  return [
    ...steps,
    { command: commandLine(['pull'], typed, words), purpose: `to take what ${account.name} has into the files` },
  ];
}

function planOf({ name, account }: ComparedSide, typed: Typed): Step {
  return {
    command: commandLine(['plan'], typed, ['--account', account.name]),
    purpose: `to see what the files would change in ${name}`,
  };
}
