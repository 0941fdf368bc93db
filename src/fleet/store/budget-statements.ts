/** Statements on budgets of calls: a bucket for each scope, which is `all` or `app:` with the id of an app. */

import type { CallBudgets } from '../../model/fleet.ts';
import type { Statement } from '../database/database.ts';

/** Fills a bucket for each scope that has none, of the apps whose rollouts are under way. */
export function openBuckets({ all, app }: CallBudgets): Statement<never> {
  return ({ sql, of, now }) => sql`
    insert into ${of('budget')} (scope, tokens, refilled_at)
    select each.scope, each.calls, ${now} from (
      select 'all' as scope, ${all?.calls ?? null}::double precision as calls
      union all
      select distinct 'app:' || s.app, ${app?.calls ?? null}::double precision
      from ${of('served')} as s join ${of('rollout')} as r on r.id = s.rollout where r.phase = 'rolling') as each
    where each.calls is not null and not exists (select from ${of('budget')} as b where b.scope = each.scope)
    on conflict do nothing`;
}

/** An account of the app made so many calls fewer than it was charged, or more where the number is negative. */
export function correctCharge(app: string, calls: number, budgets: CallBudgets): Statement<never> {
  const scopes = [...(budgets.all ? ['all'] : []), ...(budgets.app ? [`app:${app}`] : [])];
  // Locked in one order, so that two corrections never wait for each other.
  return ({ sql, of }) => sql`
    with held as (select scope from ${of('budget')} where scope = any(${scopes}::text[]) order by scope for update)
    update ${of('budget')} as b set tokens = b.tokens + ${calls}::double precision from held where b.scope = held.scope`;
}
