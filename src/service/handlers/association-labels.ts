/** The four endpoints of association labels (interface 11.7; assumption A61). */

import { MOST_LABELS } from '../../contract/association-labels.ts';
import { unlabelledType } from '../../contract/association-limits.ts';
import type { ParamsOf } from '../../contract/endpoints.ts';
import { addLabel } from '../data/label-writes.ts';
import { checkText } from '../data/property-writes.ts';
import { checkKeys } from '../model/keys.ts';
import { alreadyExists, invalid, notFound, Refusal } from '../model/refusal.ts';
import { deleteLabels, type LabelRow, listLabels, setLabel } from '../store/labels.ts';
import { deleteLimit } from '../store/limits.ts';
import { listSchemaAssociations } from '../store/schema-associations.ts';
import type { Handler, HandlerCall } from './handler.ts';

/** The unlabelled type of the pair too, where it is known, and those that a schema defines. */
export const listAssociationLabels: Handler<'listAssociationLabels'> = async ({ db, identity, params }) => {
  const { from, to } = pairOf(params);
  const unlabelled = unlabelledType(from, to);
  const labels = (await listLabels(db, identity.hubId, { from, to })).map(reply);
  const ends = { fromObjectTypeId: null, toObjectTypeId: null };
  const own =
    unlabelled === undefined ? [] : [{ category: 'HUBSPOT_DEFINED', typeId: unlabelled, label: null, ...ends }];
  const defined = (await listSchemaAssociations(db, identity.hubId))
    .filter(({ from_type, to_type }) => from_type === from && to_type === to)
    .map(({ type_id: typeId }) => ({ category: 'USER_DEFINED', typeId, label: null, ...ends }));
  return { body: { results: [...own, ...defined, ...labels] } };
};

export const createAssociationLabel: Handler<'createAssociationLabel'> = async ({ db, identity, params, body }) => {
  const { from, to } = pairOf(params);
  const { name, label, inverseLabel } = body;
  checkLabels({ name, label, inverseLabel });
  checkKeys({ name });
  const held = await listLabels(db, identity.hubId);
  if (held.some((row) => row.name === name)) {
    throw alreadyExists(`The label '${name}' already exists.`, { context: { name: [name] } });
  }
  const ofPair = held.filter(({ from_type, to_type }) => from_type === from && to_type === to);
  if (new Set(ofPair.map((row) => row.name)).size >= MOST_LABELS) {
    throw new Refusal(437, {
      message: `A pair of object types can have at most ${MOST_LABELS} labels.`,
      category: 'VALIDATION_ERROR',
    });
  }
  const rows = await addLabel(db, identity.hubId, { from, to, name, label, inverseLabel });
  return { body: { results: rows.map(reply) } };
};

export const updateAssociationLabel: Handler<'updateAssociationLabel'> = async ({ db, identity, params, body }) => {
  const { associationTypeId, label, inverseLabel } = body;
  checkLabels({ label, inverseLabel });
  const row = await existing({ db, identity, params }, associationTypeId);
  if (inverseLabel !== undefined && row.inverse_id === row.type_id) {
    const message = 'The label is the same in both directions: inverseLabel is not allowed.';
    throw invalid(message, { errors: [{ message, code: 'INVALID_VALUE', in: 'inverseLabel' }] });
  }
  await setLabel(db, row, label);
  if (inverseLabel !== undefined) await setLabel(db, { ...row, type_id: row.inverse_id }, inverseLabel);
  return { body: undefined };
};

/** Of both directions, with their limits. */
export const deleteAssociationLabel: Handler<'deleteAssociationLabel'> = async ({ db, identity, params }) => {
  const row = await existing({ db, identity, params }, Number(params.associationTypeId));
  await deleteLabels(db, identity.hubId, [row.type_id, row.inverse_id]);
  const { hub_id, from_type, to_type } = row;
  const category = 'USER_DEFINED';
  await deleteLimit(db, { hub_id, from_type, to_type, category, type_id: row.type_id });
  await deleteLimit(db, { hub_id, from_type: to_type, to_type: from_type, category, type_id: row.inverse_id });
  return { body: undefined };
};

type InPair = Pick<HandlerCall<'listAssociationLabels'>, 'db' | 'identity' | 'params'>;

async function existing({ db, identity, params }: InPair, typeId: number): Promise<LabelRow> {
  const row = (await listLabels(db, identity.hubId, pairOf(params))).find(({ type_id }) => type_id === typeId);
  if (row === undefined) throw notFound('The pair has no label with this association type id.');
  return row;
}

function pairOf({ fromObjectType, toObjectType }: ParamsOf<'listAssociationLabels'>) {
  return { from: fromObjectType, to: toObjectType };
}

function checkLabels(texts: Readonly<Record<string, string | undefined>>): void {
  for (const [member, text] of Object.entries(texts)) if (text !== undefined) checkText(member, text);
}

/** The ends come back empty. */
function reply({ type_id, label }: LabelRow) {
  return { category: 'USER_DEFINED', typeId: type_id, label, fromObjectTypeId: null, toObjectTypeId: null };
}
