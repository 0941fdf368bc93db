/** Statements on accounts that could not be planned: they are in no cluster and no wave, and the report tells of them. */

import type { FailedFor } from '../../model/rollout.ts';
import type { Statement } from '../database/database.ts';

export interface UnplannedRow {
  readonly rollout: string;
  readonly hubId: number;
  readonly app: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Null: it was passed over, as it is revoked, uninstalled or paused. */
  readonly because: FailedFor | null;
  readonly message: string;
}

export function addUnplanned(row: UnplannedRow): Statement<never> {
  const { rollout, hubId, app, labels, because, message } = row;
  const state = because === null ? 'skipped' : 'failed';
  return ({ sql, of, now }) => sql`
    insert into ${of('target')} (rollout, hub_id, app, labels, changing, state, error_kind, message, changed_at)
    values (${rollout}, ${hubId}, ${app}, ${JSON.stringify(labels)}::jsonb, false, ${state}, ${because}, ${message}, ${now})
    on conflict do nothing`;
}

/** Of a planning that was cut, those that need no plan any more. */
export function readPlanned(rollout: string): Statement<{ readonly hubId: number }> {
  return ({ sql, of }) => sql`select hub_id as "hubId" from ${of('target')} where rollout = ${rollout}`;
}
