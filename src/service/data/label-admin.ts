/** Changes of association labels by a person in the account's own user interface. */

import { listRows } from '../store/rows.ts';
import type { AssociationTypeRow, Db } from '../store/tables.ts';
import { createLabel, deleteLabel, type LabelChange, type LabelEditor, updateLabel } from './label-writes.ts';
import { allowed, missing, type Person } from './pipeline-admin.ts';

export interface LabelAddition extends LabelChange {
  readonly from: string;
  readonly to: string;
  /** Derived from the label by default, as the user interface does. */
  readonly name?: string;
}

/** Every act throws UsageError if the label does not exist, or if the service refuses the same change by a call. */
export interface LabelAdmin {
  addLabel(label: LabelAddition): Promise<void>;
  /** `label` is the text of the direction in which the label was created. The name stays. */
  editLabel(name: string, change: LabelChange): Promise<void>;
  /** Deletes both directions and their limits. */
  deleteLabel(name: string): Promise<void>;
}

export function createLabelAdmin({ hubId, now, inAccount, typeOf }: Omit<Person, 'userId'>): LabelAdmin {
  const onLabel = (name: string, act: (editor: LabelEditor, label: AssociationTypeRow) => Promise<void>) =>
    inAccount(async (db) => {
      const row = await firstDirection(db, hubId, name);
      await allowed(() => act({ db, hubId, now: now() }, row));
    });
  return {
    addLabel: ({ from, to, name, ...texts }) =>
      inAccount(async (db) => {
        const pair = { from: await typeOf(db, from), to: await typeOf(db, to) };
        const label = { ...pair, ...texts, name: name ?? deriveName(texts.label) };
        await allowed(() => createLabel({ db, hubId, now: now() }, label));
      }),
    editLabel: (name, change) => onLabel(name, (editor, row) => updateLabel(editor, selectDirection(row), change)),
    deleteLabel: (name) => onLabel(name, (editor, row) => deleteLabel(editor, selectDirection(row))),
  };
}

function selectDirection({ from_type: from, to_type: to, type_id: typeId }: AssociationTypeRow) {
  return { from, to, typeId };
}

/** Ids grow, so the first id is that of the direction in which the label was created. */
async function firstDirection(db: Db, hubId: number, name: string): Promise<AssociationTypeRow> {
  const [row] = (await listRows(db, 'association_types', { hub_id: hubId, name })).filter(
    ({ label }) => label !== null,
  );
  if (row === undefined) throw missing(`label ${name}`, hubId);
  return row;
}

/** Returns the lower-case name with underscores that the user interface gives to a label. */
function deriveName(label: string): string {
  return label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}
