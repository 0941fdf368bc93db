/** Shows the clusters of a planned rollout, its broken thresholds and the next commands. */

import type { Fleet } from '../../fleet/index.ts';
import type { Counted } from '../../model/fleet.ts';
import type { Sample } from '../../model/rollout-report.ts';
import { CLUSTERS_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { CLUSTERS_SHOWN, clustersText, type ShownClusters } from '../../report/text/clusters.ts';
import { type Context, styleFor, typedOf } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { situationOf, stepsAfter } from './next-steps.ts';

export type Planned = Omit<ShownClusters, 'steps'>;

/** `over`: thresholds that may be broken. */
export async function plannedOf(
  fleet: Pick<Fleet, 'read' | 'findings'>,
  rollout: string,
  flags: FleetFlags,
  over: readonly Counted[] = [],
): Promise<Planned> {
  const { read } = fleet;
  const { status, bad } = await situationOf(read, rollout);
  const clusters = await read.clusters(rollout);
  const isListed = flags.json !== true && flags.quiet !== true;
  const shown = isListed ? clusters.slice(0, flags.verbose === true ? clusters.length : CLUSTERS_SHOWN) : [];
  const samples: Map<string, Sample> = new Map();
  for (const { shape } of shown) {
    const sample = await read.sample(rollout, shape);
    if (sample !== undefined) samples.set(shape, sample);
  }
  const hasRun = status.kind !== 'drift' && status.phase !== 'planning' && status.phase !== 'review';
  const findings = await fleet.findings(rollout, undefined, over);
  return { status, clusters, samples, unplanned: hasRun ? [] : bad, findings };
}

export function showPlanned(context: Context, flags: FleetFlags, planned: Planned): void {
  const { status, clusters, unplanned, findings } = planned;
  if (flags.json === true) {
    const { rollout, kind, phase, states, underWay } = status;
    const head = { format: CLUSTERS_FORMAT, rollout, kind, phase, states, underWay };
    context.out(json({ ...head, clusters, unplanned, findings }));
    return;
  }
  const reviewed = { clusters, isOverThreshold: findings.length > 0 };
  const steps = stepsAfter({ status, bad: unplanned, reviewed }, typedOf(context.world, flags));
  context.out(clustersText({ ...planned, steps }, { ...styleFor(context.world, flags), brief: flags.quiet === true }));
}

/** Drift comes first, as in one account. An account without a plan, or with a blocked plan, is left out of the rollout. */
export function exitOfPlanned({ status, clusters, findings }: Planned): number {
  const standings = new Set(clusters.map(({ standing }) => standing));
  if (standings.has('drifted')) return EXIT.pending;
  if (findings.length > 0 || (standings.has('blocked') && standings.size === 1)) return EXIT.refused;
  return standings.has('blocked') || (status.states.failed ?? 0) > 0 ? EXIT.partial : EXIT.done;
}
