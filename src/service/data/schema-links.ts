/** Association types that schemas define: a type for each direction (interface 11.4; assumption A68). */

import { objectTypeIdOf } from '../../contract/object-types.ts';
import { alreadyExists } from '../model/refusal.ts';
import { listCustomObjectTypes } from '../store/accounts.ts';
import { nextNumber } from '../store/open.ts';
import { insertSchemaAssociations, type SchemaAssociationRow } from '../store/schema-associations.ts';
import type { Db } from '../store/tables.ts';
import { schemaAssociations } from './schema-associations.ts';

export interface NewLink {
  readonly from: string;
  readonly to: string;
  readonly name?: string | undefined;
  readonly now: number;
}

/** Gives the row of this direction. Throws a 409 where the pair has the name. */
export async function addLink(db: Db, hubId: number, { from, to, now, ...given }: NewLink) {
  const name = given.name ?? `${await nameOf(db, hubId, from)}_to_${await nameOf(db, hubId, to)}`;
  const ends = [from, to].map(objectTypeIdOf);
  const held = (await schemaAssociations(db, hubId, from)).some(
    (one) => one.name === name && one.fromObjectTypeId === ends[0] && one.toObjectTypeId === ends[1],
  );
  if (held) {
    throw alreadyExists(`The association '${name}' already exists.`, { context: { name: [name] } });
  }
  const nextId = () => nextNumber(db, `association-type-${hubId}`, 1);
  const typeId = await nextId();
  const inverseId = from === to ? typeId : await nextId();
  const row: SchemaAssociationRow = {
    ...{ hub_id: hubId, from_type: from, to_type: to, name, created_at: now },
    ...{ type_id: typeId, inverse_id: inverseId },
  };
  const inverse = { ...row, from_type: to, to_type: from, type_id: inverseId, inverse_id: typeId };
  await insertSchemaAssociations(db, inverseId === typeId ? [row] : [row, inverse]);
  return row;
}

async function nameOf(db: Db, hubId: number, type: string): Promise<string> {
  return (await listCustomObjectTypes(db, hubId)).find(({ id }) => id === type)?.name ?? type;
}
