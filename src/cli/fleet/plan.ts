/** `trueup fleet plan`, `drift` and `revert`: plans accounts and shows equal plans as one cluster to review. */

import { defined } from '../../contract/defined.ts';
import type { Fleet } from '../../fleet/index.ts';
import { EXIT } from '../../report/exit.ts';
import { commandLine } from '../../report/text/typed.ts';
import { type Context, typedOf } from '../context.ts';
import { type FleetFlags, personOf } from './flags.ts';
import { namedRollout } from './named-rollout.ts';
import { reachReady, withFleet } from './open.ts';
import { exitOfPlanned, plannedOf, showPlanned } from './planned.ts';
import { noteProgress } from './watch.ts';

export interface PlanningFlags extends FleetFlags {
  readonly slots?: number;
  readonly note?: string;
}

export interface FleetPlanFlags extends PlanningFlags {
  readonly label?: Readonly<Record<string, string>>;
  readonly only?: readonly number[];
  readonly resume?: string;
}

export function plan(context: Context, flags: FleetPlanFlags): Promise<number> {
  return planning(context, flags, async (fleet, working) => {
    if (flags.resume === undefined) return fleet.plan({ ...working, ...selectedBy(flags) });
    const rollout = await namedRollout(fleet.read, flags.resume, 'show');
    await fleet.replan(rollout, working);
    return rollout;
  });
}

export function drift(context: Context, flags: FleetPlanFlags): Promise<number> {
  return planning(context, flags, (fleet, working) => fleet.drift({ ...working, ...selectedBy(flags) }));
}

function selectedBy({ label: labels, only: hubIds }: FleetPlanFlags) {
  return defined({ labels, hubIds });
}

export function revert(context: Context, flags: PlanningFlags, name: string): Promise<number> {
  return planning(context, flags, async (fleet, working) =>
    fleet.revert(await namedRollout(fleet.read, name, 'show'), working),
  );
}

interface Working {
  readonly slots?: number;
  readonly signal: AbortSignal;
  readonly by: string;
  readonly note?: string;
}

/** Returns the id of the rollout that was planned. */
type Work = (fleet: Fleet, working: Working) => Promise<string>;

async function planning(context: Context, flags: PlanningFlags, work: Work): Promise<number> {
  const { slots, note } = flags;
  const planned = await withFleet(context, flags, async (opened) => {
    const fleet = await reachReady(context, opened);
    if (flags.quiet !== true && flags.json !== true)
      context.note('Planning the accounts. Ctrl-C keeps the plans that are made.');
    const progress = noteProgress(context, flags, fleet.read, ['planning']);
    const working = { signal: context.signal, by: personOf(context, flags), ...defined({ slots, note }) };
    const rollout = await work(fleet, working).finally(progress.end);
    return plannedOf(fleet, rollout, flags);
  });
  showPlanned(context, flags, planned);
  const { rollout, phase } = planned.status;
  if (phase !== 'planning') return exitOfPlanned(planned);
  const line = commandLine(['fleet', 'plan', '--resume', rollout], typedOf(context.world, flags));
  context.note(`The planning was cut. Go on with:\n  ${line}`);
  return EXIT.interrupted;
}
