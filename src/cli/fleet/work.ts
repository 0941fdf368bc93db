/** `trueup fleet work`: runs the accounts of every rollout that is under way, until a signal or until none is left. */

import { defined } from '../../contract/defined.ts';
import type { RolloutSummary } from '../../model/rollout-status.ts';
import { FLEET_WORK_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import { rolloutsText } from '../../report/text/rollouts.ts';
import { commandLine } from '../../report/text/typed.ts';
import type { Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { allRollouts, isUnderWay } from './named-rollout.ts';
import { type OpenedFleet, reachReady, withFleet } from './open.ts';
import { exitOfRollouts } from './rollout.ts';
import { noteProgress } from './watch.ts';

export function work(context: Context, flags: FleetFlags): Promise<number> {
  return withFleet(context, flags, async (opened) => {
    const fleet = await reachReady(opened);
    const { slots, untilDone = false } = flags;
    const before = await allRollouts(fleet.read);
    if (flags.quiet !== true && flags.json !== true) noteStart(opened, before);
    const progress = noteProgress(opened, ['rolling', 'soaking']);
    const working = { untilDone, signal: context.signal, ...defined({ slots }) };
    const onLeft = ({ rollout }: { readonly rollout: string }): void =>
      context.note(`Rollout ${rollout} is skipped: it was planned with other files than those here.`);
    const ran = await fleet.work({ ...working, onLeft }).finally(progress.end);
    const names = new Set(before.filter(isUnderWay).map(({ rollout }) => rollout));
    const rollouts = (await allRollouts(fleet.read)).filter((after) => names.has(after.rollout) || isUnderWay(after));
    if (flags.json === true) context.out(json({ format: FLEET_WORK_FORMAT, ran, rollouts }));
    else {
      if (flags.quiet !== true && rollouts.length > 0) context.out(rolloutsText(rollouts, opened.style));
      context.out(`${count(ran, 'account')} run.\n`);
    }
    if (context.signal.aborted && flags.json !== true && rollouts.some(isUnderWay)) {
      const words = ['fleet', 'work', ...(untilDone ? ['--until-done'] : [])];
      context.note(`To go on:\n  ${commandLine(words, opened.typed)}`);
    }
    if (!untilDone) return EXIT.done;
    return context.signal.aborted ? EXIT.interrupted : exitOfRollouts(rollouts);
  });
}

/** Rollouts that are named among those that no worker takes. */
const NAMED = 3;

function noteStart({ context, typed }: OpenedFleet, all: readonly RolloutSummary[]): void {
  context.note(
    `Working on ${count(all.filter(isUnderWay).length, 'rollout')}. Ctrl-C waits for the accounts that run.`,
  );
  const held = all.filter(({ phase }) => phase === 'review' || phase === 'paused' || phase === 'stopped');
  for (const { rollout, phase } of held.slice(0, NAMED)) {
    const line = commandLine(['fleet', 'status', rollout], typed);
    context.note(`Not worked on: rollout ${terminalLine(rollout)} (${phase}) waits for a person.\n  ${line}`);
  }
}
