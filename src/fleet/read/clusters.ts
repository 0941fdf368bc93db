/** The clusters of a rollout as they are reviewed, and what breaks a threshold. */

import type { Finding } from '../../model/finding.ts';
import type { Counted, Thresholds } from '../../model/fleet.ts';
import type { ReviewedCluster } from '../../model/rollout-status.ts';
import type { Database } from '../database/database.ts';
import { largestFirst } from '../rollout/clusters.ts';
import { brokenThresholds, without } from '../rollout/thresholds.ts';
import { readClusters } from '../store/cluster-statements.ts';
import type { RolloutRow } from '../store/rollout-statements.ts';

/** Largest first. */
export async function clustersIn(database: Database, rollout: string): Promise<readonly ReviewedCluster[]> {
  return largestFirst(await database.query(readClusters(rollout)));
}

/** By those that it was planned with, and those that are given now. */
export function thresholdFindings(
  clusters: readonly ReviewedCluster[],
  { thresholds: kept }: Pick<RolloutRow, 'thresholds'>,
  { thresholds, over }: { readonly thresholds: Thresholds; readonly over: readonly Counted[] },
): readonly Finding[] {
  const sets = [kept ?? {}, thresholds].map((one) => without(one, over));
  return brokenThresholds(clusters, ...sets);
}
