/** A merge of which everything was applied, and what that decided. */

import type { HostPull } from '../github/pulls.ts';
import type { Approval } from './approval.ts';
import type { ApprovalState } from './approvals.ts';

export interface Applied {
  readonly pull: HostPull;
  readonly approval: Approval | undefined;
  /** Commits whose policies hold for what was merged after it. */
  readonly held: readonly string[];
  /** Which these are was not found. */
  readonly heldUnknown: boolean;
}

export function appliedOf(pull: HostPull, { plan, held, heldUnknown }: ApprovalState, mergeSha: string): Applied {
  return { pull, approval: plan, held: held.length > 0 ? held : [mergeSha], heldUnknown };
}

/** Commits up to which the policies are decided. */
export function decidedBy(applied: Applied | undefined): readonly string[] {
  if (applied === undefined) return [];
  const { mergeSha } = applied.pull;
  return [...new Set([...applied.held, ...(mergeSha === undefined ? [] : [mergeSha])])];
}
