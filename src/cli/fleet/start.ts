/** `trueup fleet rollout`: opens the first wave of a reviewed rollout; workers run its accounts. */

import { defined } from '../../contract/defined.ts';
import { EXIT } from '../../report/exit.ts';
import { commandLine } from '../../report/text/typed.ts';
import type { Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { namedRollout } from './named-rollout.ts';
import { withFleet } from './open.ts';
import { showStatus } from './status.ts';
import { typedFleet } from './typed.ts';

export interface StartFlags extends FleetFlags {
  readonly waves?: string;
  readonly soak?: number;
  readonly maxFailed?: number;
  readonly maxUncertain?: number;
  readonly patience?: number;
  readonly gate?: string;
}

export async function start(context: Context, flags: StartFlags, name: string | undefined): Promise<number> {
  const status = await withFleet(context, flags, async ({ fleet }) => {
    const { rollout } = await namedRollout(fleet.read, name, { to: 'be started', phases: ['review'] });
    const { waves, soak: soakMs, maxFailed: maxFailedPercent, maxUncertain, patience: patienceMs, gate } = flags;
    await fleet.rollout(rollout, defined({ waves, soakMs, maxFailedPercent, maxUncertain, patienceMs, gate }));
    return fleet.read.status(rollout);
  });
  showStatus(context, flags, status);
  if (flags.json !== true && flags.quiet !== true && status.waitsFor?.what === 'worker') {
    const line = commandLine(['fleet', 'work', '--until-done'], typedFleet(context.world, flags));
    context.note(`Next, to run its accounts:\n  ${line}`);
  }
  return EXIT.done;
}
