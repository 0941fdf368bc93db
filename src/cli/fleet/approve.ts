/** `trueup fleet approve`: what loses something by name alone, and nothing while a threshold is broken that nobody consented to. */

import { UnsafePlanError, UsageError } from '../../errors.ts';
import type { Counted } from '../../model/fleet.ts';
import { EXIT } from '../../report/exit.ts';
import type { Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { allRollouts, type Meant, namedRollout } from './named-rollout.ts';
import { withFleet } from './open.ts';
import { noteOtherFiles } from './other-files.ts';
import { personOf } from './person.ts';
import { plannedOf, showPlanned, withFlag } from './planned.ts';

export interface ApproveFlags extends FleetFlags {
  readonly all?: boolean;
  readonly overThreshold?: readonly Counted[];
  readonly by?: string;
}

export async function approve(
  context: Context,
  flags: ApproveFlags,
  { name, clusters }: { readonly name: string | undefined; readonly clusters: readonly string[] },
): Promise<number> {
  const { all = false, overThreshold = [], by = personOf(context) } = flags;
  const planned = await withFleet(context, flags, async (opened) => {
    const { fleet } = opened;
    const isCluster =
      name !== undefined && !(await allRollouts(fleet.read)).some((one) => one.rollout.startsWith(name));
    const names = isCluster ? [name, ...clusters] : clusters;
    const { rollout } = await namedRollout(fleet.read, isCluster ? undefined : name, APPROVED);
    if (!all && names.length === 0) {
      throw new UsageError('usage', 'Nothing was named to approve.', {
        hint: 'Name clusters, or pass --all for those that lose nothing.',
      });
    }
    await noteOtherFiles(context, opened, rollout);
    await fleet.approve(rollout, { names, all, by, overThreshold }).catch((error: unknown) => {
      throw error instanceof UnsafePlanError ? new UnsafePlanError(error.message, error.findings.map(withFlag)) : error;
    });
    return plannedOf(fleet, rollout, { over: overThreshold, flags });
  });
  showPlanned(context, flags, planned);
  return EXIT.done;
}

/** One whose clusters are all approved has nothing to ask for. */
const APPROVED: Meant = {
  to: 'be approved',
  phases: ['review'],
  fits: ({ states }) => (states.waiting ?? 0) > 0,
};
