/** `trueup fleet rollout`, `pause`, `resume`, `abort` and `retry`: the requests of a person to a planned rollout. */

import { defined } from '../../contract/defined.ts';
import { UsageError } from '../../errors.ts';
import { steerFleet } from '../../fleet/index.ts';
import type { FailedFor } from '../../model/rollout.ts';
import { mention } from '../../report/command.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import type { Context } from '../context.ts';
import { type FleetFlags, personOf } from './flags.ts';
import { namedRollout, type Purpose } from './named-rollout.ts';
import { situationOf } from './next-steps.ts';
import { noteOtherFiles, type OpenedFleet, withFleet } from './open.ts';
import { showStatus } from './status.ts';

export interface StartFlags extends FleetFlags {
  readonly waves?: string;
  readonly soak?: number;
  readonly maxFailed?: number;
  readonly maxUncertain?: number;
  readonly patience?: number;
  readonly althoughNewer?: boolean;
  readonly althoughUnderWay?: boolean;
}

/** Opens the first wave; workers run its accounts. */
export async function start(context: Context, flags: StartFlags, name: string | undefined): Promise<number> {
  await request(context, flags, { name, purpose: 'start' }, async (rollout, { reach }) => {
    const reached = await reach();
    await noteOtherFiles(context, reached, rollout);
    const { waves, soak: soakMs, maxFailed: maxFailedPercent, maxUncertain, patience: patienceMs } = flags;
    const { althoughNewer, althoughUnderWay } = flags;
    const how = { waves, soakMs, maxFailedPercent, maxUncertain, patienceMs, althoughNewer, althoughUnderWay };
    await reached.fleet.rollout(rollout, { ...defined(how), by: personOf(context, flags) });
  });
  return EXIT.done;
}

export type Steering = 'pause' | 'resume' | 'abort';

export async function steer(
  context: Context,
  flags: FleetFlags,
  { what, name }: { readonly what: Steering; readonly name: string | undefined },
): Promise<number> {
  await request(context, flags, { name, purpose: what }, (rollout, { database }) =>
    steerFleet(database)[what](rollout, { by: personOf(context, flags) }),
  );
  return EXIT.done;
}

export interface RetryFlags extends FleetFlags {
  readonly kind?: FailedFor;
}

/** A rollout that is not under way waits for `resume` afterwards. */
export async function retry(context: Context, flags: RetryFlags, name: string | undefined): Promise<number> {
  const again = await request(context, flags, { name, purpose: 'retry' }, (rollout, { database }) =>
    steerFleet(database).retry(rollout, flags.kind, { by: personOf(context, flags) }),
  );
  if (flags.json === true) return EXIT.done;
  const of = flags.kind === undefined ? '' : ` for the reason ${flags.kind}`;
  context.note(
    again === 0
      ? `Nothing was changed: no account of a wave has failed, is uncertain or was skipped${of}.`
      : `${count(again, 'account')} will be tried again.`,
  );
  return EXIT.done;
}

async function request<T>(
  context: Context,
  flags: FleetFlags,
  { name, purpose }: { readonly name: string | undefined; readonly purpose: Purpose },
  work: (rollout: string, opened: OpenedFleet) => Promise<T>,
): Promise<T> {
  const { done, situation } = await withFleet(context, flags, async (opened) => {
    const { read } = opened;
    const rollout = await namedRollout(read, name, purpose);
    const result = await work(rollout, opened).catch((error: unknown) => {
      throw error instanceof UsageError && error.code.startsWith('rollout-') ? withStatus(error, rollout) : error;
    });
    return { done: result, situation: await situationOf(read, rollout) };
  });
  showStatus(context, flags, situation);
  return done;
}

/** The library suggests what to do, and the status the commands for it. */
function withStatus(error: UsageError, rollout: string): UsageError {
  const hint = `${error.hint ?? ''} Show the next commands: ${mention('fleet', 'status', rollout)}`.trimStart();
  return new UsageError(error.code, error.message, { hint, cause: error });
}
