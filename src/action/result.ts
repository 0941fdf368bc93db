/** The end of a command, for an account and for the step: passed, neutral or failed, the exit code, and the outputs. */

import type { Plan } from '../model/plan.ts';
import type { ExitCode } from '../report/exit.ts';

export type Conclusion = 'passed' | 'neutral' | 'failed';

export interface AccountResult {
  readonly account: string;
  readonly conclusion: Conclusion;
  readonly exit: ExitCode;
  readonly hasChanges: boolean;
  readonly destructive: number;
  readonly blocked: number;
  readonly digest?: string;
  readonly planFile?: string;
  readonly reportFile?: string;
  /** Numbers by name. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface StepResult {
  readonly exit: ExitCode;
  readonly outputs: Readonly<Record<string, string>>;
}

export const NOTHING = { hasChanges: false, destructive: 0, blocked: 0, counts: {} } as const;

export function planNumbers({ summary }: Plan) {
  const { create, update, remove, forget, keep, blocked, destructive, calls } = summary;
  return {
    hasChanges: create + update + remove + forget + blocked > 0,
    destructive,
    blocked,
    counts: { create, update, remove, forget, keep, blocked, destructive, reads: calls.read, writes: calls.write },
  };
}

/** From the most severe: a step ends with the first of these that any account ended with. */
const GRAVEST_FIRST: readonly ExitCode[] = [130, 5, 4, 1, 6, 3, 2, 0];
const WORST_FIRST: readonly Conclusion[] = ['failed', 'neutral', 'passed'];

export function stepResult(results: readonly AccountResult[]): StepResult {
  const conclusion = WORST_FIRST.find((one) => results.some((result) => result.conclusion === one)) ?? 'passed';
  const sum = (of: (result: AccountResult) => number) =>
    String(results.reduce((total, result) => total + of(result), 0));
  const [only] = results;
  return {
    exit: GRAVEST_FIRST.find((code) => results.some(({ exit }) => exit === code)) ?? 0,
    outputs: {
      result: conclusion,
      'has-changes': String(results.some(({ hasChanges }) => hasChanges)),
      destructive: sum(({ destructive }) => destructive),
      blocked: sum(({ blocked }) => blocked),
      'plan-file': results.flatMap(({ planFile }) => planFile ?? []).join('\n'),
      'report-file': results.flatMap(({ reportFile }) => reportFile ?? []).join('\n'),
      digest:
        results.length === 1
          ? (only?.digest ?? '')
          : results.flatMap(({ account, digest }) => (digest === undefined ? [] : [`${account}=${digest}`])).join('\n'),
      counts: JSON.stringify(Object.fromEntries(results.map(({ account, counts }) => [account, counts]))),
    },
  };
}
