/** Collects all data about a rollout for a report. */

import type { Thresholds } from '../../model/fleet.ts';
import {
  type ReportedCluster,
  ROLLOUT_REPORT_FORMAT,
  type RolloutEvent,
  type RolloutReport,
} from '../../model/rollout-report.ts';
import type { Database, Statement } from '../database/database.ts';
import { brokenThresholds, requireThresholds } from '../rollout/thresholds.ts';
import { type EventRow, readThresholds } from '../store/rollout-statements.ts';
import { accountGroups, ascending, readGroups } from './groups.ts';
import { readFleet } from './read.ts';
import { countStates } from './status.ts';

/** Throws UsageError `rollout-unknown`, and `argument-invalid` for thresholds that are wrong; DatabaseError. */
export async function fleetReport(
  database: Database,
  rollout: string,
  { thresholds = {} }: { readonly thresholds?: Thresholds | undefined } = {},
): Promise<RolloutReport> {
  requireThresholds({ ...thresholds });
  const read = readFleet(database);
  const status = await read.status(rollout);
  const clusters = await read.clusters(rollout);
  const groups = await database.query(readGroups(rollout));
  const samples = new Map((await database.query(readSamples(rollout))).map(({ shape, sample }) => [shape, sample]));
  const events = await read.events(rollout);
  const kept = (await database.query(readThresholds(rollout))).flatMap((row) => row.thresholds ?? []);
  return {
    format: ROLLOUT_REPORT_FORMAT,
    status,
    findings: brokenThresholds(clusters, [...kept, thresholds]),
    clusters: clusters.flatMap((cluster): readonly ReportedCluster[] => {
      const sample = samples.get(cluster.shape);
      // A cluster that was planned after the first read is in the next report.
      if (sample === undefined) return [];
      const own = groups.filter(({ shape }) => shape === cluster.shape);
      const states = countStates(own.map(({ state, hubIds }) => ({ state, accounts: hubIds.length })));
      return [{ ...cluster, states, hubIds: ascending(own), sample: JSON.parse(sample) }];
    }),
    accounts: accountGroups(groups),
    events: events.flatMap(listEvents),
  };
}

function listEvents({ at, detail }: EventRow): readonly RolloutEvent[] {
  const { kind, wave, by, because, message } = detail;
  if (typeof kind !== 'string') return [];
  const said = [because, message].find((text) => typeof text === 'string');
  return [
    {
      at: at.toISOString(),
      kind,
      wave: typeof wave === 'number' ? wave + 1 : null,
      by: typeof by === 'string' ? by : null,
      message: typeof said === 'string' ? said : null,
    },
  ];
}

/** The plans as JSON. */
function readSamples(rollout: string): Statement<{ readonly shape: string; readonly sample: string }> {
  return ({ sql, of }) => sql`select shape, sample from ${of('cluster')} where rollout = ${rollout}`;
}
