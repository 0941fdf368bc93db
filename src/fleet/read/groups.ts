/** Groups the accounts of a rollout by result: accounts with the same state, reason and message are one group. */

import { type FailedFor, TARGET_STATES, type TargetState } from '../../model/rollout.ts';
import type { AccountGroup } from '../../model/rollout-report.ts';
import type { Statement } from '../database/database.ts';

/** Accounts of one cluster, or of none, with the same result. */
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

/** Groups across clusters by result: failures first, then larger groups. */
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

/** Removes the id from a message about one account, so that accounts with the same cause become one group. The group lists the ids. */
function withoutId({ message, hubIds }: GroupRow): string | null {
  const [only, ...others] = hubIds;
  if (message === null || only === undefined || others.length > 0) return message;
  return message.replaceAll(new RegExp(`\\baccount ${only}\\b`, 'g'), 'the account');
}
