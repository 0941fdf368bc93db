/** Number of association labels that each pair may have, and has (interface 11.7, assumption A87). */

import { LIMIT_LAG_MS, MOST_LABELS } from '../../contract/association-labels.ts';
import { findObjectTypeId } from '../../contract/object-types.ts';
import { listCustomObjectTypes } from '../store/accounts.ts';
import { listRows } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { schemaDefinition } from './schema-replies.ts';

interface Counted {
  readonly from_type: string;
  readonly to_type: string;
  readonly name: string;
  readonly label: string;
}

/** Returns a row for each direction that has a label. Counts labels that were deleted a moment ago. */
export async function listLabelLimits(
  { db, hubId, now }: { readonly db: Db; readonly hubId: number; readonly now: number },
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
) {
  const key = {
    hub_id: hubId,
    ...(from === undefined ? {} : { from_type: from }),
    ...(to === undefined ? {} : { to_type: to }),
  };
  const held = await listRows(db, 'association_types', key);
  const deleted = await listRows(db, 'deleted_labels', key);
  const counted: readonly Counted[] = [
    ...held.flatMap(({ label, ...row }) => (label === null ? [] : [{ ...row, label }])),
    ...deleted.filter(({ deleted_at }) => deleted_at > now - LIMIT_LAG_MS),
  ];
  const customs = await listCustomObjectTypes(db, hubId);
  const shownType = (type: string) => {
    const { singular: singularLabel, plural: pluralLabel } = schemaDefinition(
      hubId,
      customs.find(({ id }) => id === type) ?? type,
    ).labels;
    return { objectTypeId: findObjectTypeId(type), singularLabel, pluralLabel };
  };
  return [...Map.groupBy(counted, ({ from_type, to_type }) => `${from_type}/${to_type}`).values()].map((labels) => {
    const usage = new Set(labels.map(({ name }) => name)).size;
    const [{ from_type = '', to_type = '' } = {}] = labels;
    return {
      fromObjectType: shownType(from_type),
      toObjectType: shownType(to_type),
      limit: MOST_LABELS,
      usage,
      percentage: (100 * usage) / MOST_LABELS,
      allLabels: labels.map(({ label }) => label),
    };
  });
}
