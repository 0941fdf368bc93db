/** A fleet: plans every account of an app, has the plans reviewed once, and rolls them out in waves. */

import type { Clock, NewId } from '../contract/clock.ts';
import { requireOptions, UsageError } from '../errors.ts';
import type { Finding } from '../model/finding.ts';
import type { CallBudgets, Thresholds } from '../model/fleet.ts';
import type { Plan } from '../model/plan.ts';
import { FAILED_FOR, type FailedFor, type Phase } from '../model/rollout.ts';
import type { ReviewedCluster, RolloutStatus } from '../model/rollout-status.ts';
import type { Prepared } from '../reconciler/prepare.ts';
import { requireBudgets } from './budget/budgets.ts';
import { ask, type Gate, rolloutNamed } from './coordinator/advance.ts';
import { start } from './coordinator/start.ts';
import type { Database } from './database/database.ts';
import type { LeaseOwner } from './ledger/owner.ts';
import { clustersIn, thresholdFindings } from './read/clusters.ts';
import { type FleetRead, readFleet } from './read/read.ts';
import { type Approving, approvedBy } from './rollout/approval.ts';
import { requireThresholds } from './rollout/thresholds.ts';
import { parseWaves, shown } from './rollout/waves.ts';
import { approveClusters } from './store/cluster-statements.ts';
import { createRollout, type EventRow } from './store/rollout-statements.ts';
import type { FleetAccounts } from './worker/accounts.ts';
import { planAll } from './worker/plan-all.ts';
import { retryTargets } from './worker/settle.ts';
import { work } from './worker/worker.ts';

export interface FleetOptions extends FleetAccounts {
  readonly database: Database;
  /** Takes the locks on ledgers; one for each process. */
  readonly owner: LeaseOwner;
  /** Of `prepare`. */
  readonly prepared: Prepared;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Says whether the next wave may start; what it throws holds the wave. Without one, each starts when the soak is over. */
  readonly gate?: Gate;
  /** How many calls the accounts that are run make in a time; planning is not held by them. Default: as many as the accounts allow. */
  readonly budgets?: CallBudgets;
  /** Of one plan or apply of one account (default: 600,000). */
  readonly timeoutMs?: number;
  /** Milliseconds after which the accounts of a worker that sends no heartbeat go to others (default: 30,000). */
  readonly termMs?: number;
  /** Milliseconds between two looks of a worker that has nothing to do (default: 1,000). */
  readonly pollMs?: number;
}

export interface RolloutOptions {
  /** Such as `1%,10%,50%,100%`, which is the default. */
  readonly waves?: string;
  /** How long a wave that has ended is watched (default: 1,800,000). */
  readonly soakMs?: number;
  /** Of the accounts of a wave that are changed (default: 1). */
  readonly maxFailedPercent?: number;
  /** Over all waves (default: 0). */
  readonly maxUncertain?: number;
  /** How long an account is put off before it has failed (default: 3,600,000): it holds its wave no longer than that. */
  readonly patienceMs?: number;
  /** What the rollout is of, for people, such as a commit. */
  readonly config?: string;
}

export interface Working {
  /** Accounts at a time (default: 16). */
  readonly slots?: number;
  /** Nothing is begun after it; what runs ends. */
  readonly signal?: AbortSignal;
}

/** Every method throws UsageError `rollout-unknown` for a rollout that is not there, and DatabaseError. */
export interface Fleet {
  /** Plans every account, some at a time; the id of the rollout. With `resume`, one that was cut goes on. */
  plan(options?: RolloutOptions & Working & { readonly resume?: string }): Promise<string>;
  clusters(rollout: string): Promise<readonly ReviewedCluster[]>;
  /** The plan of one account of the cluster. */
  sample(rollout: string, shape: string): Promise<Plan | undefined>;
  /** What breaks a threshold. */
  findings(rollout: string, thresholds: Thresholds): Promise<readonly Finding[]>;
  /** Throws UsageError `approval-refused`, `rollout-refused`. The shapes that are approved by this. */
  approve(rollout: string, approving: Approving & { readonly by: string }): Promise<readonly string[]>;
  /** Opens the first wave; the accounts are run by workers. Throws UsageError `rollout-refused`, `waves-invalid`. */
  rollout(rollout: string): Promise<void>;
  pause(rollout: string): Promise<void>;
  resume(rollout: string): Promise<void>;
  abort(rollout: string): Promise<void>;
  /** Accounts that failed, are uncertain or were skipped are tried again, those for one reason or all. How many. A rollout that has stopped is then resumed. */
  retry(rollout: string, because?: FailedFor): Promise<number>;
  status(rollout: string): Promise<RolloutStatus>;
  events(rollout: string): Promise<readonly EventRow[]>;
  /** What is read by the database alone. */
  readonly read: FleetRead;
  /** Runs accounts of any rollout until the signal, or with `untilDone` until none is under way. How many. */
  work(options?: Working & { readonly untilDone?: boolean }): Promise<number>;
}

const NEEDS = {
  database: 'of openDatabase',
  owner: 'of leaseOwner',
  prepared: 'of prepare',
  installations: 'of installations',
  tokens: 'of accountTokens',
  clock: 'such as systemClock of trueup/client',
  newId: 'such as randomUUID of node:crypto',
} as const;

const NEVER = new AbortController().signal;

/** @throws UsageError `options-missing` */
export function createFleet(options: FleetOptions): Fleet {
  requireOptions('createFleet', options, NEEDS);
  const {
    database,
    newId,
    budgets = {},
    gate = async () => true,
    termMs = 30_000,
    pollMs = 1_000,
    timeoutMs = 600_000,
  } = options;
  requireBudgets(budgets);
  const parts = { ...options, timeoutMs };
  const read = readFleet(database);

  return {
    async plan({ resume, slots = 16, signal = NEVER, ...how } = {}) {
      const rollout = resume ?? (await created(how));
      if ((await rolloutNamed(database, rollout)).phase !== 'planning') await ask(database, rollout, 'planned');
      if (await planAll({ ...parts, rollout, slots, signal })) await ask(database, rollout, 'planned');
      return rollout;
    },
    read,
    clusters: read.clusters,
    sample: read.sample,
    async findings(rollout, thresholds) {
      requireThresholds({ ...thresholds });
      return thresholdFindings(database, (await rolloutNamed(database, rollout)).id, thresholds);
    },
    async approve(rollout, { by, ...approving }) {
      for (;;) {
        const { epoch, phase } = await rolloutNamed(database, rollout);
        if (phase !== 'review') throw notInReview(phase);
        const shapes = approvedBy(await clustersIn(database, rollout), approving);
        const approved = await database.query(approveClusters({ rollout, epoch, shapes, by }));
        if (approved.length > 0) return shapes;
      }
    },
    async rollout(rollout) {
      await start(database, rollout);
    },
    async pause(rollout) {
      await ask(database, rollout, 'pause');
    },
    async resume(rollout) {
      await ask(database, rollout, 'resume');
    },
    async abort(rollout) {
      await ask(database, rollout, 'abort');
    },
    async retry(rollout, because) {
      requireReason(because);
      await rolloutNamed(database, rollout);
      return retryTargets(rollout, because ?? null, database);
    },
    status: read.status,
    events: read.events,
    work({ slots = 16, signal = NEVER, untilDone = false } = {}) {
      return work({ ...parts, gate, budgets, termMs, pollMs, slots, signal, untilDone });
    },
  };

  async function created(how: RolloutOptions): Promise<string> {
    const { waves = '1%,10%,50%,100%', soakMs = 1_800_000, maxFailedPercent = 1 } = how;
    const { maxUncertain = 0, patienceMs = 3_600_000, config = '' } = how;
    const written = parseWaves(waves).map(shown).join(',');
    const limits = {
      soak_ms: soakMs,
      max_failed: maxFailedPercent,
      max_uncertain: maxUncertain,
      patience_ms: patienceMs,
    };
    requireLimits({ soakMs, maxFailedPercent, maxUncertain, patienceMs });
    const id = newId();
    await database.query(createRollout({ id, config, waves: written, ...limits }));
    return id;
  }
}

function requireLimits(limits: Readonly<Record<string, number>>): void {
  const wrong = Object.entries(limits).filter(([name, value]) => {
    const isWhole = name === 'maxFailedPercent' ? value <= 100 : Number.isSafeInteger(value);
    return !(value >= 0 && isWhole);
  });
  if (wrong.length === 0) return;
  const told = wrong.map(([name, value]) => `${name} ${String(value)}`).join(', ');
  throw new UsageError('argument-invalid', `A rollout was planned with ${told}.`, {
    hint: 'Pass whole numbers from 0, and a percentage from 0 to 100.',
  });
}

function requireReason(because: string | undefined): void {
  if (because === undefined || FAILED_FOR.some((one) => one === because)) return;
  throw new UsageError('argument-invalid', `Nothing fails for the reason ${JSON.stringify(because)}.`, {
    hint: `Pass one of ${FAILED_FOR.join(', ')}.`,
  });
}

function notInReview(phase: Phase): UsageError {
  return new UsageError('rollout-refused', `The rollout is ${phase}, so its clusters cannot be approved.`, {
    hint: 'Clusters are approved before the first wave starts, so that each is tried in early waves first. Plan the fleet again for the rest.',
  });
}
