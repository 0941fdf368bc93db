/** The words of a rollout: what it is for, what it does, and what has become of its accounts. */

import { FAILURE_KINDS } from './failure.ts';

/** apply: what the files say. revert: what another rollout overwrote is put back. drift: accounts are compared, and nothing is changed. */
export type RolloutKind = 'apply' | 'revert' | 'drift';

export const PHASES = [
  /** Every account is being planned. */
  'planning',
  /** All are planned; clusters wait for approval. */
  'review',
  /** Accounts of the open waves are run. */
  'rolling',
  /** The open waves have ended well; the next one waits. */
  'soaking',
  'paused',
  /** Its error budget is spent. */
  'stopped',
  /** For good. */
  'aborted',
  'done',
] as const;
export type Phase = (typeof PHASES)[number];

/** What a person asks of a rollout that is planned. */
export const ASKED_FOR = ['start', 'pause', 'resume', 'abort'] as const;
export type AskedFor = (typeof ASKED_FOR)[number];

/** In the order in which an account passes through them. */
export const TARGET_STATES = [
  /** It is being planned, or will be. */
  'planning',
  /** Its cluster is not approved. */
  'waiting',
  /** To be run when its wave is open. */
  'approved',
  /** A worker has it. */
  'running',
  /** Put off until a time. */
  'deferred',
  'applied',
  /** Its fresh plan changes nothing; in a drift rollout, nothing differs. */
  'unchanged',
  /** In a drift rollout: it is not as it was last applied. */
  'drifted',
  /** In a drift rollout: nothing is known to differ, and not everything could be compared. */
  'unverified',
  /** Its fresh plan is in no cluster that is approved, or a rollout that was started later has taken it. */
  'moved',
  /** Revoked, uninstalled or paused, or the rollout was aborted before its turn: no failure of the rollout. */
  'skipped',
  'failed',
  /** Nobody knows whether a call of it took effect. */
  'uncertain',
] as const;
export type TargetState = (typeof TARGET_STATES)[number];

/** Why an account is put off or failed: as errors of the library say it, and two reasons of the fleet's own. */
export const FAILED_FOR = [...FAILURE_KINDS, 'conflict', 'worker'] as const;
/** conflict: a value changed between plan and write. worker: several workers ended while they had it. */
export type FailedFor = (typeof FAILED_FOR)[number];

export const STANDINGS = ['empty', 'safe', 'risky', 'blocked', 'drifted', 'unverified'] as const;
/**
 * empty: changes nothing; in a drift rollout, nothing differs. safe: loses nothing. risky: something is destructive or irreversible.
 * blocked: apply would refuse it. drifted: something differs. unverified: nothing is known to differ, and not everything could be compared.
 */
export type Standing = (typeof STANDINGS)[number];

/** What a rollout waits for. */
export type Awaited =
  /** Accounts are being planned. */
  | 'plans'
  /** A person approves clusters. */
  | 'approval'
  /** A person plans its accounts again, or aborts it: none has a plan that waits. */
  | 'replan'
  /** A person starts the first wave. */
  | 'start'
  /** Accounts are being run. */
  | 'accounts'
  /** Every account that is left was put off. */
  | 'later'
  /** A worker that has the configuration it was planned with: there is something to do, and none does it. */
  | 'worker'
  /** The wave that has ended is watched. */
  | 'soak'
  /** A person resumes it. */
  | 'person';
