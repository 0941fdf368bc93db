/** A fleet: plans every account of an app, has the plans reviewed once, and rolls them out in waves. */

import type { Clock, NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { requireOptions, UsageError } from '../errors.ts';
import type { Finding } from '../model/finding.ts';
import type { CallBudgets, Thresholds } from '../model/fleet.ts';
import { FAILED_FOR, type FailedFor, type Phase, type RolloutKind } from '../model/rollout.ts';
import type { Sample } from '../model/rollout-report.ts';
import type { ReviewedCluster, RolloutStatus } from '../model/rollout-status.ts';
import type { Prepared } from '../reconciler/prepare.ts';
import { requireBudgets } from './budget/budgets.ts';
import { ask, rolloutNamed } from './coordinator/advance.ts';
import { endPlanning } from './coordinator/end-planning.ts';
import type { Gate } from './coordinator/gate.ts';
import { start } from './coordinator/start.ts';
import type { Database } from './database/database.ts';
import { requireGateAddress } from './gate/address.ts';
import { askedAside } from './gate/aside.ts';
import { webhookGate } from './gate/webhook.ts';
import type { LeaseOwner } from './ledger/owner.ts';
import { clustersIn, thresholdFindings } from './read/clusters.ts';
import { type FleetRead, readFleet } from './read/read.ts';
import { type Approving, approvedBy } from './rollout/approval.ts';
import { requireThresholds } from './rollout/thresholds.ts';
import { parseWaves, shown } from './rollout/waves.ts';
import { approveClusters } from './store/cluster-statements.ts';
import { countPlanned, planAgain } from './store/planning-statements.ts';
import { createRollout, type EventRow, type Selected } from './store/rollout-statements.ts';
import type { FleetAccounts } from './worker/accounts.ts';
import { listEach, requireAccounts } from './worker/list-accounts.ts';
import { requireRetriable, requireRevertible } from './worker/may-change.ts';
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
  /**
   * Says whether the next wave may start. Default: `webhookGate()`, so that each starts when the soak is over, unless its rollout has an
   * address that says otherwise; a gate of your own is told the address, and decides alone.
   */
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
  /** Who makes it, for people. */
  readonly by?: string;
  /** Address that is asked whether the next wave may start. It is kept with the rollout: put no secret into it. */
  readonly gate?: string;
}

/** All accounts when both are left out. */
export interface Selecting {
  /** Accounts that have all of these labels. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly hubIds?: readonly number[];
}

export interface Working {
  /** Accounts at a time (default: 16). */
  readonly slots?: number;
  /** Nothing is begun after it; what runs ends. */
  readonly signal?: AbortSignal;
}

/** Every method throws UsageError `rollout-unknown` for a rollout that is not there, and DatabaseError. */
export interface Fleet {
  /**
   * Plans every account, some at a time; the id of the rollout. With `resume`, one that was cut goes on, whatever it is for; several
   * processes may do so at a time.
   */
  plan(options?: RolloutOptions & Working & Selecting & { readonly resume?: string }): Promise<string>;
  /**
   * Plans a rollout that puts back what this one overwrote, in the accounts where it began a run; the id of the new rollout, which is
   * reviewed, approved and rolled out as any other. Throws UsageError `rollout-refused` while accounts may still be run.
   */
  revert(rollout: string, options?: RolloutOptions & Working): Promise<string>;
  /** Compares every account with what was last applied, and changes nothing; the id of a rollout that is over, with its drift as clusters. */
  drift(options?: Pick<RolloutOptions, 'by' | 'config'> & Working & Selecting): Promise<string>;
  /** Plans the accounts again that could not be planned, before the first wave. How many of them have a plan now. Throws UsageError `rollout-refused`. */
  replan(rollout: string, options?: Working): Promise<number>;
  clusters(rollout: string): Promise<readonly ReviewedCluster[]>;
  /** Of one account of the cluster: its plan, or its drift in a drift rollout. */
  sample(rollout: string, shape: string): Promise<Sample | undefined>;
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
  /** Runs accounts of any rollout until the signal, or with `untilDone` until none is under way. How many. `worker` is its id in the tables. */
  work(options?: Working & { readonly untilDone?: boolean; readonly worker?: string }): Promise<number>;
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

/** A gate that holds is asked again after so many looks of a worker. */
const LOOKS_A_GATE = 10;

const NEVER = new AbortController().signal;

/** @throws UsageError `options-missing` */
export function createFleet(options: FleetOptions): Fleet {
  requireOptions('createFleet', options, NEEDS);
  const {
    database,
    newId,
    budgets = {},
    gate = webhookGate(),
    termMs = 30_000,
    pollMs = 1_000,
    timeoutMs = 600_000,
  } = options;
  requireBudgets(budgets);
  const parts = { ...options, timeoutMs };
  const read = readFleet(database);

  return {
    async plan({ resume, labels, hubIds, slots, signal, ...how } = {}) {
      if (resume !== undefined && (await rolloutNamed(database, resume)).phase !== 'planning')
        await ask(database, resume, 'planned');
      const selected = selectedBy({ labels, hubIds });
      if (resume === undefined) await requireAccounts(selected ?? {}, options.installations);
      return planned(resume ?? (await created(how, { kind: 'apply', selected })), { slots, signal });
    },
    async revert(of, { slots, signal, ...how } = {}) {
      await requireRevertible(of, database);
      return planned(await created(how, { kind: 'revert', reverts: of }), { slots, signal });
    },
    async drift({ labels, hubIds, slots, signal, ...how } = {}) {
      const selected = selectedBy({ labels, hubIds });
      await requireAccounts(selected ?? {}, options.installations);
      return planned(await created(how, { kind: 'drift', selected }), { slots, signal });
    },
    async replan(rollout, working = {}) {
      const { phase } = await rolloutNamed(database, rollout);
      if (phase !== 'planning' && phase !== 'review') throw notPlannedAgain(phase);
      const again = (await database.query(planAgain(rollout))).map(({ hubId }) => hubId);
      await planned(rollout, working);
      return (await database.query(countPlanned(rollout, again)))[0]?.planned ?? 0;
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
      await requireRetriable(rollout, database);
      return retryTargets(rollout, because ?? null, database);
    },
    status: read.status,
    events: read.events,
    work({ slots = 16, signal = NEVER, untilDone = false, worker } = {}) {
      const swift = askedAside(gate, { clock: options.clock, everyMs: pollMs * LOOKS_A_GATE });
      return work({ ...parts, gate: swift, budgets, termMs, pollMs, slots, signal, untilDone, worker });
    },
  };

  async function planned(rollout: string, { slots = 16, signal = NEVER }: Given<Working>): Promise<string> {
    const row = await rolloutNamed(database, rollout);
    await listEach(row, options.installations, database);
    const isWhole = await planAll({ ...parts, rollout, kind: row.kind, termMs, pollMs, slots, signal });
    if (isWhole) await endPlanning(database, rollout);
    return rollout;
  }

  async function created(how: Given<RolloutOptions>, about: About): Promise<string> {
    const { waves = '1%,10%,50%,100%', soakMs = 1_800_000, maxFailedPercent = 1 } = how;
    const { maxUncertain = 0, patienceMs = 3_600_000, config = '', by, gate } = how;
    const { kind, reverts = null, selected = null } = about;
    const written = parseWaves(waves).map(shown).join(',');
    const limits = {
      soak_ms: soakMs,
      max_failed: maxFailedPercent,
      max_uncertain: maxUncertain,
      patience_ms: patienceMs,
    };
    requireLimits({ soakMs, maxFailedPercent, maxUncertain, patienceMs });
    const id = newId();
    if (gate !== undefined) requireGateAddress(gate);
    const words = { config, gate: gate ?? null, created_by: by ?? null };
    await database.query(createRollout({ id, kind, reverts, selected, waves: written, ...words, ...limits }));
    return id;
  }
}

type Given<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

interface About {
  readonly kind: RolloutKind;
  readonly reverts?: string;
  readonly selected?: Selected | null;
}

function selectedBy({ labels, hubIds }: Given<Selecting>): Selected | null {
  return labels === undefined && hubIds === undefined ? null : defined({ labels, hubIds });
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

function notPlannedAgain(phase: Phase): UsageError {
  return new UsageError('rollout-refused', `The rollout is ${phase}, so none of its accounts can be planned again.`, {
    hint: 'Accounts are planned before the first wave starts. Plan the fleet again for the rest.',
  });
}

function notInReview(phase: Phase): UsageError {
  return new UsageError('rollout-refused', `The rollout is ${phase}, so its clusters cannot be approved.`, {
    hint: 'Clusters are approved before the first wave starts, so that each is tried in early waves first. Plan the fleet again for the rest.',
  });
}
