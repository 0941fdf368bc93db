/** The five endpoints of association labels (interface 11.7; assumptions A61, A85, A87). */

import { unlabelledType } from '../../contract/association-limits.ts';
import type { ParamsOf } from '../../contract/endpoints.ts';
import { listLabelLimits } from '../data/label-limits.ts';
import { createLabel, deleteLabel, type LabelEditor, type Pair, updateLabel } from '../data/label-writes.ts';
import { invalidMember } from '../model/refusal.ts';
import { resolveObjectType } from '../store/accounts.ts';
import { listRows } from '../store/rows.ts';
import type { AssociationTypeRow } from '../store/tables.ts';
import type { Handler, HandlerCall } from './handler.ts';

/** Includes the unlabelled types of the pair: the service's own, if its id is known, and those of custom object types. */
export const listAssociationLabels: Handler<'listAssociationLabels'> = async ({ db, identity, params }) => {
  const { from, to } = selectPair(params);
  const typeId = unlabelledType(from, to);
  const unlabelled =
    typeId === undefined ? [] : [{ ...reply({ type_id: typeId, label: null }), category: 'HUBSPOT_DEFINED' }];
  const key = { hub_id: identity.hubId, from_type: from, to_type: to };
  return { body: { results: [...unlabelled, ...(await listRows(db, 'association_types', key)).map(reply)] } };
};

export const createAssociationLabel: Handler<'createAssociationLabel'> = async (call) => {
  const rows = await createLabel(createEditor(call), { ...call.body, ...selectPair(call.params) });
  return { body: { results: rows.map(reply) } };
};

export const updateAssociationLabel: Handler<'updateAssociationLabel'> = async (call) => {
  const { associationTypeId: typeId, ...change } = call.body;
  await updateLabel(createEditor(call), { ...selectPair(call.params), typeId }, change);
  return { body: undefined };
};

/** Of both directions, with their limits. */
export const deleteAssociationLabel: Handler<'deleteAssociationLabel'> = async (call) => {
  await deleteLabel(createEditor(call), { ...selectPair(call.params), typeId: Number(call.params.associationTypeId) });
  return { body: undefined };
};

export const readLabelLimits: Handler<'readLabelLimits'> = async (call) => {
  const { fromObjectTypeId, toObjectTypeId } = call.query ?? {};
  const from = await resolveFilter(call, 'fromObjectTypeId', fromObjectTypeId);
  const to = await resolveFilter(call, 'toObjectTypeId', toObjectTypeId);
  return { body: { results: await listLabelLimits(createEditor(call), { from, to }) } };
};

type InAccount = Pick<HandlerCall<'readLabelLimits'>, 'db' | 'identity' | 'now'>;

async function resolveFilter({ db, identity }: InAccount, member: string, given: string | undefined) {
  if (given === undefined) return undefined;
  const type = await resolveObjectType(db, identity.hubId, given);
  if (type === undefined) throw invalidMember(member, `Unable to infer object type from: ${given}`);
  return type;
}

function createEditor({ db, identity, now }: InAccount): LabelEditor {
  return { db, hubId: identity.hubId, now };
}

function selectPair({ fromObjectType: from, toObjectType: to }: ParamsOf<'listAssociationLabels'>): Pair {
  return { from, to };
}

/** The ends come back empty. */
function reply({ type_id, label }: Pick<AssociationTypeRow, 'type_id' | 'label'>) {
  return { category: 'USER_DEFINED', typeId: type_id, label, fromObjectTypeId: null, toObjectTypeId: null };
}
