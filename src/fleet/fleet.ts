/** A fleet: plans every account of an app, has the plans reviewed once, and rolls them out in waves. */

import type { Clock, NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { requireOptions, UnsafePlanError, UsageError } from '../errors.ts';
import { requireArguments } from '../model/arguments.ts';
import type { Thresholds } from '../model/fleet.ts';
import type { Phase } from '../model/rollout.ts';
import { unthrowing } from '../reconciler/listener.ts';
import { unfailing } from '../reconciler/unfailing.ts';
import { askOnce, rolloutNamed } from './coordinator/advance.ts';
import { start } from './coordinator/start.ts';
import type { ReadRollout } from './coordinator/state.ts';
import { A_HUB, A_TEXT, requireValid } from './database/arguments.ts';
import type { Database } from './database/database.ts';
import { unknownInstallation } from './installations/installations.ts';
import { readFleet } from './read/read.ts';
import { approvalWords, listApproved } from './rollout/approval.ts';
import { leftAlone, requireConfiguration } from './rollout/configuration.ts';
import { ENDED } from './rollout/rollout.ts';
import { brokenThresholds, requireThresholds } from './rollout/thresholds.ts';
import { formatWave, parseWaves } from './rollout/waves.ts';
import { steerFleet } from './steer.ts';
import { approveClusters, approveLate, readWaiting } from './store/cluster-statements.ts';
import { planAgain } from './store/planning-statements.ts';
import { insertRollout, type NewRollout } from './store/rollout-statements.ts';
import { countRuns } from './store/target-statements.ts';
import type { StrategyRow } from './store/wave-statements.ts';
import type { Fleet, FleetOptions, RolloutOptions, Selecting, Working } from './types.ts';
import { findInstallation } from './worker/accounts.ts';
import { listEach, requireAccounts } from './worker/list-accounts.ts';
import { planAll } from './worker/plan-all.ts';
import { createAccountReconciler } from './worker/reconcilers.ts';
import { giveBackLost } from './worker/settle.ts';
import { work } from './worker/worker.ts';

const NEVER = new AbortController().signal;

const USUAL_WORK = { slots: 16, signal: NEVER, untilDone: false, onLeft: () => undefined } as const;

/** @throws UsageError `options-missing`, `argument-invalid` */
export function createFleet(options: FleetOptions): Fleet {
  const parts = fleetParts(options);
  const { database, newId, prepared, thresholds: own } = parts;
  const making = { database, newId };
  const read = readFleet(database);

  return {
    async plan(asked = {}) {
      requireValid('plan', asked);
      const { resume, ...how } = asked;
      if (resume === undefined) return planned(await selecting('apply', how), how);
      const row = await rolloutNamed(database, resume);
      if (row.phase !== 'planning' && row.phase !== 'review') throw notPlannedAgain(row.phase);
      requireConfiguration(row, prepared.digest());
      await database.query(planAgain(resume));
      return planned(resume, how);
    },
    async revert(reverts, how = {}) {
      requireValid('revert', how);
      await requireRevertible(reverts, database);
      const about = { kind: 'revert', reverts, selected: null, digest: null, thresholds: own } as const;
      const revert = await createRollout(how, about, making);
      // A resume may have come between the check and the creation.
      await requireRevertible(reverts, database);
      return planned(revert, how);
    },
    async drift(how = {}) {
      requireValid('drift', how);
      return planned(await selecting('drift', how), how);
    },
    read,
    clusters: read.clusters,
    sample: read.sample,
    async findings(rollout, thresholds = own, over = []) {
      requireThresholds({ ...thresholds });
      const row = await rolloutNamed(database, rollout);
      return brokenThresholds(await read.clusters(rollout), [row.thresholds, thresholds], over);
    },
    async differs(rollout) {
      return leftAlone([await rolloutNamed(database, rollout)], prepared.digest())[0];
    },
    async approve(rollout, given) {
      requireArguments('approve', { ...given }, { by: A_TEXT });
      const { by, overThreshold: over = [], ...asked } = given;
      for (;;) {
        const row = await rolloutNamed(database, rollout);
        const { epoch, phase } = row;
        if (phase !== 'review') throw notInReview(phase);
        // Read before the clusters, so that the clusters count every account that is approved.
        const hubIds = (await database.query(readWaiting(rollout))).map(({ hub_id }) => hub_id);
        const clusters = await read.clusters(rollout);
        const broken = brokenThresholds(clusters, [row.thresholds, own], over);
        if (broken.length > 0)
          throw new UnsafePlanError('Nothing was approved: a threshold of the fleet is broken.', broken);
        const shapes = listApproved(clusters, asked);
        const what = approvalWords(shapes, over);
        const approving = { rollout, epoch, shapes, hubIds, by, what, thresholds: own };
        const approved = await database.query(approveClusters(approving));
        if (approved.length > 0) return shapes;
      }
    },
    async rollout(rollout, how = {}) {
      requireValid('rollout', how);
      await start(database, rollout, { strategy: buildStrategy(how), ...defined({ by: how.by }) });
    },
    ...steerFleet(database),
    async ledger(hubId) {
      requireArguments('ledger', { hubId }, { hubId: A_HUB });
      const installation = await findInstallation(hubId, parts);
      if (installation === undefined) throw unknownInstallation(hubId);
      return (await createAccountReconciler(installation, parts)).ledger;
    },
    status: read.status,
    events: read.events,
    async work(asked = {}) {
      requireValid('work', asked);
      const configuration = prepared.digest();
      const { onLeft = USUAL_WORK.onLeft, ...how } = defined(asked);
      return work({ ...USUAL_WORK, ...how, ...parts, configuration, onLeft: unthrowing(onLeft) });
    },
  };

  async function selecting(kind: 'apply' | 'drift', { labels, hubIds, ...how }: RolloutOptions & Selecting) {
    const isAll = labels === undefined && hubIds === undefined;
    const selected = isAll ? null : defined({ labels, hubIds });
    await requireAccounts(selected ?? {}, parts);
    // A comparison depends on the ledgers only, not on the files.
    const digest = kind === 'drift' ? null : prepared.digest();
    return createRollout(how, { kind, reverts: null, selected, digest, thresholds: own }, making);
  }

  async function planned(rollout: string, { slots = 16, signal = NEVER }: Working): Promise<string> {
    // Also where no worker is left that would find them.
    await giveBackLost(database);
    const row = await rolloutNamed(database, rollout);
    if (row.phase === 'planning') await listEach(row, parts);
    const isWhole = await planAll({ ...parts, rollout, kind: row.kind, slots, signal });
    if (isWhole) await endPlanning(database, rollout);
    return rollout;
  }
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

/** Ends it once, even if several processes planned it. Accounts that were planned again only join their clusters. */
async function endPlanning(database: Database, id: string): Promise<void> {
  for (;;) {
    const row = await rolloutNamed(database, id);
    if (row.phase !== 'planning') break;
    if ((await askOnce(database, row, isOver(row) ? 'compared' : 'planned')) !== undefined) return;
  }
  await database.query(approveLate(id));
}

/** A comparison has nothing to approve. Neither has a revert whose accounts are all unchanged. */
function isOver({ kind, tally }: ReadRollout): boolean {
  return kind === 'drift' || (kind === 'revert' && tally.every(({ state }) => state === 'unchanged'));
}

/** Throws UsageError `rollout-refused` while accounts may run, or if the rollout began no run. */
async function requireRevertible(id: string, database: Database): Promise<void> {
  const { phase } = await rolloutNamed(database, id);
  if (!ENDED.includes(phase))
    throw refused(`is ${phase}`, 'Pause it first. The accounts that have started still run to their end.');
  // Accounts of dead workers do not count as running.
  await giveBackLost(database);
  const [counted] = await database.query(countRuns(id));
  const { running = 0, begun = 0 } = counted ?? {};
  if (running > 0) {
    const accounts = running === 1 ? '1 account' : `${running} accounts`;
    throw refused(
      `is ${phase}, and ${accounts} of it ${running === 1 ? 'is' : 'are'} still being run`,
      'Wait until they have ended.',
    );
  }
  if (begun === 0) throw refused('has changed no account', 'There is nothing to revert.');
}

function refused(why: string, hint: string): UsageError {
  return new UsageError('rollout-refused', `The rollout ${why}, so it cannot be reverted.`, { hint });
}

interface FleetParts extends FleetOptions {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly thresholds: Thresholds;
  readonly timeoutMs: number;
  readonly pollMs: number;
}

const NEEDS = {
  database: 'of openDatabase',
  prepared: 'of prepare',
  installations: 'of installations',
  tokens: 'of accountTokens',
} as const;

/** @throws UsageError `options-missing`, `argument-invalid` */
function fleetParts(options: FleetOptions): FleetParts {
  requireOptions('createFleet', options, NEEDS);
  requireValid('createFleet', options);
  const { settings } = options.prepared.fleet();
  const { thresholds = settings.thresholds } = options;
  const { pollMs = 1_000, timeoutMs = 600_000 } = options;
  const { clock, newId } = options.database;
  requireThresholds({ ...thresholds });
  const { onWarning = () => undefined } = options;
  // Here, and not for each account: it is told once.
  const telemetry = options.telemetry && unfailing(options.telemetry, unthrowing(onWarning));
  return { ...options, ...(telemetry && { telemetry }), thresholds, pollMs, timeoutMs, clock, newId };
}

/** Returns the id. @throws UsageError `waves-invalid` */
export async function createRollout(
  how: RolloutOptions,
  about: Pick<NewRollout, 'digest' | 'kind' | 'reverts' | 'selected' | 'thresholds'>,
  { database, newId }: { readonly database: Database; readonly newId: NewId },
): Promise<string> {
  const { waves = '1%,10%,50%,100%', soakMs = 1_800_000, maxFailedPercent = 1 } = how;
  const { maxUncertain = 0, patienceMs = 3_600_000, note = '', by = null } = how;
  const limits = {
    soak_ms: soakMs,
    max_failed: maxFailedPercent,
    max_uncertain: maxUncertain,
    patience_ms: patienceMs,
  };
  const id = newId();
  await database.query(insertRollout({ id, ...about, ...limits, waves: written(waves), note, created_by: by }));
  return id;
}

/** Returns null for each part that is not given. @throws UsageError `waves-invalid` */
function buildStrategy(how: RolloutOptions): StrategyRow {
  return {
    waves: how.waves === undefined ? null : written(how.waves),
    soakMs: how.soakMs ?? null,
    maxFailed: how.maxFailedPercent ?? null,
    maxUncertain: how.maxUncertain ?? null,
    patienceMs: how.patienceMs ?? null,
  };
}

function written(waves: string): string {
  return parseWaves(waves).map(formatWave).join(',');
}
