/** What a schema that is created or changed has to fit (interface 11.4; assumption A67). */

import type { DatedSchemaCreate, DatedSchemaUpdate } from '../../contract/dated-schema-writes.ts';
import { canonicalObjectType, isStandardObjectType } from '../../contract/object-types.ts';
import { alreadyExists, type Detail, invalid, type Refusal } from '../model/refusal.ts';
import { listCustomObjectTypes, resolveObjectType, spellsObjectType } from '../store/accounts.ts';
import type { Db } from '../store/tables.ts';
import { defaultGroups } from './defaults.ts';

/** Throws a 400 that names every problem, or a 409 where the name is taken; gives the types that are associated. */
export async function checkedPartners(db: Db, hubId: number, body: DatedSchemaCreate): Promise<readonly string[]> {
  const { name, properties, associatedObjects } = body;
  const known = [...properties, ...defaultGroups('', name).flatMap((group) => group.properties)];
  const partners = await Promise.all(associatedObjects.map((given) => resolveObjectType(db, hubId, given, REFUSED)));
  refuseAny([
    ...problemsWith(body, new Set(known.map((property) => property.name))),
    ...associatedObjects.flatMap((given, index) =>
      partners[index] === undefined
        ? [detail(`associatedObjects.${index}`, `Unable to infer object type from: ${given}`)]
        : [],
    ),
  ]);
  await checkNameFree(db, hubId, name);
  return [...new Set(partners.filter((type) => type !== undefined))];
}

const REFUSED = { bareName: 'refused' } as const;

/** Of an update: the names are those of active properties. */
export function checkUpdate(body: DatedSchemaUpdate, active: ReadonlySet<string>): void {
  const both = body.clearDescription === true && body.description !== undefined;
  const description = both ? [detail('clearDescription', 'clearDescription does not go with a description')] : [];
  refuseAny([...problemsWith(body, active), ...description]);
}

function problemsWith(body: DatedSchemaCreate | DatedSchemaUpdate, known: ReadonlySet<string>): readonly Detail[] {
  const empty = Object.entries(body.labels ?? {}).filter(([, label]) => label?.trim() === '');
  const {
    primaryDisplayProperty: primary,
    requiredProperties,
    secondaryDisplayProperties,
    searchableProperties,
  } = body;
  const lists = { requiredProperties, secondaryDisplayProperties, searchableProperties };
  const named = Object.entries(lists).flatMap(([member, names = []]) =>
    names.map((name, index) => [`${member}.${index}`, name] as const),
  );
  const all = primary === undefined ? named : [['primaryDisplayProperty', primary] as const, ...named];
  return [
    ...empty.map(([member]) => detail(`labels.${member}`, `labels.${member} is empty`)),
    ...all
      .filter(([, name]) => !known.has(name))
      .map(([member, name]) => detail(member, `${member} names the property '${name}', which the object type lacks`)),
  ];
}

async function checkNameFree(db: Db, hubId: number, name: string): Promise<void> {
  const active = await listCustomObjectTypes(db, hubId, 'active');
  const isTaken =
    isStandardObjectType(canonicalObjectType(name)) || active.some((type) => spellsObjectType(type, name));
  if (isTaken) throw alreadyExists(`An object type named '${name}' already exists.`, { context: { name: [name] } });
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
