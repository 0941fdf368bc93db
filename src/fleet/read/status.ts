/** Builds the status of a rollout from its rows: waves with their times, and the error budget. */

import type { Awaited, TargetState } from '../../model/rollout.ts';
import {
  type AccountsByState,
  ROLLOUT_STATUS_FORMAT,
  type RolloutStatus,
  type RolloutSummary,
  type WaveStatus,
} from '../../model/rollout-status.ts';
import { spentBudget, sumCounts } from '../rollout/rollout.ts';
import type { TallyRow } from '../store/rollout-statements.ts';
import type { StatusRow, SummaryRow, ToldRow } from './status-statements.ts';

export function buildSummary(row: Omit<SummaryRow, 'states'>, states: AccountsByState): RolloutSummary {
  return {
    rollout: row.id,
    kind: row.kind,
    phase: row.phase,
    note: row.note,
    by: row.created_by,
    reverts: row.reverts,
    revertedBy: row.reverted_by,
    createdAt: row.created_at.toISOString(),
    wave: row.wave + 1,
    states,
  };
}

export function buildStatus(row: StatusRow): RolloutStatus {
  const waves = row.waves.split(',').map((takes, at) => buildWave(takes, at, row));
  const strategy = { soakMs: row.soak_ms, maxFailedPercent: row.max_failed, maxUncertain: row.max_uncertain };
  const rollout = { phase: row.phase, wave: row.wave, soakUntil: row.soak_until, strategy };
  const tallies = waves.map((wave, at) => ({ ...wave, ...sumCounts(selectRows(row, at)) }));
  const isOver = row.phase === 'done' || row.phase === 'aborted';
  return {
    format: ROLLOUT_STATUS_FORMAT,
    ...buildSummary(row, countStates(row.tally)),
    at: formatTime(row.now),
    startedAt: timeOrNull(find(row.told, 'start-wave', 0)?.first),
    endedAt: isOver ? timeOrNull(find(row.told, row.phase === 'done' ? 'done' : 'abort', null)?.last) : null,
    waves,
    inNoWave: countStates(row.tally.filter(({ wave }) => wave < 0)),
    soak: { ms: row.soak_ms, until: timeOrNull(row.soak_until) },
    errorBudget: {
      maxFailedPercent: row.max_failed,
      maxUncertain: row.max_uncertain,
      spent: spentBudget(rollout, tallies) ?? null,
    },
    overlap: row.overlap,
    asked: row.asked === null ? null : { ...row.asked, at: formatTime(row.asked.at) },
    waitsFor: findAwaited(row),
  };
}

/** Over all rows. */
export function countStates(tally: readonly Pick<TallyRow, 'accounts' | 'state'>[]): AccountsByState {
  const states: Partial<Record<TargetState, number>> = {};
  for (const { state, accounts } of tally) states[state] = (states[state] ?? 0) + accounts;
  return states;
}

function buildWave(takes: string, at: number, { tally, told, wave, phase }: StatusRow): WaveStatus {
  const own = selectRows({ tally }, at);
  // Accounts that are tried again open a wave that had ended; while it is open, it has no end.
  const isOpen = at === wave && phase !== 'soaking' && phase !== 'done';
  return {
    wave: at + 1,
    takes,
    accounts: own.reduce((sum, { accounts }) => sum + accounts, 0),
    changing: sumCounts(own).changing,
    states: countStates(own),
    startedAt: timeOrNull(find(told, 'start-wave', at)?.first),
    endedAt: isOpen ? null : timeOrNull(find(told, 'wave-ended', at)?.last),
  };
}

function selectRows({ tally }: Pick<StatusRow, 'tally'>, at: number): readonly TallyRow[] {
  return tally.filter((row) => row.wave === at);
}

function find(told: readonly ToldRow[], kind: string, wave: number | null): ToldRow | undefined {
  return told.find((row) => row.kind === kind && row.wave === wave);
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}

function timeOrNull(ms: number | null | undefined): string | null {
  return ms == null ? null : formatTime(ms);
}

/** Determines what a rollout waits for, from its counts. */
export function findAwaited(row: StatusRow): RolloutStatus['waitsFor'] {
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
