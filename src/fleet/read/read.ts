/** Reads of a fleet that need only its database: no project, keys or tokens. */

import type { AppliedCall } from '../../model/ledger.ts';
import type { FailedFor, TargetState } from '../../model/rollout.ts';
import type { AccountGroup, Sample } from '../../model/rollout-report.ts';
import type { AccountRow, ReviewedCluster, RolloutStatus, RolloutSummary } from '../../model/rollout-status.ts';
import { A_TEXT, possibleId, requireValid, rolloutUnknown } from '../database/arguments.ts';
import type { Database, Statement } from '../database/database.ts';
import { readCalls } from '../store/calls.ts';
import { readClusters, readSample } from '../store/cluster-statements.ts';
import { type EventRow, readEvents } from '../store/rollout-statements.ts';
import { accountGroups, readGroups } from './groups.ts';
import { buildStatus, buildSummary } from './status.ts';
import { readRollouts, readStatus } from './status-statements.ts';

interface AccountFilter {
  readonly hubId?: number | undefined;
  readonly state?: TargetState | undefined;
  /** From 1. */
  readonly wave?: number | undefined;
  readonly shape?: string | undefined;
  readonly because?: FailedFor | undefined;
  /** Accounts with a higher id. */
  readonly after?: number | undefined;
}

/** Every method that takes a rollout throws UsageError `rollout-unknown`; all throw DatabaseError. */
export interface FleetRead {
  /** Newest first; `after` is the last one of the page before. At most `limit` (default: 20). */
  rollouts(page?: {
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly RolloutSummary[]>;
  status(rollout: string): Promise<RolloutStatus>;
  /** Returns accounts by id, after the last id of the page before, at most `limit` (default: 100). */
  accounts(
    rollout: string,
    filter?: Omit<AccountFilter, 'hubId'> & { readonly limit?: number | undefined },
  ): Promise<readonly AccountRow[]>;
  account(rollout: string, hubId: number): Promise<AccountRow | undefined>;
  /** Returns all accounts in groups of the same result, failures first. */
  groups(rollout: string): Promise<readonly AccountGroup[]>;
  /** Returns the calls of this rollout in the account that took effect, in order. */
  calls(rollout: string, hubId: number): Promise<readonly AppliedCall[]>;
  /** Largest first. */
  clusters(rollout: string): Promise<readonly ReviewedCluster[]>;
  /** Of one account of the cluster: its plan, or its drift in a drift rollout. */
  sample(rollout: string, shape: string): Promise<Sample | undefined>;
  /** Oldest first. */
  events(rollout: string): Promise<readonly EventRow[]>;
}

export function readFleet(database: Database): FleetRead {
  const known = async (rollout: string): Promise<string> => {
    const [found] = await database.query(rolloutExists(possibleId(rollout)));
    if (found === undefined) throw rolloutUnknown(rollout);
    return found.id;
  };
  const page = async (rollout: string, filter: AccountFilter, limit: number): Promise<readonly AccountRow[]> => {
    requireValid('accounts', { ...filter, limit });
    return (await database.query(readAccounts(await known(rollout), { ...filter, limit }))).map(buildAccount);
  };
  return {
    async rollouts({ after, limit = 20 } = {}) {
      requireValid('rollouts', { limit });
      if (after !== undefined) await known(after);
      const rows = await database.query(readRollouts({ after: after ?? null, limit }));
      return rows.map((row) => buildSummary(row, row.states ?? {}));
    },
    async status(rollout) {
      const [row] = await database.query(readStatus(possibleId(rollout)));
      if (row === undefined) throw rolloutUnknown(rollout);
      return buildStatus(row);
    },
    accounts: (rollout, { limit = 100, ...filter } = {}) => page(rollout, filter, limit),
    account: async (rollout, hubId) => (await page(rollout, { hubId }, 1))[0],
    groups: async (rollout) => accountGroups(await database.query(readGroups(await known(rollout)))),
    calls: async (rollout, hubId) => readCalls(database, await known(rollout), hubId),
    clusters: async (rollout) => database.query(readClusters(await known(rollout))),
    async sample(rollout, shape) {
      if (!A_TEXT.fits(shape)) return undefined;
      const [found] = await database.query(readSample(await known(rollout), shape));
      return found === undefined ? undefined : JSON.parse(found.sample);
    },
    events: async (rollout) => database.query(readEvents(await known(rollout))),
  };
}

function buildAccount({ putOffUntil, changedAt, ...row }: StoredAccount): AccountRow {
  return {
    ...row,
    putOffUntil: putOffUntil?.toISOString() ?? null,
    changedAt: changedAt?.toISOString() ?? null,
  };
}

type Timed = Omit<AccountRow, 'putOffUntil' | 'changedAt'>;
type StoredAccount = Timed & { readonly putOffUntil: Date | null; readonly changedAt: Date | null };

/** Returns accounts by id. An absent option adds no condition, so that each page is a range of an index. */
export function readAccounts(
  rollout: string,
  page: AccountFilter & { readonly limit: number },
): Statement<StoredAccount> {
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

function rolloutExists(rollout: string): Statement<{ readonly id: string }> {
  return ({ sql, of }) => sql`select id from ${of('rollout')} where id = ${rollout}`;
}
