/** The one table of exit codes, and what ends with which. */

import {
  AuthError,
  ConfigError,
  LedgerError,
  OvertakenError,
  PolicyError,
  StalePlanError,
  UnsafePlanError,
  UsageError,
} from '../errors.ts';
import type { Comparison } from '../model/comparison.ts';
import type { DriftReport } from '../model/drift.ts';
import type { Explanation } from '../model/explanation.ts';
import type { Finding } from '../model/finding.ts';
import { type ApplyResult, isAllLeftOut } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';

export const EXIT = {
  /** Done, or nothing to do. */
  done: 0,
  /** Usage, network, service; or an apply of which nothing was applied. */
  error: 1,
  /** Changes pending, or drift found. */
  pending: 2,
  /** Refused before any write, or would be. */
  refused: 3,
  /** Something was applied, and other changes failed, were skipped or had conflicts. */
  partial: 4,
  /** An outcome must be settled. */
  uncertain: 5,
  stale: 6,
  /** Calls in flight were settled or recorded. */
  interrupted: 130,
} as const;

/** Codes of the findings that say what could not be read. */
export const UNREAD: readonly string[] = ['read-failed', 'surface-gone', 'name-ambiguous'];

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const FOREIGN_LEDGER: readonly string[] = ['foreign-ledger', 'ledger-foreign-account', 'ledger-foreign-project'];

const REFUSED_USES: readonly string[] = [
  'variables-refused',
  'outside-repository',
  'files-in-the-way',
  'approval-refused',
  'rollout-refused',
  'rollout-superseded',
  'rollout-under-way',
  'configuration-differs',
];

export function exitOfError(error: unknown): ExitCode {
  if (error instanceof StalePlanError || error instanceof OvertakenError) return EXIT.stale;
  if (error instanceof ConfigError || error instanceof UnsafePlanError || error instanceof PolicyError)
    return EXIT.refused;
  // Errors about values that the files may use, about their location, and about requests that a rollout refuses are refusals, not usage
  // errors.
  if (error instanceof UsageError && REFUSED_USES.includes(error.code)) return EXIT.refused;
  // The other codes of AuthError are failures of the service or of the credentials.
  if (error instanceof AuthError && error.code === 'wrong-account') return EXIT.refused;
  // The call of an earlier run was repeated, and is as open as before.
  if (error instanceof AuthError && error.code === 'reply-of-other-account') return EXIT.uncertain;
  // The ledger of another account is a wrong account too, and is seen before anything is sent.
  if (error instanceof LedgerError && FOREIGN_LEDGER.includes(error.code)) return EXIT.refused;
  return EXIT.error;
}

export function exitOfFindings(findings: readonly Finding[]): ExitCode {
  return findings.some((finding) => finding.severity === 'error') ? EXIT.refused : EXIT.done;
}

/**
 * An incomplete plan is never reported as "nothing to do". `detailed` separates changes, no changes, and a plan that apply would refuse.
 */
export function exitOfPlan(plan: Plan, detailed: boolean): ExitCode {
  if (!plan.complete) return EXIT.error;
  if (exitOfFindings(plan.findings) !== EXIT.done) return EXIT.refused;
  if (!detailed) return EXIT.done;
  if (!plan.applyable) return EXIT.refused;
  const { create, update, remove, forget } = plan.summary;
  // Recording alone changes nothing in the account.
  return create + update + remove + forget > 0 ? EXIT.pending : EXIT.done;
}

export function exitOfApply(result: ApplyResult): ExitCode {
  const { failed, skipped, conflict, uncertain } = result.summary;
  if (result.interrupted) return EXIT.interrupted;
  if (uncertain > 0 || result.open !== undefined || result.unrecorded !== undefined) return EXIT.uncertain;
  if (isAllLeftOut(result)) return EXIT.refused;
  if (failed + skipped + conflict === 0) return EXIT.done;
  return result.changed ? EXIT.partial : EXIT.error;
}

/** Fails if the read of the resource failed. A resource without any read does not count. */
export function exitOfExplanation({ sighting, findings }: Explanation): ExitCode {
  return sighting === 'unknown' && findings.some(({ code }) => UNREAD.includes(code)) ? EXIT.error : EXIT.done;
}

/** A resource whose read failed is neither drifted nor in sync. */
export function exitOfDrift(report: DriftReport): ExitCode {
  if (report.summary.drifted > 0) return EXIT.pending;
  if (!sawEverything(report)) return EXIT.error;
  return report.open?.some(({ settledBy }) => settledBy === 'person') === true ? EXIT.uncertain : EXIT.done;
}

/** A difference counts more than a failed read. A kind that the surface cannot read is ignored. */
export function exitOfComparison({ resources, complete }: Pick<Comparison, 'resources' | 'complete'>): ExitCode {
  if (resources.length > 0) return EXIT.pending;
  return complete ? EXIT.done : EXIT.error;
}

/** Returns false if a read of a resource failed. A resource without any read does not count. */
export function sawEverything({ resources, findings }: DriftReport): boolean {
  const unseen = resources.some(({ status, basis }) => status === 'unverifiable' && basis === 'unknown');
  return !unseen && !findings.some(({ severity }) => severity === 'error');
}
