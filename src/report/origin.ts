/** Describes the source of a plan, and how much of it a revert could restore. */

import { listRuns, type Plan } from '../model/plan.ts';

/** `Plan for sandbox`; `Plan to revert run 1f0c for sandbox`. Unescaped. */
export function formatPlanTitle({ origin, account }: Pick<Plan, 'origin' | 'account'>): string {
  const runs = listRuns(origin);
  const what =
    runs.length === 0 ? 'Plan for' : `Plan to revert ${runs.length === 1 ? 'run' : 'runs'} ${runs.join(', ')} for`;
  return `${what} ${account.name}`;
}

/** Returns the parts that a later revert could not restore. Returns undefined if it could restore everything, or nothing changes. */
export function revertText({ summary }: Pick<Plan, 'summary'>): string | undefined {
  const { restores, stays, loses } = summary.revert;
  const losses = lossText({ summary });
  const all = restores + stays + loses;
  if (stays + loses === 0) return undefined;
  const can = `After apply, revert can restore ${restores === 0 ? 'none' : restores} of ${all === 1 ? '1 change' : `${all} changes`}`;
  const parts = [
    ...(stays === 0
      ? []
      : [
          stays === 1
            ? '1 change stays: trueup cannot take it back'
            : `${stays} changes stay: trueup cannot take them back`,
        ]),
    ...(losses === undefined ? [] : [losses]),
  ];
  return `${can}; ${parts.join('; ')}.`;
}

/** Returns for example `2 overwrite what is unknown or permanently lost`. Returns undefined if the plan loses nothing. */
export function lossText({ summary }: Pick<Plan, 'summary'>): string | undefined {
  const { loses } = summary.revert;
  if (loses === 0) return undefined;
  return `${loses === 1 ? '1 overwrites' : `${loses} overwrite`} values that are unknown or permanently lost`;
}
