/** Rules that a new or changed schema must satisfy (interface 11.4; assumption A67). */

import {
  type DatedSchemaCreate,
  type DatedSchemaUpdate,
  MOST_SECONDARY_PROPERTIES,
} from '../../contract/dated-schema-writes.ts';
import { canonicalObjectType, isStandardObjectType } from '../../contract/object-types.ts';
import { alreadyExists, type Detail, invalid, type Refusal } from '../model/refusal.ts';
import { listCustomObjectTypes, resolveObjectType, spellsObjectType } from '../store/accounts.ts';
import type { Db, ObjectTypeRow } from '../store/tables.ts';
import { defaultGroups } from './defaults.ts';
import type { SchemaDetails } from './schema-details.ts';

/** A create whose primary display property is known to be there. */
export type CheckedCreate = DatedSchemaCreate & { readonly primaryDisplayProperty: string };

/** Throws a 400 with its own subCategory if the create has no primary display property. */
export function requirePrimary(body: DatedSchemaCreate): CheckedCreate {
  const { primaryDisplayProperty } = body;
  if (primaryDisplayProperty !== undefined) return { ...body, primaryDisplayProperty };
  const message = 'primaryDisplayProperty is required';
  throw invalid(message, {
    subCategory: 'PRIMARY_DISPLAY_PROPERTY_REQUIRED',
    errors: [detail('primaryDisplayProperty', message, 'REQUIRED_FIELD')],
  });
}

/** Returns the types that the new type is associated with. Throws a 400 that names every problem. */
export async function checkPartners(db: Db, hubId: number, body: DatedSchemaCreate): Promise<readonly string[]> {
  const { name, properties = [], associatedObjects = [] } = body;
  const known = [...properties, ...defaultGroups('', name).flatMap((group) => group.properties)];
  const partners = await Promise.all(associatedObjects.map((given) => resolveObjectType(db, hubId, given, REFUSED)));
  refuseAny([
    ...findProblems(body, new Set(known.map((property) => property.name))),
    ...associatedObjects.flatMap((given, index) =>
      partners[index] === undefined
        ? [detail(`associatedObjects.${index}`, `Unable to infer object type from: ${given}`)]
        : [],
    ),
  ]);
  return [...new Set(partners.filter((type) => type !== undefined))];
}

const REFUSED = { bareName: 'refused' } as const;

/** Throws a 400 that names every problem. The active properties are those that the update can name. */
export function checkUpdate(body: DatedSchemaUpdate, before: SchemaDetails, active: ReadonlySet<string>): void {
  const both = body.clearDescription === true && body.description !== undefined;
  const forbids = before.allowsSensitiveProperties && body.allowsSensitiveProperties === false;
  refuseAny([
    ...findProblems(body, active),
    ...(both ? [detail('clearDescription', 'clearDescription does not go with a description')] : []),
    ...(forbids ? [detail('allowsSensitiveProperties', 'allowsSensitiveProperties cannot become false again')] : []),
  ]);
}

type Named = Pick<
  DatedSchemaUpdate,
  'labels' | 'primaryDisplayProperty' | 'secondaryDisplayProperties' | 'requiredProperties' | 'searchableProperties'
>;

/** Returns the problems of the labels and of the properties that the members name. */
export function findProblems(body: Named, known: ReadonlySet<string>): readonly Detail[] {
  const empty = Object.entries(body.labels ?? {}).filter(([, label]) => label?.trim() === '');
  const {
    primaryDisplayProperty: primary,
    requiredProperties,
    secondaryDisplayProperties = [],
    searchableProperties,
  } = body;
  const lists = { requiredProperties, secondaryDisplayProperties, searchableProperties };
  const named = Object.entries(lists).flatMap(([member, names = []]) =>
    names.map((name, index) => [`${member}.${index}`, name] as const),
  );
  const all = primary === undefined ? named : [['primaryDisplayProperty', primary] as const, ...named];
  const member = 'secondaryDisplayProperties';
  return [
    ...empty.map(([side]) => detail(`labels.${side}`, `labels.${side} is empty`)),
    ...all
      .filter(([, name]) => !known.has(name))
      .map(([at, name]) => detail(at, `${at} names the property '${name}', which the object type lacks`)),
    ...(secondaryDisplayProperties.length > MOST_SECONDARY_PROPERTIES
      ? [detail(member, `${member} has more than ${MOST_SECONDARY_PROPERTIES} properties`)]
      : []),
    ...(new Set(secondaryDisplayProperties).size < secondaryDisplayProperties.length
      ? [detail(member, `${member} names a property twice`)]
      : []),
  ];
}

/** Returns the active type of the name, in any case. Throws a 409 if the name spells another type. */
export async function findActive(db: Db, hubId: number, name: string): Promise<ObjectTypeRow | undefined> {
  const active = await listCustomObjectTypes(db, hubId, 'active');
  const same = active.find((type) => isSameName(type, name));
  if (same !== undefined) return same;
  if (isStandardObjectType(canonicalObjectType(name)) || active.some((type) => spellsObjectType(type, name))) {
    throw nameTaken(name);
  }
  return undefined;
}

export function isSameName(type: Pick<ObjectTypeRow, 'name'>, name: string): boolean {
  return type.name.toLowerCase() === name.toLowerCase();
}

export function nameTaken(name: string): Refusal {
  return alreadyExists(`An object type named '${name}' already exists.`, { context: { name: [name] } });
}

function refuseAny(problems: readonly Detail[]): void {
  if (problems.length > 0) throw invalidBody(problems);
}

/** 400 with all of them. */
export function invalidBody(problems: readonly Detail[]): Refusal {
  const text = problems.map(({ message }) => message).join('; ');
  return invalid(`Invalid request body: ${text}`, { errors: [...problems] });
}

export function detail(member: string, message: string, code = 'INVALID_VALUE'): Detail {
  return { message, code, in: member };
}
