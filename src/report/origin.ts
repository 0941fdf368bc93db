/** What a plan was made from, and how far it can be reverted, in words. */

import { type Plan, runsIn } from '../model/plan.ts';

/** `Plan for sandbox`; `Plan to revert run 1f0c for sandbox`. Unescaped. */
export function titleOf({ origin, account }: Pick<Plan, 'origin' | 'account'>): string {
  const runs = runsIn(origin);
  const what =
    runs.length === 0 ? 'Plan for' : `Plan to revert ${runs.length === 1 ? 'run' : 'runs'} ${runs.join(', ')} for`;
  return `${what} ${account.name}`;
}

/** What a revert after the apply cannot do; undefined when it can restore everything, or nothing is changed. */
export function revertText({ summary }: Pick<Plan, 'summary'>): string | undefined {
  const { restores, stays, loses } = summary.revert;
  const losses = lossText({ summary });
  const all = restores + stays + loses;
  if (stays + loses === 0) return undefined;
  const can = `After apply, revert can restore ${restores === 0 ? 'none' : restores} of ${all === 1 ? '1 change' : `${all} changes`}`;
  const parts = [
    ...(stays === 0
      ? []
      : [`${stays === 1 ? '1 creation stays' : `${stays} creations stay`}: the interface has no delete`]),
    ...(losses === undefined ? [] : [losses]),
  ];
  return `${can}; ${parts.join('; ')}.`;
}

/** `2 overwrite what is unknown or permanently lost`; undefined if the plan loses nothing. */
export function lossText({ summary }: Pick<Plan, 'summary'>): string | undefined {
  const { loses } = summary.revert;
  if (loses === 0) return undefined;
  return `${loses === 1 ? '1 overwrites' : `${loses} overwrite`} what is unknown or permanently lost`;
}
