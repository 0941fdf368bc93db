/** The outcomes of the changes of a plan. Apply never throws for these; it returns all of them. */

import type { Address } from './address.ts';
import type { Action, FieldChange, ReasonCode } from './change.ts';
import type { Failure } from './failure.ts';
import type { Finding } from './finding.ts';
import type { Advice } from './fix.ts';
import type { OpenCall } from './open-call.ts';

export const OUTCOME_FORMAT = 'trueup.outcome/1';

/** Sorted from best to worst. */
export const OUTCOME_STATUSES = ['applied', 'accepted', 'skipped', 'conflict', 'failed', 'uncertain'] as const;
/**
 * `applied`: verified. `accepted`: the service accepted the call but has not finished it, so the call stays open. `skipped`: a dependency
 * failed, or the run was stopped. `conflict`: the resource changed after the plan. `failed`: the service refused the change, or only some
 * of its calls succeeded. `uncertain`: the effect is unknown and must be settled.
 */
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

/** True if the service carried out or accepted the change. */
export function isGood({ status }: { readonly status: OutcomeStatus }): boolean {
  return status === 'applied' || status === 'accepted';
}

export interface Outcome extends Advice {
  readonly address: Address;
  readonly action: Action;
  readonly status: OutcomeStatus;
  readonly message: string;
  /** Id of the planned call that determined the outcome. Absent if no call was made. */
  readonly call?: string;
  /** For conflict, the planned before-values and the found values. For failed after an echo, the expected and the found values. */
  readonly fields?: readonly FieldChange[];
  /** Meaning of the error for a program that schedules the work. Absent if no error determined the outcome. */
  readonly failure?: Failure;
}

/** A blocked change that an apply skipped, because it was asked to apply the rest. */
export interface LeftOut {
  readonly address: Address;
  readonly because: ReasonCode;
  /** Sentence for the user. */
  readonly reason: string;
}

export interface ApplyResult {
  readonly format: typeof OUTCOME_FORMAT;
  /** Id of the run in the ledger. */
  readonly run: string;
  readonly summary: {
    readonly applied: number;
    readonly accepted: number;
    readonly skipped: number;
    readonly failed: number;
    readonly conflict: number;
    readonly uncertain: number;
  };
  readonly outcomes: readonly Outcome[];
  /** Number of calls of earlier runs whose result was determined. */
  readonly settled: number;
  /** Calls that remain open after the run, of this run and earlier runs. Absent if there is none. */
  readonly open?: readonly OpenCall[];
  /** Addresses that the run changed, or may have changed, and the ledger does not record. Absent if there is none. */
  readonly unrecorded?: readonly Address[];
  readonly leftOut: readonly LeftOut[];
  /** Resources that were in sync and were recorded in the ledger without a call. */
  readonly adopted: readonly Address[];
  readonly findings: readonly Finding[];
  /** Number of calls: writes of the plan, reads just before a write, and reads of the final check. */
  readonly calls: { readonly write: number; readonly reread: number; readonly check: number };
  /** True if a change was applied, or a call took effect although its outcome is not good. */
  readonly changed: boolean;
  /** True if the run was stopped by its signal. */
  readonly interrupted: boolean;
  /** Failure that ended the run before all of its calls. Absent if the run made all calls. */
  readonly failure?: Failure;
}

/** True if no change was made because all are blocked and were left out. Writes of the ledger do not count as changes. */
export function isAllLeftOut({ outcomes, leftOut, changed }: ApplyResult): boolean {
  return leftOut.length > 0 && outcomes.length === 0 && !changed;
}
