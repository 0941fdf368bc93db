/** Statements for the report of a rollout, which tells of every account. */

import type { FailedFor, TargetState } from '../../model/rollout.ts';
import type { Statement } from '../database/database.ts';

/** Accounts of one cluster, or of none, of which the same is to be said. */
export interface GroupRow {
  readonly shape: string | null;
  readonly state: TargetState;
  readonly because: FailedFor | null;
  readonly message: string | null;
  readonly hubIds: readonly number[];
}

export function readGroups(rollout: string): Statement<GroupRow> {
  return ({ sql, of }) => sql`
    select shape, state, error_kind as because, message, json_agg(hub_id) as "hubIds"
    from ${of('target')} where rollout = ${rollout} group by shape, state, error_kind, message`;
}

/** The plans as JSON. */
export function readSamples(rollout: string): Statement<{ readonly shape: string; readonly sample: string }> {
  return ({ sql, of }) => sql`select shape, sample from ${of('cluster')} where rollout = ${rollout}`;
}
