/** The clusters of a rollout as they are reviewed, and what breaks a threshold. */

import type { Finding } from '../../model/finding.ts';
import type { Thresholds } from '../../model/fleet.ts';
import type { ReviewedCluster } from '../../model/rollout-status.ts';
import type { Database } from '../database/database.ts';
import { largestFirst } from '../rollout/clusters.ts';
import { brokenThresholds } from '../rollout/thresholds.ts';
import { readClusters } from '../store/cluster-statements.ts';

/** Largest first. */
export async function clustersIn(database: Database, rollout: string): Promise<readonly ReviewedCluster[]> {
  return largestFirst(await database.query(readClusters(rollout)));
}

export async function thresholdFindings(
  database: Database,
  rollout: string,
  thresholds: Thresholds,
): Promise<readonly Finding[]> {
  return brokenThresholds(await clustersIn(database, rollout), thresholds);
}
