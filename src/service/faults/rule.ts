/** What a fault rule is: which calls fail, and how. */

import type { BatchState } from '../../contract/batches.ts';
import type { EndpointId } from '../../contract/endpoints.ts';

export const FAULT_ACTIONS = [
  'status',
  'status-after-commit',
  'drop-before',
  'drop-after',
  'half-reply',
  'html',
  'not-json',
  'latency',
  'read-lag',
  'expire-token',
  'batch',
  'batch-refuse',
  'batch-break',
  'ignore',
  'in-use',
  'duplicate',
] as const;
export type FaultAction = (typeof FAULT_ACTIONS)[number];

/** Rate limits that a refusal can be of. */
export const FAULT_POLICIES = ['TEN_SECONDLY_ROLLING', 'SECONDLY', 'DAILY'] as const;

/**
 * status: answer `status` without acting. status-after-commit: act, then answer `status`. drop-before and drop-after: break the
 * connection without or after acting. half-reply: act, then break it in the middle of the reply. html: a proxy's page instead of
 * acting. not-json: act, then a reply that is not JSON. latency: wait `ms` first. read-lag: a property list as it was `ms` ago.
 * expire-token: the token of this call runs out before it. batch: an update of association limits or a create of properties answers
 * in `state`. batch-refuse: the `input` of a batch is refused beside the others. batch-break: the inputs before `input` are applied, then
 * the connection breaks, or `status` is answered. ignore: an update without its `member`. in-use: an archive is refused because the
 * property is used. duplicate: a subscription like one that there is is taken, as a second one.
 */
export interface FaultRule {
  readonly do: FaultAction;
  /** Any endpoint when left out. */
  readonly endpoint?: EndpointId | undefined;
  /** The first matching call that goes wrong, from 1, counted from when the rule was added. */
  readonly nth?: number | undefined;
  /** How many matching calls in a row go wrong; 1 when left out. */
  readonly times?: number | 'always' | undefined;
  readonly status?: number | undefined;
  readonly ms?: number | undefined;
  /** Seconds, sent as Retry-After. */
  readonly retryAfter?: number | undefined;
  /** For batch, which needs it. */
  readonly state?: BatchState | undefined;
  /** Place of an input in its batch, from 1; for batch-break one more than there are lets all of them through. */
  readonly input?: number | undefined;
  /** For ignore, which needs it. */
  readonly member?: string | undefined;
  /** Of a 429; TEN_SECONDLY_ROLLING when left out. */
  readonly policy?: (typeof FAULT_POLICIES)[number] | undefined;
}
