/** The vocabulary of a rollout: its kind, its phases, and the states of its accounts. */

import { FAILURE_KINDS } from './failure.ts';

/**
 * `apply`: the files are applied. `revert`: the values that another rollout overwrote are restored. `drift`: accounts are compared and not
 * changed.
 */
export type RolloutKind = 'apply' | 'revert' | 'drift';

export const PHASES = [
  /** Every account is being planned. */
  'planning',
  /** All accounts are planned. Clusters wait for approval. */
  'review',
  /** Accounts of the open waves are run. */
  'rolling',
  /** The open waves ended well, and the next wave waits. */
  'soaking',
  'paused',
  /** The error budget is spent. */
  'stopped',
  /** The rollout ended for good. */
  'aborted',
  'done',
] as const;
export type Phase = (typeof PHASES)[number];

/** Requests of a user to a planned rollout. */
export const ASKED_FOR = ['start', 'pause', 'resume', 'abort'] as const;
export type AskedFor = (typeof ASKED_FOR)[number];

/** States in the order in which an account passes through them. */
export const TARGET_STATES = [
  /** The account is being planned, or will be. */
  'planning',
  /** The cluster of the account is not approved. */
  'waiting',
  /** The account will be run when its wave is open. */
  'approved',
  /** A worker runs the account. */
  'running',
  /** The account is deferred until a time. */
  'deferred',
  'applied',
  /** The fresh plan changes nothing. In a drift rollout, nothing differs. */
  'unchanged',
  /** In a drift rollout, the account differs from its last apply. */
  'drifted',
  /** In a drift rollout, the compared parts are equal, but a part could not be compared. */
  'unverified',
  /** The fresh plan is in no approved cluster, or a later rollout runs the account. */
  'moved',
  /**
   * The account is revoked, uninstalled or paused, or the rollout was aborted before its turn. This does not count as a failure of the
   * rollout.
   */
  'skipped',
  'failed',
  /** The effect of a call is unknown. */
  'uncertain',
] as const;
export type TargetState = (typeof TARGET_STATES)[number];

/** Reason why an account is deferred or failed: kinds of failures of the library, and two reasons of the fleet. */
export const FAILED_FOR = [...FAILURE_KINDS, 'conflict', 'worker'] as const;
/** `conflict`: a value changed between plan and write. `worker`: several workers ended while they ran the account. */
export type FailedFor = (typeof FAILED_FOR)[number];

const STANDINGS = ['empty', 'safe', 'risky', 'blocked', 'drifted', 'unverified'] as const;
/**
 * `empty`: a plan free of changes, or a drift rollout without drift. `safe`: nothing is lost. `risky`: a change is destructive or
 * irreversible. `blocked`: apply would refuse the plan. `drifted`: something differs. `unverified`: the compared parts are equal, but a
 * part could not be compared.
 */
export type Standing = (typeof STANDINGS)[number];

/** Event that a rollout waits for. */
export type Awaited =
  /** Accounts are being planned. */
  | 'plans'
  /** A user approves clusters. */
  | 'approval'
  /** A user plans the accounts again, or aborts the rollout. No account has a plan that waits. */
  | 'replan'
  /** A user starts the first wave. */
  | 'start'
  /** Accounts are being run. */
  | 'accounts'
  /** All remaining accounts are deferred. */
  | 'later'
  /** A worker with the configuration of the plan. There is work, but no worker does it. */
  | 'worker'
  /** The wave that ended is being watched. */
  | 'soak'
  /** A user resumes the rollout. */
  | 'person';
