/** Events that the engine emits while it works. Faces render them, and the library passes them to onEvent. */

import type { Address } from './address.ts';
import type { Intention } from './ledger.ts';
import type { Outcome } from './outcome.ts';
import type { PlannedCall } from './plan.ts';

export type RunEvent =
  /** A request for the account of the token starts. */
  | { readonly type: 'account-check' }
  | { readonly type: 'read-start'; readonly path: string; readonly total: number }
  | { readonly type: 'read-done'; readonly path: string; readonly ok: boolean }
  | { readonly type: 'apply-start'; readonly run: string; readonly calls: number; readonly changes: number }
  | { readonly type: 'call-start'; readonly call: PlannedCall }
  | { readonly type: 'call-done'; readonly call: PlannedCall; readonly ok: boolean }
  | { readonly type: 'outcome'; readonly outcome: Outcome }
  | {
      readonly type: 'recovered';
      readonly intention: Intention;
      readonly as: 'applied' | 'not-applied' | 'uncertain';
      /**
       * Covered addresses whose effect a read shows, and addresses with neither the effect nor the earlier values. Absent if nothing was
       * read.
       */
      readonly shown?: { readonly effect: readonly Address[]; readonly neither: readonly Address[] };
    }
  | { readonly type: 'check-start'; readonly reads: number }
  /** The service asks to wait, so calls are delayed for `ms` milliseconds from now. */
  | { readonly type: 'waiting'; readonly reason: 'rate-limit' | 'locked' | 'unavailable'; readonly ms: number }
  | { readonly type: 'warning'; readonly message: string };

export type OnEvent = (event: RunEvent) => void;
