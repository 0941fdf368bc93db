/** What a person does with a rollout that is reviewed or under way: start, pause, resume, abort, try accounts again. */

import { readFleet, steerFleet } from '../../fleet/index.ts';
import type { FailedFor, Phase } from '../../model/rollout.ts';
import type { RolloutSummary } from '../../model/rollout-status.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import type { Context } from '../context.ts';
import { withDatabase } from './database.ts';
import type { FleetFlags } from './flags.ts';
import { type Meant, namedRollout } from './named-rollout.ts';
import { asked, standingOf } from './next-steps.ts';
import { personOf } from './person.ts';
import { showStatus } from './status.ts';

export type Steering = 'pause' | 'resume' | 'abort';

/** One that is done is resumed for the accounts that are to be tried again; none that another one puts back. */
function isLeftOff({ phase, states, revertedBy }: RolloutSummary): boolean {
  if (revertedBy !== null) return false;
  return phase !== 'done' || (states.approved ?? 0) > 0;
}

const MEANT: Readonly<Record<Steering, Meant>> = {
  pause: { to: 'be paused', phases: ['rolling', 'soaking'] },
  resume: { to: 'be resumed', phases: ['paused', 'stopped', 'done'], fits: isLeftOff },
  abort: { to: 'be aborted', phases: ['planning', 'review', 'rolling', 'soaking', 'paused', 'stopped'] },
};

export interface SteerFlags extends FleetFlags {
  readonly by?: string;
}

export async function steer(
  context: Context,
  flags: SteerFlags,
  { what, name }: { readonly what: Steering; readonly name: string | undefined },
): Promise<number> {
  const { by = personOf(context) } = flags;
  const standing = await withDatabase(context, flags, async (database) => {
    const read = readFleet(database);
    const { rollout } = await namedRollout(read, name, MEANT[what]);
    await asked(read, rollout, () => steerFleet(database)[what](rollout, { by }));
    return standingOf(read, rollout);
  });
  showStatus(context, flags, standing);
  return EXIT.done;
}

export interface RetryFlags extends SteerFlags {
  readonly kind?: FailedFor;
}

const STARTED: readonly Phase[] = ['rolling', 'soaking', 'paused', 'stopped', 'done'];

/** A comparison has nothing to try again: the next one looks anew. */
function hasBad({ kind, states, revertedBy }: RolloutSummary): boolean {
  const { failed = 0, uncertain = 0, skipped = 0 } = states;
  return kind !== 'drift' && revertedBy === null && failed + uncertain + skipped > 0;
}

/** A rollout that is not under way is resumed by another command, so that a person decides about each. */
export async function retry(context: Context, flags: RetryFlags, name: string | undefined): Promise<number> {
  const { kind, by = personOf(context) } = flags;
  const { again, standing } = await withDatabase(context, flags, async (database) => {
    const read = readFleet(database);
    const { rollout } = await namedRollout(read, name, {
      to: 'try accounts again',
      phases: STARTED,
      fits: hasBad,
    });
    const tried = await asked(read, rollout, () => steerFleet(database).retry(rollout, kind, { by }));
    return { again: tried, standing: await standingOf(read, rollout) };
  });
  showStatus(context, flags, standing);
  if (flags.json === true) return EXIT.done;
  if (again === 0) {
    const why = kind === undefined ? '' : ` for the reason ${kind}`;
    context.note(`Nothing was changed: no account of a wave has failed, is uncertain or was skipped${why}.`);
    return EXIT.done;
  }
  context.note(`${count(again, 'account')} will be tried again.`);
  return EXIT.done;
}
