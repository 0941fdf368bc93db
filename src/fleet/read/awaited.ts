/** Determines what a rollout waits for, from its counts. */

import type { Awaited, TargetState } from '../../model/rollout.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import type { StatusRow } from './status-statements.ts';

export function awaitedBy(row: StatusRow): RolloutStatus['waitsFor'] {
  switch (row.phase) {
    case 'planning':
      return from('plans');
    case 'review':
      return ofReview(row);
    case 'rolling':
      return ofAccounts(row);
    case 'soaking':
      return ofSoak(row);
    case 'paused':
    case 'stopped':
      return from('person');
    case 'done':
      // Accounts that are to be tried again wait until a person resumes the rollout.
      return countOf(row, 'approved') > 0 && row.reverted_by === null ? from('person') : null;
    case 'aborted':
      return null;
  }
}

/** Without a plan there is nothing to approve. */
function ofReview(row: StatusRow): RolloutStatus['waitsFor'] {
  if (countOf(row, 'approved') > 0) return from('start');
  return from(countOf(row, 'waiting') > 0 ? 'approval' : 'replan');
}

/** Running accounts come first, because a worker finishes them in every phase. */
function ofAccounts(row: StatusRow): RolloutStatus['waitsFor'] {
  if (countOf(row, 'running') > 0) return from('accounts');
  const isPutOff = countOf(row, 'approved') === 0 && row.due !== null && row.due > row.now;
  if (isPutOff) return from('later', row.due);
  return from('worker');
}

/** After its end, a worker starts the next wave. */
function ofSoak({ soak_until, now }: StatusRow): RolloutStatus['waitsFor'] {
  return soak_until !== null && soak_until > now ? from('soak', soak_until) : from('worker');
}

/** Of the waves that are open, and before the first of all. */
function countOf({ tally, wave, phase }: StatusRow, state: TargetState): number {
  const counted = tally.filter((row) => row.state === state && (phase === 'review' || row.wave <= wave));
  return counted.reduce((total, { accounts }) => total + accounts, 0);
}

function from(what: Awaited, until: number | null = null): RolloutStatus['waitsFor'] {
  return { what, until: until === null ? null : new Date(until).toISOString() };
}
