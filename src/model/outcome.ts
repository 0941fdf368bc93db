/** The outcomes of the changes of a plan. Apply never throws for these; it returns all of them. */

import type { Address } from './address.ts';
import type { Action, FieldChange, ReasonCode } from './change.ts';
import type { Failure } from './failure.ts';
import type { Finding } from './finding.ts';
import type { Advice } from './fix.ts';
import type { OpenCall } from './open-call.ts';

export const OUTCOME_FORMAT = 'trueup.outcome/1';

/** From best to worst. */
export const OUTCOME_STATUSES = ['applied', 'accepted', 'skipped', 'conflict', 'failed', 'uncertain'] as const;
/**
 * applied: seen. accepted: the service took it and has not finished it, so its call stays open. skipped: a dependency failed, or
 * the run was stopped. failed: the service refused it, or some of its calls were carried out and others were not. conflict: it changed since the plan. uncertain: nobody knows; to be settled.
 */
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

/** The service did what was asked. */
export function isGood({ status }: { readonly status: OutcomeStatus }): boolean {
  return status === 'applied' || status === 'accepted';
}

export interface Outcome extends Advice {
  readonly address: Address;
  readonly action: Action;
  readonly status: OutcomeStatus;
  readonly message: string;
  /** Id of the planned call that decided it; absent where no call was made. */
  readonly call?: string;
  /** For conflict: planned before-values and what was found. For failed after an echo: expected and found. */
  readonly fields?: readonly FieldChange[];
  /** What the error means that it failed for, to a program that schedules the work. Absent where no error decided it. */
  readonly failure?: Failure;
}

/** A blocked change that an apply passed over, because it was asked to apply the rest. */
export interface LeftOut {
  readonly address: Address;
  readonly because: ReasonCode;
  /** One sentence for people. */
  readonly reason: string;
}

export interface ApplyResult {
  readonly format: typeof OUTCOME_FORMAT;
  /** Id of the run, as the ledger has it. */
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
  /** Calls of earlier runs of which it was found out what became of them. */
  readonly settled: number;
  /** Calls that stay open after the run, its own and those of earlier runs. Absent when there is none. */
  readonly open?: readonly OpenCall[];
  /** What the run changed, or may have, and its ledger does not tell of. Absent when there is nothing of that. */
  readonly unrecorded?: readonly Address[];
  readonly leftOut: readonly LeftOut[];
  /** In sync already, and recorded in the ledger without a call. */
  readonly adopted: readonly Address[];
  readonly findings: readonly Finding[];
  /** Calls made: writes of the plan, re-reads just before a write, and the final check. */
  readonly calls: { readonly write: number; readonly reread: number; readonly check: number };
  /** True when something was applied, or a call took effect although its outcome is not good. */
  readonly changed: boolean;
  /** True when the run was stopped by its signal. */
  readonly interrupted: boolean;
  /** Of what ended the run before all of its calls. Absent when nothing did. */
  readonly failure?: Failure;
}

/** No change was made because each is blocked and was left out. What the ledger alone was told is no change. */
export function isAllLeftOut({ outcomes, leftOut, changed }: ApplyResult): boolean {
  return leftOut.length > 0 && outcomes.length === 0 && !changed;
}
