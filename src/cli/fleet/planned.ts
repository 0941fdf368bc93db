/** What was planned of a rollout, as every command shows it that leads to a review: clusters, broken thresholds, and what to type next. */

import type { Fleet, FleetRead } from '../../fleet/index.ts';
import type { Finding } from '../../model/finding.ts';
import type { Counted } from '../../model/fleet.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import { CLUSTERS_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { CLUSTERS_SHOWN, clustersText, DIGITS, type ShownClusters } from '../../report/text/clusters.ts';
import type { Step } from '../../report/text/next.ts';
import { commandLine, type Typed } from '../../report/text/typed.ts';
import { type Context, styleFor, typedOf } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { allRollouts } from './named-rollout.ts';
import { olderEnded } from './next-steps.ts';

export interface Planned extends Omit<ShownClusters, 'steps'> {
  /** Rollouts in review that have accounts of this one, which is newer. */
  readonly older: readonly string[];
}

export async function plannedOf(
  fleet: Pick<Fleet, 'read' | 'findings'>,
  rollout: string,
  { over = [], flags }: { readonly over?: readonly Counted[]; readonly flags: FleetFlags },
): Promise<Planned> {
  const status = await fleet.read.status(rollout);
  const older = await olderThan(fleet.read, status);
  const clusters = await fleet.read.clusters(rollout);
  const shown = flags.json === true || flags.quiet === true ? [] : clusters;
  const samples: Map<string, NonNullable<Awaited<ReturnType<typeof fleet.read.sample>>>> = new Map();
  for (const { shape } of flags.verbose === true ? shown : shown.slice(0, CLUSTERS_SHOWN)) {
    const sample = await fleet.read.sample(rollout, shape);
    if (sample !== undefined) samples.set(shape, sample);
  }
  const findings = (await fleet.findings(rollout, undefined, over)).map(withFlag);
  return { status, older, clusters, samples, unplanned: await unplannedOf(fleet.read, status), findings };
}

/** A broken threshold, with what to type if the change is meant. */
export function withFlag(finding: Finding): Finding {
  return {
    ...finding,
    hint: 'Look at their clusters. If the change is meant, name it at the approval with --over-threshold.',
  };
}

async function olderThan(read: FleetRead, { rollout, phase }: RolloutStatus): Promise<readonly string[]> {
  if (phase !== 'review') return [];
  const others = (await allRollouts(read)).filter((one) => one.phase === 'review' && one.rollout !== rollout);
  const standing = await Promise.all(others.map((one) => read.status(one.rollout)));
  return standing.flatMap((one) => (one.newer?.rollout === rollout ? [one.rollout] : []));
}

/** Those that failed before the first wave have no plan. */
async function unplannedOf(
  read: FleetRead,
  { rollout, kind, phase, inNoWave }: RolloutStatus,
): Promise<Planned['unplanned']> {
  const isPlanned = phase === 'planning' || phase === 'review' || kind === 'drift';
  if (!isPlanned || (inNoWave.failed ?? 0) + (inNoWave.skipped ?? 0) === 0) return [];
  return (await read.groups(rollout)).filter(({ state }) => state === 'failed' || state === 'skipped');
}

export function showPlanned(context: Context, flags: FleetFlags, planned: Planned): void {
  const { status, older, clusters, unplanned, findings } = planned;
  if (flags.json === true) {
    const { rollout, kind, phase, states, underWay } = status;
    const head = { format: CLUSTERS_FORMAT, rollout, kind, phase, states, older, underWay };
    context.out(json({ ...head, clusters, unplanned, findings }));
    return;
  }
  const steps = stepsAfter(planned, typedOf(context.world, flags));
  context.out(clustersText({ ...planned, steps }, { ...styleFor(context.world, flags), brief: flags.quiet === true }));
}

/**
 * Drift that was found counts first, as for one account. A threshold that is broken refuses the approval; an account without a plan, or with one
 * that is blocked, is left out of the rollout.
 */
export function exitOfPlanned({ status, clusters, findings }: Planned): number {
  if (clusters.some(({ standing }) => standing === 'drifted')) return EXIT.pending;
  const isBlocked = ({ standing }: { readonly standing: string }): boolean => standing === 'blocked';
  const leavesOut = (status.states.failed ?? 0) > 0 || clusters.some(isBlocked);
  if (findings.length > 0 || (clusters.length > 0 && clusters.every(isBlocked))) return EXIT.refused;
  return leavesOut ? EXIT.partial : EXIT.done;
}

function stepsAfter({ status, older, clusters, findings }: Planned, typed: Typed): readonly Step[] {
  const { rollout, phase, kind, states } = status;
  const line = (...words: readonly string[]): string => commandLine(['fleet', ...words], typed);
  if (kind === 'drift') {
    const drifted = clusters.find(({ standing }) => standing === 'drifted');
    return drifted === undefined
      ? []
      : [
          {
            command: line('sample', rollout, drifted.shape.slice(0, DIGITS)),
            purpose: 'to see what differs in one account of a cluster',
          },
          { command: line('report', rollout), purpose: 'to see which accounts they are' },
        ];
  }
  if (phase !== 'review') return [];
  const open = clusters.filter(({ waiting }) => waiting > 0);
  const safe = open.filter(({ standing }) => standing === 'safe');
  const risky = open.filter(({ standing }) => standing === 'risky').map(({ shape }) => shape.slice(0, DIGITS));
  const [first] = open.filter(({ standing }) => standing !== 'empty');
  const again = {
    command: line('replan', rollout),
    purpose: 'to plan the accounts again that have no plan, once the reasons are gone',
  };
  const look = (shape: string): Step => ({
    command: line('sample', rollout, shape.slice(0, DIGITS)),
    purpose: 'to see the whole plan of one account of a cluster',
  });
  const approve = { command: line('approve', rollout, '--all'), purpose: 'to approve the clusters that lose nothing' };
  const named = {
    command: line('approve', rollout, ...risky.slice(0, 5)),
    purpose: 'to approve by name what loses something',
  };
  const isSomethingToDo = clusters.some(
    ({ standing, accounts, waiting }) => standing !== 'empty' && accounts > waiting,
  );
  const superseded = older.map((one) => ({
    command: line('abort', one),
    purpose: 'to end an older rollout that has accounts of this one',
  }));
  const underWay = olderEnded(status).map(({ words, purpose }) => ({ command: line(...words), purpose }));
  return [
    ...superseded,
    ...underWay,
    ...((states.failed ?? 0) > 0 ? [again] : []),
    ...(first === undefined ? [] : [look(first.shape)]),
    ...(safe.length > 0 && findings.length === 0 ? [approve] : []),
    ...(risky.length > 0 && findings.length === 0 ? [named] : []),
    ...(isSomethingToDo ? [{ command: line('rollout', rollout), purpose: 'to start the first wave' }] : []),
  ];
}
