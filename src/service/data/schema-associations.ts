/** The association types of an object type in both directions, as its schema shows them (interface 11.4). */

import type { z } from 'zod';
import { unlabelledTypesOf } from '../../contract/association-limits.ts';
import type { DatedSchema } from '../../contract/dated-schemas.ts';
import { objectTypeIdOf } from '../../contract/object-types.ts';
import { listLabels } from '../store/labels.ts';
import { listLimits } from '../store/limits.ts';
import { listSchemaAssociations } from '../store/schema-associations.ts';
import type { Db } from '../store/tables.ts';

type Association = NonNullable<z.input<ReturnType<typeof DatedSchema>>['associations']>[number];

/** What the public service shows where nobody set a limit. */
const NO_LIMIT = 500_000;

interface Type {
  readonly from: string;
  readonly to: string;
  readonly typeId: number;
  readonly category: 'SERVICE_DEFINED' | 'USER_DEFINED';
  readonly name: string;
  readonly label?: string;
  readonly createdAt?: number;
}

/** The unlabelled ones that are known, those that schemas of the account define, and its labels. */
export async function schemaAssociations(db: Db, hubId: number, objectType: string): Promise<Association[]> {
  const unlabelled = unlabelledTypesOf(objectType).map(
    (type): Type => ({ ...type, category: 'SERVICE_DEFINED', name: `${type.from}_to_${type.to}` }),
  );
  const defined = (await listSchemaAssociations(db, hubId))
    .filter(({ from_type, to_type }) => [from_type, to_type].includes(objectType))
    .map(
      ({ from_type: from, to_type: to, type_id: typeId, name, created_at: createdAt }): Type => ({
        ...{ from, to, typeId, name, createdAt },
        category: 'USER_DEFINED',
      }),
    );
  const labels = (await listLabels(db, hubId))
    .filter(({ from_type, to_type }) => [from_type, to_type].includes(objectType))
    .map(
      ({ from_type: from, to_type: to, type_id: typeId, name, label }): Type => ({
        ...{ from, to, typeId, name, label },
        category: 'USER_DEFINED',
      }),
    );
  const limits = await listLimits(db, hubId);
  return [...unlabelled, ...defined, ...labels].map((type) => {
    const limit = limits.find(
      (row) =>
        row.from_type === type.from &&
        row.to_type === type.to &&
        row.category === type.category &&
        row.type_id === type.typeId,
    );
    return {
      id: String(type.typeId),
      name: type.name,
      ...(type.label === undefined ? {} : { label: type.label }),
      fromObjectTypeId: objectTypeIdOf(type.from),
      toObjectTypeId: objectTypeIdOf(type.to),
      maxToObjectIds: limit?.max_to_object_ids ?? NO_LIMIT,
      hasUserEnforcedMaxToObjectIds: limit !== undefined,
      ...timesOf(type),
    };
  });
}

/** Nothing changes one, so both are one time. */
function timesOf({ createdAt }: Type): { readonly createdAt?: string; readonly updatedAt?: string } {
  if (createdAt === undefined) return {};
  const at = new Date(createdAt).toISOString();
  return { createdAt: at, updatedAt: at };
}
