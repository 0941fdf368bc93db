/** Claims accounts within the budgets of calls: each is charged what accounts took so far, and corrected by what it did take. */

import type { CallBudgets } from '../../model/fleet.ts';
import type { Database } from '../database/database.ts';
import { correctCharge, openBuckets } from '../store/budget-statements.ts';
import { type ClaimedRow, claimTargets } from '../store/claim-statement.ts';
import { hasBudget } from './budgets.ts';
import { callMeter } from './meter.ts';

export interface Charged {
  readonly target: ClaimedRow;
  /** Calls. */
  readonly charge: number;
}

export interface Claimed {
  readonly charged: readonly Charged[];
  /** The same may give more a moment later: another worker was being charged. */
  readonly isContended: boolean;
}

export interface Spending {
  claim(worker: string, slots: number): Promise<Claimed>;
  /** It has made so many calls. A correction that fails is none: the estimate stands. */
  ended(charged: Charged, calls: number): Promise<void>;
}

/** Of one worker. `configuration`: the digest of its own; null where it takes rollouts of any. */
export function spending(database: Database, budgets: CallBudgets, configuration: string | null = null): Spending {
  const meter = callMeter();
  const isLimited = hasBudget(budgets);
  return {
    async claim(worker, slots) {
      if (isLimited) await database.query(openBuckets(budgets));
      const charge = meter.estimate();
      const rows = await database.query(claimTargets(worker, slots, { budgets, configuration, estimate: charge }));
      return {
        charged: rows.filter(({ contended }) => !contended).map((target) => ({ target, charge })),
        isContended: rows.some(({ contended }) => contended),
      };
    },
    async ended({ target, charge }, calls) {
      meter.ended(calls);
      if (!isLimited || calls === charge) return;
      await database.query(correctCharge(target.app, charge - calls, budgets)).catch(() => undefined);
    },
  };
}
