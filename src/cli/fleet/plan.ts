/** Runs `trueup fleet plan`, `drift` and `revert`, which plan accounts and show equal plans as one cluster to review. */

import { defined } from '../../contract/defined.ts';
import type { Installations } from '../../fleet/index.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import { EXIT } from '../../report/exit.ts';
import { commandLine } from '../../report/text/typed.ts';
import { type Context, typedOf } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { namedRollout } from './named-rollout.ts';
import { type OpenedFleet, withFleet } from './open.ts';
import { personOf } from './person.ts';
import { exitOfPlanned, plannedOf, showPlanned } from './planned.ts';
import { type Begun, watchPlanning } from './planning-progress.ts';
import { requireReady } from './require-ready.ts';

export interface PlanningFlags extends FleetFlags {
  readonly slots?: number;
  readonly note?: string;
  readonly by?: string;
}

export interface FleetPlanFlags extends PlanningFlags {
  readonly label?: Readonly<Record<string, string>>;
  readonly only?: readonly number[];
  readonly resume?: string;
}

export async function plan(context: Context, flags: FleetPlanFlags): Promise<number> {
  return planning(context, flags, async ({ fleet, installations }, working, begin) => {
    const { resume } = flags;
    if (resume === undefined) {
      const selected = selectedBy(flags);
      begin({ accounts: await countOf(installations, selected) });
      return fleet.plan({ ...working, ...selected });
    }
    const { rollout, states } = await namedRollout(fleet.read, resume, { to: 'be planned' });
    begin({ rollout, accounts: (states.planning ?? 0) + (states.failed ?? 0) + (states.skipped ?? 0) });
    await fleet.replan(rollout, working);
    return rollout;
  });
}

export async function drift(context: Context, flags: FleetPlanFlags): Promise<number> {
  return planning(context, flags, async ({ fleet, installations }, working, begin) => {
    const selected = selectedBy(flags);
    begin({ accounts: await countOf(installations, selected) });
    return fleet.drift({ ...working, ...selected });
  });
}

function selectedBy({ label: labels, only: hubIds }: FleetPlanFlags) {
  return defined({ labels, hubIds });
}

async function countOf(installations: Installations, selected: ReturnType<typeof selectedBy>): Promise<number> {
  return (await installations.list({ ...selected, states: ['active'] })).length;
}

export async function revert(context: Context, flags: PlanningFlags, name: string): Promise<number> {
  return planning(context, flags, async ({ fleet }, working, begin) => {
    const { rollout } = await namedRollout(fleet.read, name, { to: 'be reverted' });
    begin({ accounts: undefined });
    return fleet.revert(rollout, working);
  });
}

interface Working {
  readonly slots?: number;
  readonly signal: AbortSignal;
  readonly by: string;
  readonly note?: string;
}

/** The id of the rollout that was planned. */
type Work = (opened: OpenedFleet, working: Working, begin: (of: Begun) => void) => Promise<string>;

async function planning(context: Context, flags: PlanningFlags, work: Work): Promise<number> {
  const { slots, note, by = personOf(context) } = flags;
  const planned = await withFleet(context, flags, async (opened) => {
    const { fleet } = opened;
    await requireReady(context, opened);
    const watch = await watchPlanning(context, flags, fleet.read);
    const working = { signal: context.signal, by, ...defined({ slots, note }) };
    const rollout = await work(opened, working, watch.begin).finally(watch.end);
    return plannedOf(fleet, rollout, { flags });
  });
  showPlanned(context, flags, planned);
  return planned.status.phase === 'planning' ? toGoOn(context, flags, planned.status) : exitOfPlanned(planned);
}

/** Cut by a signal: what is planned stays. */
function toGoOn(context: Context, flags: FleetFlags, { rollout }: RolloutStatus): number {
  const line = commandLine(['fleet', 'plan', '--resume', rollout], typedOf(context.world, flags));
  context.note(`The planning was cut. Go on with:\n  ${line}`);
  return EXIT.interrupted;
}
