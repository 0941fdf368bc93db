/** Creating, changing and deleting association labels: the rules that calls, seeds and people share (interface 11.7, assumptions A61, A85). */

import { MOST_LABELS } from '../../contract/association-labels.ts';
import { unlabelledType } from '../../contract/association-limits.ts';
import { isStandardObjectType } from '../../contract/object-types.ts';
import { checkKeys } from '../model/keys.ts';
import { alreadyExists, invalid, invalidMember, notFound, Refusal } from '../model/refusal.ts';
import { insertNew, listRows, updateRows } from '../store/rows.ts';
import type { AssociationTypeRow, Db } from '../store/tables.ts';
import { addAssociationType, buildLinkName, deleteAssociationType } from './association-types.ts';
import { checkText } from './property-writes.ts';

export interface LabelEditor {
  readonly db: Db;
  readonly hubId: number;
  readonly now: number;
}

export interface Pair {
  readonly from: string;
  readonly to: string;
}

export interface NewLabel extends Pair {
  readonly name: string;
  /** The empty string creates only the unlabelled type of the pair. */
  readonly label: string;
  readonly inverseLabel?: string | undefined;
}

/** Returns the rows of the label, the given direction first. Adds the unlabelled type if the pair has none. */
export async function createLabel(editor: LabelEditor, given: NewLabel): Promise<readonly AssociationTypeRow[]> {
  const { db, hubId, now } = editor;
  const { from, to, name, label, inverseLabel } = given;
  checkText('name', name);
  checkKeys({ name });
  const types = await listRows(db, 'association_types', { hub_id: hubId });
  if (types.some((row) => row.name === name)) {
    throw alreadyExists(`The label '${name}' already exists.`, { context: { name: [name] } });
  }
  const ofPair = types.filter((row) => isOfPair(row, given));
  if (label === '') {
    if (inverseLabel !== undefined) throw invalidMember('inverseLabel', 'An unlabelled type has no inverseLabel.');
    if (hasUnlabelled(given, ofPair)) throw alreadyExists('The pair already has its unlabelled association.');
    return addAssociationType(db, hubId, { from, to, name, now });
  }
  checkTexts({ label, inverseLabel });
  checkRoom(ofPair);
  const rows = await addAssociationType(db, hubId, { from, to, name, label, inverseLabel, now });
  if (!hasUnlabelled(given, ofPair)) await addUnlabelled(editor, given, [...types, ...rows]);
  return rows;
}

export interface LabelChange {
  readonly label: string;
  readonly inverseLabel?: string | undefined;
}

/** Changes the label of the type, and of its other direction. Without `inverseLabel` both get the same label (assumption A85). */
export async function updateLabel(
  editor: LabelEditor,
  which: Pair & { readonly typeId: number },
  { label, inverseLabel }: LabelChange,
): Promise<void> {
  const { db, hubId } = editor;
  checkTexts({ label, inverseLabel });
  const row = await requireLabel(editor, which);
  if (inverseLabel !== undefined && row.two_names === 0) {
    throw invalidMember('inverseLabel', 'The label has one name for both directions: inverseLabel is not allowed.');
  }
  await updateRows(db, 'association_types', { hub_id: hubId, type_id: row.type_id }, { label });
  if (row.inverse_id === row.type_id) return;
  const inverse = { hub_id: hubId, type_id: row.inverse_id };
  await updateRows(db, 'association_types', inverse, { label: inverseLabel ?? label });
}

/** Deletes both directions of a label or an unlabelled type, with their limits. The limits of the account count a label a while longer. */
export async function deleteLabel(editor: LabelEditor, which: Pair & { readonly typeId: number }): Promise<void> {
  const { db, hubId, now } = editor;
  const types = await listRows(db, 'association_types', { hub_id: hubId });
  const row = types.find((type) => isDirection(type, which) && type.type_id === which.typeId);
  if (row === undefined && which.typeId === unlabelledType(which.from, which.to)) {
    throw invalid('The service defines the unlabelled association of the pair: it cannot be deleted.');
  }
  if (row === undefined) throw notFound(MISSING);
  if (row.label === null) checkUnneeded(row, types);
  const both = types.filter(({ type_id }) => [row.type_id, row.inverse_id].includes(type_id));
  const deleted = both.flatMap(({ hub_id, from_type, to_type, type_id, name, label }) =>
    label === null ? [] : [{ hub_id, from_type, to_type, type_id, name, label, deleted_at: now }],
  );
  await insertNew(db, 'deleted_labels', ...deleted);
  await deleteAssociationType(db, row);
}

/** Throws a 400 if the type is the last unlabelled one of a pair that has a label. */
export function checkUnneeded(unlabelled: AssociationTypeRow, types: readonly AssociationTypeRow[]): void {
  const { from_type: from, to_type: to, type_id, inverse_id } = unlabelled;
  const others = types.filter((row) => isOfPair(row, { from, to }) && ![type_id, inverse_id].includes(row.type_id));
  if (others.length === 0 || others.some(({ label }) => label === null)) return;
  throw invalid('The unlabelled association cannot be deleted while the pair has a label.');
}

const MISSING = 'The pair has no label with this association type id.';

async function requireLabel(
  { db, hubId }: LabelEditor,
  { from, to, typeId }: Pair & { readonly typeId: number },
): Promise<AssociationTypeRow> {
  const key = { hub_id: hubId, from_type: from, to_type: to, type_id: typeId };
  const row = (await listRows(db, 'association_types', key)).find(({ label }) => label !== null);
  if (row === undefined) throw notFound(MISSING);
  return row;
}

function checkTexts({ label, inverseLabel }: LabelChange): void {
  checkText('label', label);
  if (inverseLabel === undefined) return;
  checkText('inverseLabel', inverseLabel);
  if (inverseLabel === label) {
    throw invalidMember('inverseLabel', 'inverseLabel differs from label: a label with one name has no inverseLabel.');
  }
}

/** Throws a 437 if the pair has all labels that it may have. */
function checkRoom(ofPair: readonly AssociationTypeRow[]): void {
  if (new Set(ofPair.flatMap(({ label, name }) => (label === null ? [] : [name]))).size < MOST_LABELS) return;
  throw new Refusal(437, {
    message: `A pair of object types can have at most ${MOST_LABELS} labels.`,
    category: 'VALIDATION_ERROR',
  });
}

/** The service defines the unlabelled type of two standard object types. */
function hasUnlabelled({ from, to }: Pair, ofPair: readonly AssociationTypeRow[]): boolean {
  return [from, to].every(isStandardObjectType) || ofPair.some(({ label }) => label === null);
}

/** Adds the unlabelled type of a pair under a name that the account does not have. */
async function addUnlabelled(
  { db, hubId, now }: LabelEditor,
  { from, to }: Pair,
  types: readonly AssociationTypeRow[],
): Promise<void> {
  const base = await buildLinkName(db, hubId, { from, to });
  const taken = new Set(types.map((row) => row.name));
  let name = base;
  for (let next = 2; taken.has(name); next += 1) name = `${base}_${next}`;
  await addAssociationType(db, hubId, { from, to, name, now });
}

function isDirection({ from_type, to_type }: AssociationTypeRow, { from, to }: Pair): boolean {
  return from_type === from && to_type === to;
}

function isOfPair(row: AssociationTypeRow, { from, to }: Pair): boolean {
  return isDirection(row, { from, to }) || isDirection(row, { from: to, to: from });
}
