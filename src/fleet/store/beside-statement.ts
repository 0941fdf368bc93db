/** The statement that finds what another rollout has to do with an account that is about to be run. */

import type { Statement } from '../database/database.ts';
import type { BegunRow } from './begin-statement.ts';

export interface Beside {
  readonly rollout: string;
  /** Started after the one that is about to run the account, so that this one leaves the account alone. Otherwise it runs the account now. */
  readonly later: boolean;
}

/**
 * At most one row: the last rollout that was started later and has taken the account, whatever came of it, or one that was started
 * earlier and runs it now. It is asked once the claim is committed: of two workers with the same account, one sees the other.
 */
export function readBeside({ rollout, hub_id }: Pick<BegunRow, 'hub_id' | 'rollout'>): Statement<Beside> {
  return ({ sql, of }) => sql`
    with own as (select id, started from ${of('rollout')} where id = ${rollout}),
    taken as (
      select m.id, m.started, true as later from own join ${of('rollout')} as m on (m.started, m.id) > (own.started, own.id)
      where exists (
        select from ${of('target')} as t where t.rollout = m.id and t.hub_id = ${hub_id} and t.attempt > 0 offset 0)),
    running as (
      select m.id, m.started, false as later from ${of('target')} as t join ${of('rollout')} as m on m.id = t.rollout, own
      where t.state = 'running' and t.hub_id = ${hub_id} and m.id <> own.id)
    select id as rollout, later from (select * from taken union all select * from running) as beside
    order by later desc, started desc, id desc limit 1`;
}
