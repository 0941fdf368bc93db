/** Adds the custom object types of a seed to an account, with their schemas and their limit. */

import { canonicalObjectType, isStandardObjectType } from '../../contract/object-types.ts';
import { listProperties } from '../store/properties.ts';
import { insertNew, saveRow } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { addDefaults } from './add-defaults.ts';
import { deriveOwner } from './people.ts';
import { findProblems } from './schema-checks.ts';
import { makeDetails } from './schema-details.ts';
import { type SeedAccount, type SeedIssue, splitPath } from './seed.ts';

interface TypePlanting {
  readonly db: Db;
  readonly now: number;
  readonly hubId: number;
  /** Reports a problem. The path starts at the account. */
  readonly report: (path: SeedIssue['path'], message: string) => void;
}

type SeedTypes = SeedAccount['objectTypes'];

/**
 * Keeps a type that exists, and returns the ids of the new types. Rejects the spellings of a standard type: the account would not find a
 * custom type under them.
 */
export async function plantTypes(
  { db, hubId, now, report }: TypePlanting,
  { objectTypes, objectTypeLimit }: Pick<SeedAccount, 'objectTypes' | 'objectTypeLimit'>,
): Promise<ReadonlySet<string>> {
  if (objectTypeLimit !== undefined) {
    await saveRow(db, 'object_type_limits', { hub_id: hubId, most: objectTypeLimit });
  }
  const added = new Set<string>();
  for (const [index, type] of objectTypes.entries()) {
    const { id, name } = type;
    for (const [member, spelling] of Object.entries({ id, name })) {
      const standard = canonicalObjectType(spelling);
      const path = ['objectTypes', index, member];
      if (isStandardObjectType(standard)) report(path, `${spelling} is ${standard}, which every account already has`);
    }
    const details = JSON.stringify(makeDetails(buildSchema(type), { now, userId: deriveOwner(hubId) }));
    const archived = type.archived === true ? 1 : 0;
    const isNew = await insertNew(db, 'object_types', { hub_id: hubId, id, name, archived, details });
    if (!isNew) continue;
    added.add(id);
    await addDefaults(db, hubId, [{ objectType: id, customName: name }], now);
  }
  return added;
}

/** Reports members of new types that name a property that the type lacks. The properties of the seed are in the account. */
export async function reportTypes(
  { db, hubId, report }: TypePlanting,
  types: SeedTypes,
  added: ReadonlySet<string>,
): Promise<void> {
  for (const [index, type] of types.entries()) {
    if (!added.has(type.id)) continue;
    const known = new Set((await listProperties(db, hubId, type.id)).map(({ name }) => name));
    for (const { in: member, message } of findProblems(buildSchema(type), known)) {
      report(['objectTypes', index, ...splitPath(member ?? '')], message ?? '');
    }
  }
}

function buildSchema({
  id: _,
  archived: __,
  name,
  labels = {},
  primaryDisplayProperty,
  ...members
}: SeedTypes[number]) {
  return {
    ...members,
    labels: { singular: labels.singular ?? name, plural: labels.plural ?? name },
    primaryDisplayProperty: primaryDisplayProperty ?? 'hs_object_name',
  };
}
