/** Statements on budgets of calls: a bucket for each scope, which is `all` or `app:` with the id of an app. */

import type { CallBudget, CallBudgets } from '../../model/fleet.ts';
import type { Parts, Statement } from '../database/database.ts';

type Part = ReturnType<Parts['of']>;

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

/** An account of the app made so many calls that nothing was charged for before. A bucket that is not there yet is opened. */
export function chargeCalls(app: string, calls: number, budgets: CallBudgets): Statement<never> {
  const scopes = ['all', `app:${app}`];
  return (parts) => {
    const { sql, of, now } = parts;
    return sql`
      insert into ${of('budget')} as b (scope, tokens, refilled_at)
      select each.scope, l.calls - ${calls}::double precision, ${now}
      from unnest(${scopes}::text[]) as each (scope) join ${limitsOf(parts, budgets)} on l.kind = split_part(each.scope, ':', 1)
      order by each.scope
      on conflict (scope) do update set refilled_at = excluded.refilled_at, tokens = (
        select ${filled(parts)} from ${limitsOf(parts, budgets)} where l.kind = split_part(b.scope, ':', 1)) - ${calls}::double precision`;
  };
}

/** A condition: no bucket that accounts of the app are charged to is empty. `app`: a column. */
export function hasCallsLeft(parts: Parts, budgets: CallBudgets, app: Part): Part {
  const { sql, of } = parts;
  return sql`not exists (
    select from ${of('budget')} as b join ${limitsOf(parts, budgets)} on l.kind = split_part(b.scope, ':', 1)
    where b.scope in ('all', 'app:' || ${app}) and ${filled(parts)} <= 0)`;
}

/** As `l`: the kinds of scopes that have a budget. */
function limitsOf({ sql }: Parts, { all, app }: CallBudgets): Part {
  const limit = (kind: string, budget: CallBudget | undefined) =>
    sql`(${kind}::text, ${budget?.calls ?? null}::double precision, ${budget?.perMs ?? null}::double precision)`;
  return sql`(select * from (values ${limit('all', all)}, ${limit('app', app)}) as v (kind, calls, per_ms) where calls is not null) as l`;
}

/** What is in the bucket `b` by now. */
function filled({ sql, now }: Parts): Part {
  return sql`least(l.calls, b.tokens + l.calls / l.per_ms * 1000 * greatest(0, extract(epoch from ${now} - b.refilled_at)))`;
}

/** An account of the app made so many calls fewer than it was charged, or more where the number is negative. */
export function correctCharge(app: string, calls: number, budgets: CallBudgets): Statement<never> {
  const scopes = [...(budgets.all ? ['all'] : []), ...(budgets.app ? [`app:${app}`] : [])];
  // Locked in one order, so that two corrections never wait for each other.
  return ({ sql, of }) => sql`
    with held as (select scope from ${of('budget')} where scope = any(${scopes}::text[]) order by scope for update)
    update ${of('budget')} as b set tokens = b.tokens + ${calls}::double precision from held where b.scope = held.scope`;
}
