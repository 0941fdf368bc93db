/** The part of a statement that finds the rollout which puts another one back. */

import type { RevertingRollout } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';

/**
 * An expression: the newest one that was not aborted, or not before it began to put something back, of the rollout that the statement around
 * it calls `r`; null where there is none. What a worker has in hand may be put back yet, also after the abort. The lowest account is asked for, so that an index tells it.
 */
export const revertedBy: Statement<RevertingRollout> = ({ sql, of }) => sql`(
  select json_build_object('rollout', m.id, 'phase', m.phase) from ${of('rollout')} as m
  where m.reverts = r.id and (m.phase <> 'aborted' or (m.wave >= 0 and (
    select min(back.hub_id) from ${of('target')} as back where back.rollout = m.id and (back.runs <> '{}' or back.state = 'running')) is not null))
  order by m.created_at desc, m.id desc limit 1)`;
