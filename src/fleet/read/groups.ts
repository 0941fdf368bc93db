/** The accounts of a rollout by what became of them: those of which the same is to be said are one group. */

import { type FailedFor, TARGET_STATES, type TargetState } from '../../model/rollout.ts';
import type { AccountGroup } from '../../model/rollout-report.ts';
import type { Statement } from '../database/database.ts';

/** Accounts of one cluster, or of none, of which the same is to be said. */
interface GroupRow {
  readonly shape: string | null;
  readonly state: TargetState;
  readonly because: FailedFor | null;
  readonly message: string | null;
  readonly hubIds: readonly number[];
}

export function readGroups(rollout: string): Statement<GroupRow> {
  return ({ sql, of }) => sql`
    select shape, state, error_kind as because, message, json_agg(hub_id) as "hubIds"
    from ${of('target')} where rollout = ${rollout} group by shape, state, error_kind, message`;
}

/** The clusters do not matter here: what is said of their accounts does. What went wrong first, then larger groups first. */
export function accountGroups(rows: readonly GroupRow[]): readonly AccountGroup[] {
  const said = rows.map((row) => ({ ...row, message: withoutId(row) }));
  const same = Map.groupBy(said, ({ state, because, message }) => JSON.stringify([state, because, message]));
  return [...same.values()]
    .flatMap(([first, ...others]): readonly AccountGroup[] => {
      if (first === undefined) return [];
      const { state, because, message } = first;
      return [{ state, because, message, hubIds: ascending([first, ...others]) }];
    })
    .sort(
      (a, b) =>
        TARGET_STATES.indexOf(b.state) - TARGET_STATES.indexOf(a.state) ||
        b.hubIds.length - a.hubIds.length ||
        (a.hubIds[0] ?? 0) - (b.hubIds[0] ?? 0),
    );
}

export function ascending(rows: readonly Pick<GroupRow, 'hubIds'>[]): readonly number[] {
  return rows.flatMap(({ hubIds }) => hubIds).sort((a, b) => a - b);
}

/** A key that opens no token fails each account with a message that names it: that is one reason, and the group has the ids. */
function withoutId({ message, hubIds }: GroupRow): string | null {
  const [only, ...others] = hubIds;
  if (message === null || only === undefined || others.length > 0) return message;
  return message.replaceAll(new RegExp(`\\baccount ${only}\\b`, 'g'), 'the account');
}
