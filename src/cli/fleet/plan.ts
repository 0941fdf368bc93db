/** `trueup fleet plan`, `drift` and `revert`: plans accounts and shows equal plans as one cluster to review. */

import { defined } from '../../contract/defined.ts';
import type { Fleet } from '../../fleet/index.ts';
import { EXIT } from '../../report/exit.ts';
import { commandLine } from '../../report/text/typed.ts';
import type { Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { namedRollout } from './named-rollout.ts';
import { reachReady, withFleet } from './open.ts';
import { exitOfReview, showReview } from './review.ts';
import { noteProgress } from './watch.ts';

export function plan(context: Context, flags: FleetFlags): Promise<number> {
  return planning(context, flags, async (fleet, working) => {
    if (flags.resume === undefined) return fleet.plan({ ...working, ...readSelection(flags) });
    return fleet.plan({ ...working, resume: await namedRollout(fleet.read, flags.resume, 'show') });
  });
}

export function drift(context: Context, flags: FleetFlags): Promise<number> {
  return planning(context, flags, (fleet, working) => fleet.drift({ ...working, ...readSelection(flags) }));
}

function readSelection({ label: labels, only: hubIds }: FleetFlags) {
  return defined({ labels, hubIds });
}

export function revert(context: Context, flags: FleetFlags, name: string): Promise<number> {
  return planning(context, flags, async (fleet, working) =>
    fleet.revert(await namedRollout(fleet.read, name, 'show'), working),
  );
}

type Working = NonNullable<Parameters<Fleet['revert']>[1]>;
/** Returns the id of the rollout that was planned. */
type Work = (fleet: Fleet, working: Working) => Promise<string>;

function planning(context: Context, flags: FleetFlags, work: Work): Promise<number> {
  return withFleet(context, flags, async (opened) => {
    const fleet = await reachReady(opened);
    const { slots, note } = flags;
    if (flags.quiet !== true && flags.json !== true)
      context.note('Planning the accounts. Ctrl-C keeps the plans that are made.');
    const progress = noteProgress(opened, ['planning']);
    const working = { signal: context.signal, by: opened.by, ...defined({ slots, note }) };
    const rollout = await work(fleet, working).finally(progress.end);
    const review = await showReview(opened, fleet, rollout);
    if (review.status.phase !== 'planning') return exitOfReview(review);
    const line = commandLine(['fleet', 'plan', '--resume', rollout], opened.typed);
    context.note(`The planning was interrupted. Continue with:\n  ${line}`);
    return EXIT.interrupted;
  });
}
