/** Statements that compare the rows of accounts with the jobs of pg-boss. They find rows without a job, and rows whose worker has died. */

import type { Parts, Statement } from '../database/database.ts';
import { planQueue, type RunQueues } from '../queue/names.ts';
import { OPEN_STATES } from '../rollout/target.ts';

/** The beginning of a subselect: jobs of the account that `t` is, found by the index that keeps each of them single. */
function selectJobs({ sql, ofQueue }: Parts, queues: readonly string[]) {
  return sql`select from ${ofQueue('job')} as j where j.name = any(${queues}::text[]) and j.policy = 'exclusive'
    and coalesce(j.singleton_key, '') = t.rollout || '/' || t.hub_id`;
}

export interface Jobless {
  readonly hubId: number;
  readonly lost: number;
  /** Milliseconds; null for a job that is due at once. */
  readonly notBefore: number | null;
}

/** Accounts in open waves of a rollout that is rolling. What was sent is there until it is done: they are those that were never sent, or lost with the queue. */
export function joblessTargets(rollout: string, { usual, alone }: RunQueues): Statement<Jobless> {
  return (parts) => {
    const { sql, of } = parts;
    return sql`
      select t.hub_id as "hubId", t.lost, (extract(epoch from t.not_before) * 1000)::double precision as "notBefore"
      from ${of('rollout')} as r join ${of('target')} as t on t.rollout = r.id and t.wave <= r.wave
      where r.id = ${rollout} and r.phase = 'rolling' and t.state = any(${OPEN_STATES}::text[])
        and not exists (${selectJobs(parts, [usual, alone])} and j.state <= 'active')
      order by t.wave, t.not_before nulls first, t.hub_id`;
  };
}

/** Accounts of the rollout that are to be planned. */
export function joblessPlans(rollout: string): Statement<Pick<Jobless, 'hubId'>> {
  return (parts) => {
    const { sql, of } = parts;
    return sql`
      select t.hub_id as "hubId" from ${of('target')} as t
      where t.rollout = ${rollout} and t.state = 'planning'
        and not exists (${selectJobs(parts, [planQueue(rollout)])} and j.state <= 'active') order by t.hub_id`;
  };
}

/** Rollouts with accounts that a worker has, or had when it ended. */
export function rolloutsRunning(): Statement<{ readonly id: string; readonly digest: string | null }> {
  return ({ sql, of }) => sql`
    select r.id, r.digest from ${of('rollout')} as r
    where exists (select from ${of('target')} as t where t.rollout = r.id and t.state = 'running')`;
}

/** A condition on `t`: no worker that lives has it. */
export function hasNoWorker({ usual, alone }: RunQueues): Statement<unknown> {
  return (
    parts,
  ) => parts.sql`t.state = 'running' and not exists (${selectJobs(parts, [usual, alone])} and j.state = 'active'
    and j.heartbeat_on + j.heartbeat_seconds * interval '1 second' > now())`;
}
