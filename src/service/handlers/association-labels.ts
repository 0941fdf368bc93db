/** The four endpoints of association labels (interface 11.7; assumption A61). */

import { MOST_LABELS } from '../../contract/association-labels.ts';
import { unlabelledType } from '../../contract/association-limits.ts';
import type { ParamsOf } from '../../contract/endpoints.ts';
import { addAssociationType, deleteAssociationType } from '../data/association-types.ts';
import { checkText } from '../data/property-writes.ts';
import { checkKeys } from '../model/keys.ts';
import { alreadyExists, invalidMember, notFound, Refusal } from '../model/refusal.ts';
import { listRows, updateRows } from '../store/rows.ts';
import type { AssociationTypeRow } from '../store/tables.ts';
import type { Handler, HandlerCall } from './handler.ts';

/** Includes the unlabelled type of the pair if it is known, and types that a schema defines. */
export const listAssociationLabels: Handler<'listAssociationLabels'> = async (call) => {
  const { from_type, to_type } = pairOf(call.params);
  const typeId = unlabelledType(from_type, to_type);
  const unlabelled =
    typeId === undefined ? [] : [{ ...reply({ type_id: typeId, label: null }), category: 'HUBSPOT_DEFINED' }];
  return { body: { results: [...unlabelled, ...(await typesOf(call)).map(reply)] } };
};

export const createAssociationLabel: Handler<'createAssociationLabel'> = async ({
  db,
  identity,
  params,
  body,
  now,
}) => {
  const { from_type: from, to_type: to } = pairOf(params);
  const { name, label, inverseLabel } = body;
  checkLabels({ name, label, inverseLabel });
  checkKeys({ name });
  const types = await listRows(db, 'association_types', { hub_id: identity.hubId });
  const held = types.filter((row) => row.label !== null);
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
  const rows = await addAssociationType(db, identity.hubId, { from, to, name, label, inverseLabel, now });
  return { body: { results: rows.map(reply) } };
};

export const updateAssociationLabel: Handler<'updateAssociationLabel'> = async ({ db, identity, params, body }) => {
  const { associationTypeId, label, inverseLabel } = body;
  checkLabels({ label, inverseLabel });
  const row = await existing({ db, identity, params }, associationTypeId);
  if (inverseLabel !== undefined && row.inverse_id === row.type_id) {
    throw invalidMember('inverseLabel', 'The label is the same in both directions: inverseLabel is not allowed.');
  }
  const { hub_id, type_id, inverse_id } = row;
  await updateRows(db, 'association_types', { hub_id, type_id }, { label });
  if (inverseLabel === undefined) return { body: undefined };
  await updateRows(db, 'association_types', { hub_id, type_id: inverse_id }, { label: inverseLabel });
  return { body: undefined };
};

/** Of both directions, with their limits. */
export const deleteAssociationLabel: Handler<'deleteAssociationLabel'> = async ({ db, identity, params }) => {
  const row = await existing({ db, identity, params }, Number(params.associationTypeId));
  await deleteAssociationType(db, row);
  return { body: undefined };
};

type InPair = Pick<HandlerCall<'listAssociationLabels'>, 'db' | 'identity' | 'params'>;

async function existing(call: InPair, typeId: number): Promise<AssociationTypeRow> {
  const row = (await typesOf(call)).find(({ type_id, label }) => type_id === typeId && label !== null);
  if (row === undefined) throw notFound('The pair has no label with this association type id.');
  return row;
}

function typesOf({ db, identity, params }: InPair): Promise<readonly AssociationTypeRow[]> {
  return listRows(db, 'association_types', { hub_id: identity.hubId, ...pairOf(params) });
}

function pairOf({ fromObjectType, toObjectType }: ParamsOf<'listAssociationLabels'>) {
  return { from_type: fromObjectType, to_type: toObjectType };
}

function checkLabels(texts: Readonly<Record<string, string | undefined>>): void {
  for (const [member, text] of Object.entries(texts)) if (text !== undefined) checkText(member, text);
}

/** The ends come back empty. */
function reply({ type_id, label }: Pick<AssociationTypeRow, 'type_id' | 'label'>) {
  return { category: 'USER_DEFINED', typeId: type_id, label, fromObjectTypeId: null, toObjectTypeId: null };
}
