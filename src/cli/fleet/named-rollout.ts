/** Finds the rollout that a command means: by the beginning of its id, or the only rollout that allows the command. */

import { UsageError } from '../../errors.ts';
import type { FleetRead } from '../../fleet/index.ts';
import { moment } from '../../model/moment.ts';
import type { Phase } from '../../model/rollout.ts';
import type { RolloutSummary } from '../../model/rollout-status.ts';
import { mention } from '../../report/command.ts';

export type Purpose = 'show' | 'approve' | 'start' | 'pause' | 'resume' | 'abort' | 'retry';

interface Allowing {
  /** Completes the sentence `No rollout can ...`. */
  readonly to: string;
  readonly by: (summary: RolloutSummary) => boolean;
  /** Of several, those that are meant. */
  readonly rather?: (summary: RolloutSummary) => boolean;
}

const ALLOWING: Readonly<Record<Purpose, Allowing>> = {
  show: { to: 'be shown', by: () => true },
  approve: {
    to: 'be approved',
    by: ({ phase }) => phase === 'review',
    rather: ({ states }) => (states.waiting ?? 0) > 0,
  },
  start: { to: 'be started', by: ({ phase }) => phase === 'review' },
  pause: { to: 'be paused', by: isUnderWay },
  resume: { to: 'be resumed', by: canResume },
  abort: { to: 'be aborted', by: ({ phase }) => phase !== 'aborted' && phase !== 'done' },
  retry: { to: 'try accounts again', by: canRetry },
};

/** A rollout that is done is resumed only for accounts that are to be tried again. */
function canResume({ phase, states, revertedBy }: RolloutSummary): boolean {
  const isLeftOff = phase === 'paused' || phase === 'stopped' || (phase === 'done' && (states.approved ?? 0) > 0);
  return isLeftOff && revertedBy === null;
}

const NOT_STARTED: readonly Phase[] = ['planning', 'review'];

/** A comparison has nothing to try again. */
function canRetry({ kind, phase, states, revertedBy }: RolloutSummary): boolean {
  const { failed = 0, uncertain = 0, skipped = 0 } = states;
  if (kind === 'drift' || revertedBy !== null || phase === 'aborted' || NOT_STARTED.includes(phase)) return false;
  return failed + uncertain + skipped > 0;
}

/** Tells if workers run its accounts or watch one of its waves. */
export function isUnderWay({ phase }: RolloutSummary): boolean {
  return phase === 'rolling' || phase === 'soaking';
}

/** Without a name, `show` means the newest rollout. @throws UsageError `rollout-unknown`, `rollout-ambiguous` */
export async function namedRollout(read: FleetRead, name: string | undefined, purpose: Purpose): Promise<string> {
  const all = await allRollouts(read);
  const { to, by, rather = () => true } = ALLOWING[purpose];
  const able = all.filter((summary) => (name === undefined ? by(summary) : summary.rollout.startsWith(name)));
  const meant = name === undefined ? able.filter(rather) : [];
  const found = meant.length > 0 ? meant : able;
  const [first] = found;
  const isNewest = name === undefined && purpose === 'show';
  if (first !== undefined && (found.length === 1 || isNewest)) return first.rollout;
  const hint =
    all.length === 0
      ? `Plan the fleet: ${mention('fleet', 'plan')}`
      : `Show all rollouts: ${mention('fleet', 'status')}`;
  const which = name === undefined ? `can ${to} now` : `has an id that begins with ${JSON.stringify(name)}`;
  if (first === undefined) throw new UsageError('rollout-unknown', `No rollout ${which}.`, { hint });
  throw new UsageError('rollout-ambiguous', `More than one rollout ${which}.`, {
    hint: `Name one of them: ${found.slice(0, SHOWN).map(described).join('; ')}. ${hint}`,
  });
}

/** Rollouts that a hint names. */
const SHOWN = 5;

/** `3f9a… (review, made 2026-11-20 10:00 UTC by ann, commit 1f0c)` */
function described({ rollout, phase, createdAt, by, note }: RolloutSummary): string {
  const made = `made ${moment(createdAt)}${by === null ? '' : ` by ${by}`}`;
  return `${rollout} (${[phase, made, note].filter((part) => part !== '').join(', ')})`;
}

const MOST = 100_000;

/** Returns the newest first. */
export function allRollouts(read: FleetRead): Promise<readonly RolloutSummary[]> {
  return read.rollouts({ limit: MOST });
}
