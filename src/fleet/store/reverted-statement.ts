/** The part of a statement that finds the rollout which puts another one back. */

import type { RevertingRollout } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';

/** An expression: the newest one that was not aborted, of the rollout that the statement around it calls `r`; null where there is none. */
export const revertedBy: Statement<RevertingRollout> = ({ sql, of }) => sql`(
  select json_build_object('rollout', m.id, 'phase', m.phase) from ${of('rollout')} as m
  where m.reverts = r.id and m.phase <> 'aborted' order by m.created_at desc, m.id desc limit 1)`;
