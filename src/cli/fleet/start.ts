/** `trueup fleet rollout`: opens the first wave of a reviewed rollout; workers run its accounts. */

import { defined } from '../../contract/defined.ts';
import { EXIT } from '../../report/exit.ts';
import type { Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { type Meant, namedRollout } from './named-rollout.ts';
import { asked, standingOf } from './next-steps.ts';
import { withFleet } from './open.ts';
import { noteOtherFiles } from './other-files.ts';
import { personOf } from './person.ts';
import { showStatus } from './status.ts';

export interface StartFlags extends FleetFlags {
  readonly waves?: string;
  readonly soak?: number;
  readonly maxFailed?: number;
  readonly maxUncertain?: number;
  readonly patience?: number;
  readonly by?: string;
  readonly althoughNewer?: boolean;
  readonly althoughUnderWay?: boolean;
}

export async function start(context: Context, flags: StartFlags, name: string | undefined): Promise<number> {
  const standing = await withFleet(context, flags, async (opened) => {
    const { fleet } = opened;
    const { rollout } = await namedRollout(fleet.read, name, STARTED);
    await noteOtherFiles(context, opened, rollout);
    const { waves, soak: soakMs, maxFailed: maxFailedPercent, maxUncertain, patience: patienceMs } = flags;
    const { by = personOf(context), althoughNewer, althoughUnderWay } = flags;
    const meant = { althoughNewer, althoughUnderWay };
    const how = defined({ waves, soakMs, maxFailedPercent, maxUncertain, patienceMs, by, ...meant });
    await asked(fleet.read, rollout, () => fleet.rollout(rollout, how));
    return standingOf(fleet.read, rollout);
  });
  showStatus(context, flags, standing);
  return EXIT.done;
}

const STARTED: Meant = {
  to: 'be started',
  phases: ['review'],
  rather: ({ states }) => (states.approved ?? 0) > 0,
};
