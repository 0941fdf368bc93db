/** Warns of a plan that needs more than half of the calls that the account has left today. */

import type { Quota } from '../../contract/quota.ts';
import type { Finding } from '../../model/finding.ts';
import { moment } from '../../model/moment.ts';
import type { PlanSummary } from '../../model/plan.ts';
import { nextMidnight } from '../../model/time-zone.ts';

export interface Today {
  /** Quota, or undefined if the service does not report it. */
  readonly quota: Quota | undefined;
  /** Time zone of the account; null if unknown. */
  readonly timeZone: string | null;
  readonly now: number;
}

/** An apply makes the writes, and repeats the reads of the plan. */
export function quotaFindings(
  { read, write }: PlanSummary['calls'],
  { quota, timeZone, now }: Today,
): readonly Finding[] {
  const calls = read + write;
  if (quota === undefined || write === 0 || calls * 2 <= quota.remaining) return [];
  const of = quota.limit === undefined ? '' : ` of ${quota.limit}`;
  const begins = timeZone === null ? undefined : nextMidnight(now, timeZone);
  const when =
    begins === undefined
      ? "at midnight in the account's time zone"
      : `at ${moment(new Date(begins).toISOString())}, which is midnight in the account's time zone (${timeZone})`;
  return [
    {
      code: 'daily-quota',
      severity: 'warning',
      message: `Applying this plan takes about ${calls} ${calls === 1 ? 'call' : 'calls'} (${write} to write), and the account has ${quota.remaining}${of} left for its private apps and keys today.`,
      hint: `Other integrations of the account share them. They begin again ${when}: apply then, or narrow the plan.`,
    },
  ];
}
