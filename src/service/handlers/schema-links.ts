/** The two endpoints of associations that schemas define (interface 11.4; assumption A68). */

import { NEW_ASSOCIATION_NAME } from '../../contract/dated-schema-writes.ts';
import { findObjectTypeId } from '../../contract/object-types.ts';
import { addLink, deleteAssociationType } from '../data/association-types.ts';
import { checkUnneeded } from '../data/label-writes.ts';
import { detail, invalidBody } from '../data/schema-checks.ts';
import { findCustomType } from '../data/schema-writes.ts';
import { notFound } from '../model/refusal.ts';
import { resolveObjectType } from '../store/accounts.ts';
import { listRows } from '../store/rows.ts';
import type { Handler } from './handler.ts';

export const createSchemaAssociation: Handler<'createSchemaAssociation'> = async ({
  db,
  identity,
  params,
  body,
  now,
}) => {
  const { hubId } = identity;
  const type = await findCustomType(db, hubId, params.object_type);
  const { fromObjectTypeId, toObjectTypeId, name } = body;
  const [from, to] = await Promise.all(
    [fromObjectTypeId, toObjectTypeId].map((end) => resolveObjectType(db, hubId, end, { bareName: 'refused' })),
  );
  const unknown = (member: string, given: string) => detail(member, `Unable to infer object type from: ${given}`);
  const form = 'letters, digits and underscores, starting with a letter';
  const problems = [
    ...(from === undefined ? [unknown('fromObjectTypeId', fromObjectTypeId)] : []),
    ...(to === undefined ? [unknown('toObjectTypeId', toObjectTypeId)] : []),
    ...(name === undefined || NEW_ASSOCIATION_NAME.test(name)
      ? []
      : [detail('name', `'${name}' is not a valid name: use ${form}`, 'INVALID_NAME')]),
  ];
  if (from === undefined || to === undefined || problems.length > 0) throw invalidBody(problems);
  if (from !== type.id && to !== type.id) {
    throw invalidBody([detail('fromObjectTypeId', `an association of ${type.id} begins or ends at it`)]);
  }
  const row = await addLink(db, hubId, { from, to, name, now });
  const at = new Date(row.created_at).toISOString();
  return {
    body: {
      id: String(row.type_id),
      fromObjectTypeId: findObjectTypeId(row.from_type),
      toObjectTypeId: findObjectTypeId(row.to_type),
      name: row.name,
      createdAt: at,
      updatedAt: at,
    },
  };
};

/** Archives both directions with their limits. An association that no schema defines is a 404. */
export const archiveSchemaAssociation: Handler<'archiveSchemaAssociation'> = async ({ db, identity, params }) => {
  const { hubId } = identity;
  const { id: type } = await findCustomType(db, hubId, params.object_type);
  const types = await listRows(db, 'association_types', { hub_id: hubId });
  const row = types.find(
    ({ type_id, from_type, to_type, label }) =>
      label === null && String(type_id) === params.associationIdentifier && [from_type, to_type].includes(type),
  );
  if (row === undefined) throw notFound(`The schema has no association '${params.associationIdentifier}'.`);
  checkUnneeded(row, types);
  await deleteAssociationType(db, row);
  return { body: undefined };
};
