/** `trueup fleet status`: shows a rollout, once or until it is over, and lists all rollouts. */

import type { RolloutSummary } from '../../model/rollout-status.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { rolloutStatusText } from '../../report/text/rollout.ts';
import { rolloutsText } from '../../report/text/rollouts.ts';
import { type Context, styleFor, typedOf } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { allRollouts, namedRollout } from './named-rollout.ts';
import { type Situation, situationOf, stepsAfter } from './next-steps.ts';
import { withFleet } from './open.ts';
import { watchStatus } from './watch.ts';

export interface StatusFlags extends FleetFlags {
  readonly watch?: boolean;
}

export function status(context: Context, flags: StatusFlags, name: string | undefined): Promise<number> {
  return withFleet(context, flags, async ({ read }) => {
    const rollout = await namedRollout(read, name, 'show');
    if (flags.watch === true) await watchStatus(context, flags, read, rollout);
    const situation = await situationOf(read, rollout);
    const rollouts = name === undefined && flags.watch !== true ? await allRollouts(read) : undefined;
    if (rollouts !== undefined && flags.json !== true && flags.quiet !== true)
      context.out(`${rolloutsText(rollouts, styleFor(context.world, flags))}\n`);
    if (flags.watch !== true || flags.json !== true) showStatus(context, flags, situation, rollouts);
    return context.signal.aborted ? EXIT.interrupted : exitOfRollouts([situation.status]);
  });
}

export function showStatus(
  context: Context,
  flags: FleetFlags,
  situation: Situation,
  rollouts?: readonly RolloutSummary[],
): void {
  const { status, bad } = situation;
  if (flags.json === true) {
    context.out(json({ ...status, ...(rollouts && { rollouts }) }));
    return;
  }
  const steps = flags.quiet === true ? [] : stepsAfter(situation, typedOf(context.world, flags));
  context.out(rolloutStatusText(status, styleFor(context.world, flags), { bad, steps }));
}

/** An uncertain account must be settled. Failed accounts and a stopped rollout need a person. */
export function exitOfRollouts(rollouts: readonly Pick<RolloutSummary, 'states' | 'phase'>[]): number {
  if (rollouts.some(({ states }) => (states.uncertain ?? 0) > 0)) return EXIT.uncertain;
  const isBad = rollouts.some(({ states, phase }) => (states.failed ?? 0) > 0 || phase === 'stopped');
  return isBad ? EXIT.partial : EXIT.done;
}
