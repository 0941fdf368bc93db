/** `trueup fleet work`: runs the accounts of every rollout that is under way, until a signal or until none is left. */

import type { RolloutSummary } from '../../model/rollout-status.ts';
import { FLEET_WORK_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import { rolloutsText } from '../../report/text/rollouts.ts';
import { commandLine } from '../../report/text/typed.ts';
import { type Context, styleFor, typedOf } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { allRollouts, isUnderWay } from './named-rollout.ts';
import { reachReady, withFleet } from './open.ts';
import { exitOfRollouts } from './status.ts';
import { noteProgress } from './watch.ts';

export interface WorkFlags extends FleetFlags {
  readonly slots: number;
  readonly untilDone?: boolean;
}

export async function work(context: Context, flags: WorkFlags): Promise<number> {
  const { slots, untilDone = false } = flags;
  const { ran, rollouts } = await withFleet(context, flags, async (opened) => {
    const fleet = await reachReady(context, opened);
    const before = await allRollouts(fleet.read);
    if (flags.quiet !== true && flags.json !== true) noteStart(context, flags, before);
    const progress = noteProgress(context, flags, fleet.read, ['rolling', 'soaking']);
    const accounts = await fleet
      .work({
        ...{ slots, untilDone, signal: context.signal },
        onLeft: ({ rollout }) =>
          context.note(`Left alone: rollout ${rollout} was planned with other files than those here.`),
      })
      .finally(progress.end);
    const names = new Set(before.filter(isUnderWay).map(({ rollout }) => rollout));
    const after = await allRollouts(fleet.read);
    return { ran: accounts, rollouts: after.filter((one) => names.has(one.rollout) || isUnderWay(one)) };
  });
  if (flags.json === true) context.out(json({ format: FLEET_WORK_FORMAT, ran, rollouts }));
  else {
    if (flags.quiet !== true && rollouts.length > 0)
      context.out(rolloutsText(rollouts, styleFor(context.world, flags)));
    context.out(`${count(ran, 'account')} run.\n`);
    const words = ['fleet', 'work', ...(untilDone ? ['--until-done'] : [])];
    if (context.signal.aborted && rollouts.some(isUnderWay))
      context.note(`To go on:\n  ${commandLine(words, typedOf(context.world, flags))}`);
  }
  if (!untilDone) return EXIT.done;
  return context.signal.aborted ? EXIT.interrupted : exitOfRollouts(rollouts);
}

/** Rollouts that are named among those that no worker takes. */
const NAMED = 3;

function noteStart(context: Context, flags: WorkFlags, all: readonly RolloutSummary[]): void {
  const [rollouts, accounts] = [count(all.filter(isUnderWay).length, 'rollout'), count(flags.slots, 'account')];
  context.note(`Working on ${rollouts}, ${accounts} at a time. Ctrl-C lets what runs end.`);
  const held = all.filter(({ phase }) => phase === 'review' || phase === 'paused' || phase === 'stopped');
  for (const { rollout, phase } of held.slice(0, NAMED)) {
    const line = commandLine(['fleet', 'status', rollout], typedOf(context.world, flags));
    context.note(`Not worked on: rollout ${terminalLine(rollout)} (${phase}) waits for a person.\n  ${line}`);
  }
}
