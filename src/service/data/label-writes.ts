/** Adding a label to a pair of object types: an association type for each direction (interface 11.7; assumption A61). */

import { insertLabels, type LabelRow } from '../store/labels.ts';
import { nextNumber } from '../store/open.ts';
import type { Db } from '../store/tables.ts';

export interface NewLabel {
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly label: string;
  readonly inverseLabel?: string | undefined;
}

/** Gives the row of this direction, and that of the other where it is another type. */
export async function addLabel(
  db: Db,
  hubId: number,
  { from, to, name, label, inverseLabel }: NewLabel,
): Promise<readonly LabelRow[]> {
  const nextId = () => nextNumber(db, `association-type-${hubId}`, 1);
  const typeId = await nextId();
  const inverseId = from === to && inverseLabel === undefined ? typeId : await nextId();
  const row: LabelRow = {
    hub_id: hubId,
    from_type: from,
    to_type: to,
    type_id: typeId,
    inverse_id: inverseId,
    name,
    label,
  };
  const inverse: LabelRow = {
    ...row,
    from_type: to,
    to_type: from,
    type_id: inverseId,
    inverse_id: typeId,
    label: inverseLabel ?? label,
  };
  const rows = inverseId === typeId ? [row] : [row, inverse];
  await insertLabels(db, rows);
  return rows;
}
