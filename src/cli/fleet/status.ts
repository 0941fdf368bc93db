/** `trueup fleet status`: shows a rollout, once or until it is over, and lists all rollouts. Needs the database alone. */

import { readFleet } from '../../fleet/index.ts';
import type { RolloutStatus, RolloutSummary } from '../../model/rollout-status.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { rolloutStatusText } from '../../report/text/rollout.ts';
import { rolloutsText } from '../../report/text/rollouts.ts';
import { type Context, styleFor, typedOf } from '../context.ts';
import { withDatabase } from './database.ts';
import type { FleetFlags } from './flags.ts';
import { allRollouts, namedRollout } from './named-rollout.ts';
import { type Standing, standingOf, stepsAfterStatus } from './next-steps.ts';
import { watchStatus } from './watch-status.ts';

export interface StatusFlags extends FleetFlags {
  readonly watch?: boolean;
}

export async function status(context: Context, flags: StatusFlags, name: string | undefined): Promise<number> {
  return withDatabase(context, flags, async (database) => {
    const read = readFleet(database);
    const { rollout } = await namedRollout(read, name, { to: 'be shown' });
    if (flags.watch === true) await watchStatus(context, flags, { read, rollout });
    const last = await standingOf(read, rollout);
    const rollouts = name === undefined && flags.watch !== true ? await allRollouts(read) : undefined;
    if (rollouts !== undefined && flags.json !== true && flags.quiet !== true)
      context.out(`${rolloutsText(rollouts, styleFor(context.world, flags))}\n`);
    if (flags.watch !== true || flags.json !== true) showStatus(context, flags, last, rollouts);
    return context.signal.aborted ? EXIT.interrupted : exitOfStatus(last.status);
  });
}

export function showStatus(
  context: Context,
  flags: FleetFlags,
  { status, bad }: Standing,
  rollouts?: readonly RolloutSummary[],
): void {
  if (flags.json === true) {
    context.out(json({ ...status, ...(rollouts && { rollouts }) }));
    return;
  }
  const steps = flags.quiet === true ? [] : stepsAfterStatus({ status, bad }, typedOf(context.world, flags));
  context.out(rolloutStatusText(status, styleFor(context.world, flags), { bad, steps }));
}

/** What is uncertain has to be settled; what failed or stopped needs a person. */
export function exitOfStatus({ states, phase }: RolloutStatus): number {
  if ((states.uncertain ?? 0) > 0) return EXIT.uncertain;
  return (states.failed ?? 0) > 0 || phase === 'stopped' ? EXIT.partial : EXIT.done;
}
