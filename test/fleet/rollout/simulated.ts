/** A rollout in memory: the pure parts put together as a coordinator and its workers do, for laws over any order of events. */

import {
  type Asked,
  afterLook,
  type Rollout,
  type Strategy,
  spentBudget,
  type WaveTally,
} from '../../../src/fleet/rollout/rollout.ts';
import { afterEvent, type Result, type Target, type TargetLimits } from '../../../src/fleet/rollout/target.ts';
import type { TargetState } from '../../../src/model/rollout.ts';

export interface SimulatedAccount {
  readonly wave: number;
  readonly approved: boolean;
  readonly changing: boolean;
}

export const NEW_TARGET: Target = {
  ...{ state: 'waiting', attempt: 0, lost: 0 },
  ...{ notBefore: null, putOffAt: null, errorKind: null },
};

/** The rule that the statement `beginTargets` reads: the wave is open in a rolling rollout, and the budget is not spent. */
export function mayStart(rollout: Rollout, waves: readonly WaveTally[], wave: number): boolean {
  return rollout.phase === 'rolling' && wave <= rollout.wave && spentBudget(rollout, waves) === undefined;
}

export function isDue({ state, notBefore }: Target, now: number): boolean {
  return state === 'approved' || (state === 'deferred' && (notBefore ?? 0) <= now);
}

/** The account as a worker has taken it. */
export function taken(target: Target): Target {
  return { ...target, state: 'running', attempt: target.attempt + 1 };
}

const LIMITS: TargetLimits = { patienceMs: 100, maxLost: 3 };

export class Simulation {
  rollout: Rollout;
  readonly targets: Target[];
  /** By account: how often it ended, in a state that no run changes. */
  readonly ends: number[];
  readonly #accounts: readonly SimulatedAccount[];
  readonly #waves: number;
  now = 0;

  constructor(accounts: readonly SimulatedAccount[], waves: number, strategy: Strategy) {
    this.#accounts = accounts;
    this.#waves = waves;
    this.rollout = { phase: 'planning', wave: -1, soakUntil: null, strategy };
    this.targets = accounts.map(({ approved }) => ({ ...NEW_TARGET, state: approved ? 'approved' : 'waiting' }));
    this.ends = accounts.map(() => 0);
  }

  tallies(): readonly WaveTally[] {
    return Array.from({ length: this.#waves }, (_, wave) => {
      const own = this.#accounts.flatMap((account, index) => (account.wave === wave ? [{ account, index }] : []));
      const states: Partial<Record<TargetState, number>> = {};
      for (const { index } of own) {
        const { state = 'waiting' } = this.targets[index] ?? {};
        states[state] = (states[state] ?? 0) + 1;
      }
      const changed = own.filter(({ account }) => account.approved && account.changing);
      const failed = changed.filter(({ index }) => this.targets[index]?.state === 'failed').length;
      return { changing: changed.length, failed, states };
    });
  }

  look(kind: Asked | 'look' = 'look') {
    const step = afterLook(this.rollout, { kind, at: this.now, waves: this.tallies() });
    this.rollout = step.rollout;
    return step;
  }

  /** Starts the account when it may be; says whether it did. */
  start(index: number): boolean {
    const target = this.targets[index];
    const account = this.#accounts[index];
    if (target === undefined || account === undefined) return false;
    if (!mayStart(this.rollout, this.tallies(), account.wave) || !isDue(target, this.now)) return false;
    this.targets[index] = taken(target);
    return true;
  }

  report(index: number, result: Result, attempt = this.targets[index]?.attempt ?? 0): void {
    this.#set(index, { kind: 'result', attempt, at: this.now, result });
  }

  lose(index: number): void {
    this.#set(index, { kind: 'lost', attempt: this.targets[index]?.attempt ?? 0 });
  }

  states(): readonly TargetState[] {
    return this.targets.map(({ state }) => state);
  }

  #set(index: number, event: Parameters<typeof afterEvent>[1]): void {
    const before = this.targets[index];
    if (before === undefined) return;
    const after = afterEvent(before, event, LIMITS);
    this.targets[index] = after;
    const isEnd = after !== before && ['applied', 'unchanged', 'moved'].includes(after.state);
    if (isEnd) this.ends[index] = (this.ends[index] ?? 0) + 1;
  }
}
