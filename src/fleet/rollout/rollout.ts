/** A rollout as a pure state machine. Its input is the counts of its accounts and a request; its output is the next phase and commands. */

import type { Phase, TargetState } from '../../model/rollout.ts';
import { OPEN_STATES } from './target.ts';

/** Counts of one wave. */
export interface WaveTally {
  /** Accounts with a change in their approved plan. The share of failures is measured with them. */
  readonly changing: number;
  /** Of these, those that have failed. */
  readonly failed: number;
  readonly states: Readonly<Partial<Record<TargetState, number>>>;
}

/** Counts the accounts for the error budget of a wave. A failure counts if its account has a change. */
export function sumCounts(
  own: readonly { readonly state: TargetState; readonly changing: number }[],
): Pick<WaveTally, 'changing' | 'failed'> {
  return {
    changing: own.reduce((sum, { changing }) => sum + changing, 0),
    failed: own.reduce((sum, { state, changing }) => (state === 'failed' ? sum + changing : sum), 0),
  };
}

export interface Strategy {
  /** Milliseconds between the end of a wave and the next wave. */
  readonly soakMs: number;
  /** Of the accounts of a wave that change something: more failures than this stop the rollout. */
  readonly maxFailedPercent: number;
  /** Over all waves. */
  readonly maxUncertain: number;
}

export interface Rollout {
  readonly phase: Phase;
  /** The last wave that is open, from 0; -1 before the first. */
  readonly wave: number;
  /** Milliseconds; null where none is under way. */
  readonly soakUntil: number | null;
  readonly strategy: Strategy;
}

/** Phases in which no account of the rollout is begun. */
export const ENDED: readonly Phase[] = ['paused', 'stopped', 'aborted', 'done'];

/** Counts of this rollout's runs only, one tally for each wave in order. */
export interface Look {
  /** Milliseconds of the database's time. */
  readonly at: number;
  readonly waves: readonly WaveTally[];
}

/** compared: all accounts were, and nothing is left to do. */
export type Asked = 'planned' | 'compared' | 'start' | 'pause' | 'resume' | 'abort';

/** `look` requests nothing and is allowed at any time. */
export type RolloutEvent = { readonly kind: 'look' | Asked } & Look;

export type Command =
  | { readonly kind: 'start-wave'; readonly wave: number }
  | { readonly kind: 'wave-ended'; readonly wave: number }
  | { readonly kind: 'budget-spent'; readonly because: string }
  | { readonly kind: 'done' };

export interface Step {
  readonly rollout: Rollout;
  readonly commands: readonly Command[];
  /** Reason for ignoring the request. */
  readonly refused?: string;
}

/** Phases in which a user may ask for something. */
const ALLOWED: Readonly<Record<Asked, readonly Phase[]>> = {
  planned: ['planning'],
  compared: ['planning'],
  start: ['review'],
  pause: ['rolling', 'soaking'],
  // A stop ends once its budget is no longer spent, and the end of the rollout when accounts are to be tried again.
  resume: ['paused', 'stopped', 'done'],
  // A rollout that is done can be aborted while accounts of it are to be tried again.
  abort: ['planning', 'review', 'rolling', 'soaking', 'paused', 'stopped', 'done'],
};

export function afterLook(rollout: Rollout, event: RolloutEvent): Step {
  const { kind } = event;
  const { phase, soakUntil } = rollout;
  const isIdle = event.waves.every((wave) => countOpen(wave) === 0);
  if (kind === 'look') return ALLOWED.pause.includes(phase) ? onward(rollout, event, []) : to(rollout);
  if (!ALLOWED[kind].includes(phase)) return refusal(rollout, `is ${phase}`);
  switch (kind) {
    case 'planned':
      return to({ ...rollout, phase: 'review' });
    case 'compared':
      return to({ ...rollout, phase: 'done' }, [{ kind: 'done' }]);
    case 'start':
      if (isIdle) return refusal(rollout, 'has no account that is approved');
      return onward({ ...rollout, phase: 'rolling', wave: 0 }, event, [{ kind: 'start-wave', wave: 0 }]);
    case 'pause':
      return to({ ...rollout, phase: 'paused' });
    case 'resume': {
      const spent = spentBudget(rollout, event.waves);
      if (spent !== undefined) return refusal(rollout, `has spent its error budget: ${spent}`);
      if (phase === 'done' && isIdle) return refusal(rollout, 'is done');
      return onward({ ...rollout, phase: soakUntil === null ? 'rolling' : 'soaking' }, event, []);
    }
    case 'abort':
      if (phase === 'done' && isIdle) return refusal(rollout, 'is done');
      return to({ ...rollout, phase: 'aborted', soakUntil: null });
  }
}

/** Returns why the budget is spent, without a full stop. Returns undefined if it is not spent. */
export function spentBudget({ strategy }: Rollout, waves: readonly WaveTally[]): string | undefined {
  const { maxFailedPercent, maxUncertain } = strategy;
  const uncertain = waves.reduce((sum, { states }) => sum + (states.uncertain ?? 0), 0);
  if (uncertain > maxUncertain)
    return `${uncertain === 1 ? '1 account is' : `${uncertain} accounts are`} uncertain, and at most ${maxUncertain} may be`;
  for (const [index, { changing, failed }] of waves.entries()) {
    if (failed * 100 > maxFailedPercent * changing)
      return `In wave ${index + 1}, ${failed} of ${changing} ${changing === 1 ? 'account' : 'accounts'} to change ${failed === 1 ? 'has' : 'have'} failed, and at most ${maxFailedPercent} % may`;
  }
  return undefined;
}

/** Opens and ends waves as the counts allow. A wave without accounts to run ends at once, unwatched. */
function onward(rollout: Rollout, look: Look, before: readonly Command[]): Step {
  const spent = spentBudget(rollout, look.waves);
  if (spent !== undefined)
    return to({ ...rollout, phase: 'stopped', soakUntil: null }, [...before, { kind: 'budget-spent', because: spent }]);
  const { phase, wave, soakUntil, strategy } = rollout;
  if (look.waves.slice(0, wave + 1).some((earlier) => countOpen(earlier) > 0))
    return to({ ...rollout, phase: 'rolling', soakUntil: null }, before);
  if (wave >= look.waves.length - 1)
    return to({ ...rollout, phase: 'done', soakUntil: null }, [
      ...before,
      { kind: 'wave-ended', wave },
      { kind: 'done' },
    ]);
  const ended: readonly Command[] = phase === 'soaking' ? before : [...before, { kind: 'wave-ended', wave }];
  const isWatched = strategy.soakMs > 0 && countOf(look.waves[wave]) > 0;
  const until = soakUntil ?? (isWatched ? look.at + strategy.soakMs : look.at);
  if (until > look.at) return to({ ...rollout, phase: 'soaking', soakUntil: until }, ended);
  const next = { ...rollout, phase: 'rolling', wave: wave + 1, soakUntil: null } as const;
  return onward(next, look, [...ended, { kind: 'start-wave', wave: wave + 1 }]);
}

function countOpen({ states }: WaveTally): number {
  return OPEN_STATES.reduce((sum, state) => sum + (states[state] ?? 0), 0);
}

/** Accounts with a run, whatever its result. */
function countOf(wave: WaveTally | undefined): number {
  return Object.entries(wave?.states ?? {}).reduce(
    (sum, [state, count]) => (state === 'waiting' ? sum : sum + count),
    0,
  );
}

function to(rollout: Rollout, commands: readonly Command[] = []): Step {
  return { rollout, commands };
}

function refusal(rollout: Rollout, why: string): Step {
  return { rollout, commands: [], refused: `The rollout ${why}.` };
}
