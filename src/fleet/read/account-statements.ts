/** Reads the accounts of a rollout page by page. */

import type { FailedFor, TargetState } from '../../model/rollout.ts';
import type { AccountRow } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';

export interface AccountFilter {
  readonly hubId?: number | undefined;
  readonly state?: TargetState | undefined;
  /** From 1. */
  readonly wave?: number | undefined;
  readonly shape?: string | undefined;
  readonly because?: FailedFor | undefined;
  /** Those with a higher id. */
  readonly after?: number | undefined;
}

export interface AccountPage extends AccountFilter {
  readonly limit: number;
}

type Timed = Omit<AccountRow, 'putOffUntil' | 'changedAt'>;
export type StoredAccount = Timed & { readonly putOffUntil: Date | null; readonly changedAt: Date | null };

/** By id. What is not asked for is no condition, so that each page is a range of an index. */
export function readAccounts(rollout: string, page: AccountPage): Statement<StoredAccount> {
  const { hubId, state, wave, shape, because, after, limit } = page;
  return ({ sql, of }) => sql`
    select t.hub_id as "hubId", t.app, t.labels, t.state, t.wave + 1 as wave, t.shape, t.fresh_shape as "freshShape",
      t.changing, t.attempt as attempts, t.lost as "workersLost", t.error_kind as because, t.message,
      t.not_before as "putOffUntil",
      case when t.run is null or t.run = any(t.runs) then t.runs else t.runs || t.run end as runs,
      t.changed_at as "changedAt"
    from ${of('target')} as t where t.rollout = ${rollout}
      ${hubId === undefined ? sql`` : sql`and t.hub_id = ${hubId}`}
      ${state === undefined ? sql`` : sql`and t.state = ${state}`}
      ${wave === undefined ? sql`` : sql`and t.wave = ${wave - 1}`}
      ${shape === undefined ? sql`` : sql`and t.shape = ${shape}`}
      ${because === undefined ? sql`` : sql`and t.error_kind = ${because}`}
      ${after === undefined ? sql`` : sql`and t.hub_id > ${after}`}
    order by t.hub_id limit ${limit}`;
}

export function rolloutExists(rollout: string): Statement<{ readonly id: string }> {
  return ({ sql, of }) => sql`select id from ${of('rollout')} where id = ${rollout}`;
}
