/** The part of a statement that finds the rollout which puts another one back. */

import type { RevertingRollout } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';

/**
 * An expression for the newest revert of the rollout `r` of the surrounding statement; null if there is none. An aborted revert counts if
 * it has begun, because a worker may still finish its account. `min(hub_id)` makes the database use an index.
 */
export const revertedBy: Statement<RevertingRollout> = ({ sql, of }) => sql`(
  select json_build_object('rollout', m.id, 'phase', m.phase) from ${of('rollout')} as m
  where m.reverts = r.id and (m.phase <> 'aborted' or (m.wave >= 0 and (
    select min(back.hub_id) from ${of('target')} as back where back.rollout = m.id and (back.runs <> '{}' or back.state = 'running')) is not null))
  order by m.created_at desc, m.id desc limit 1)`;
