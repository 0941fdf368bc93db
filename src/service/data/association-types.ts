/** Association types of an account: its labels, and its unlabelled types (interface 11.4 and 11.7, assumptions A61 and A68). */

import type { z } from 'zod';
import { SCHEMA_LAG_MS } from '../../contract/association-labels.ts';
import { listUnlabelledTypes } from '../../contract/association-limits.ts';
import type { DatedSchema } from '../../contract/dated-schemas.ts';
import { findObjectTypeId } from '../../contract/object-types.ts';
import { alreadyExists } from '../model/refusal.ts';
import { listCustomObjectTypes } from '../store/accounts.ts';
import { nextNumber } from '../store/open.ts';
import { deleteRows, findRow, insertNew, listRows } from '../store/rows.ts';
import type { AssociationTypeRow, Db } from '../store/tables.ts';

export interface NewAssociationType {
  readonly from: string;
  readonly to: string;
  readonly name: string;
  /** Undefined for an unlabelled type. */
  readonly label?: string | undefined;
  readonly inverseLabel?: string | undefined;
  readonly now: number;
}

/** Adds a type for each direction, or one type if both directions are the same. Returns the rows, the given direction first. */
export async function addAssociationType(
  db: Db,
  hubId: number,
  { from, to, name, label, inverseLabel, now }: NewAssociationType,
): Promise<readonly [AssociationTypeRow, ...AssociationTypeRow[]]> {
  const nextId = () => nextNumber(db, `association-type-${hubId}`, 1);
  const typeId = await nextId();
  const isSame = from === to && inverseLabel === undefined;
  const row: AssociationTypeRow = {
    hub_id: hubId,
    from_type: from,
    to_type: to,
    type_id: typeId,
    inverse_id: isSame ? typeId : await nextId(),
    name,
    label: label ?? null,
    two_names: inverseLabel === undefined ? 0 : 1,
    created_at: now,
  };
  const inverse = { from_type: to, to_type: from, type_id: row.inverse_id, inverse_id: typeId };
  const rows = [row, ...(isSame ? [] : [{ ...row, ...inverse, label: inverseLabel ?? row.label }])] as const;
  await insertNew(db, 'association_types', ...rows);
  return rows;
}

/** Deletes both directions with their limits. */
export async function deleteAssociationType(db: Db, row: AssociationTypeRow): Promise<void> {
  const { hub_id, from_type, to_type, type_id, inverse_id } = row;
  await deleteRows(db, 'association_types', { hub_id, type_id: [type_id, inverse_id] });
  const key = { hub_id, category: 'USER_DEFINED' };
  await deleteRows(db, 'association_limits', { ...key, from_type, to_type, type_id });
  await deleteRows(db, 'association_limits', { ...key, from_type: to_type, to_type: from_type, type_id: inverse_id });
}

type Association = NonNullable<z.input<ReturnType<typeof DatedSchema>>['associations']>[number];

/** Maximum that the public service shows for a type without a limit. */
const NO_LIMIT = 500_000;

/**
 * Returns the types of an object type in both directions as its schema shows them, known unlabelled types first. Omits labels that
 * are too new at `now` (assumption A86).
 */
export async function schemaAssociations(
  db: Db,
  hubId: number,
  { objectType, now }: { readonly objectType: string; readonly now: number },
): Promise<Association[]> {
  const held = await listRows(db, 'association_types', { hub_id: hubId });
  const limits = await listRows(db, 'association_limits', { hub_id: hubId });
  const reply = ({ from, to, typeId, category }: ShownType, more: Partial<Association>) => {
    const limit = limits.find(
      (row) => row.from_type === from && row.to_type === to && row.category === category && row.type_id === typeId,
    );
    return {
      id: String(typeId),
      ...more,
      fromObjectTypeId: findObjectTypeId(from),
      toObjectTypeId: findObjectTypeId(to),
      maxToObjectIds: limit?.max_to_object_ids ?? NO_LIMIT,
      hasUserEnforcedMaxToObjectIds: limit !== undefined,
    };
  };
  return [
    ...listUnlabelledTypes(objectType).map((type) =>
      reply({ ...type, category: 'SERVICE_DEFINED' }, { name: `${type.from}_to_${type.to}` }),
    ),
    ...held
      .filter(({ from_type, to_type }) => [from_type, to_type].includes(objectType))
      .filter(({ label, created_at }) => label === null || created_at <= now - SCHEMA_LAG_MS)
      .map(({ from_type: from, to_type: to, type_id: typeId, name, label, created_at }) => {
        const at = new Date(created_at).toISOString();
        // Nothing changes an unlabelled type, so both of its times are the same.
        const more = label === null ? { createdAt: at, updatedAt: at } : { label };
        return reply({ from, to, typeId, category: 'USER_DEFINED' }, { name, ...more });
      }),
  ];
}

interface ShownType {
  readonly from: string;
  readonly to: string;
  readonly typeId: number;
  readonly category: 'SERVICE_DEFINED' | 'USER_DEFINED';
}

export interface NewLink {
  readonly from: string;
  readonly to: string;
  readonly name?: string | undefined;
  readonly now: number;
}

/** Returns the row of this direction. Throws a 409 if the pair has the name. */
export async function addLink(db: Db, hubId: number, { name, ...link }: NewLink): Promise<AssociationTypeRow> {
  const { from: from_type, to: to_type } = link;
  const linkName = name ?? (await buildLinkName(db, hubId, link));
  if ((await findRow(db, 'association_types', { hub_id: hubId, from_type, to_type, name: linkName })) !== undefined) {
    throw alreadyExists(`The association '${linkName}' already exists.`, { context: { name: [linkName] } });
  }
  const [row] = await addAssociationType(db, hubId, { ...link, name: linkName });
  return row;
}

/** Returns the name of an unlabelled type for which the caller gives none. */
export async function buildLinkName(
  db: Db,
  hubId: number,
  { from, to }: Pick<NewLink, 'from' | 'to'>,
): Promise<string> {
  return `${await findTypeName(db, hubId, from)}_to_${await findTypeName(db, hubId, to)}`;
}

async function findTypeName(db: Db, hubId: number, type: string): Promise<string> {
  return (await listCustomObjectTypes(db, hubId)).find(({ id }) => id === type)?.name ?? type;
}
