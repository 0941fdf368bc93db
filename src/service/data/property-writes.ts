/** Creating and changing properties: the rules that every variant shares (interface 4.3). */

import { INTERNAL_NAME } from '../../contract/names.ts';
import type { OptionInput } from '../../contract/shapes.ts';
import type { Identity } from '../model/identity.ts';
import {
  changedProperty,
  type NewProperty,
  newProperty,
  type PropertyChange,
  type StoredProperty,
} from '../model/property.ts';
import { alreadyExists, invalid, invalidMember, notFound, type Refusal } from '../model/refusal.ts';
import { findProperty, saveProperty } from '../store/properties.ts';
import { findRow } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';

export interface PropertyWrite {
  readonly db: Db;
  readonly now: number;
  readonly identity: Identity;
  readonly objectType: string;
}

/**
 * Creates a property. An archived property of the name comes back with its creation time and the new definition, and without its validation
 * rules (assumption A92).
 */
export async function createProperty(write: PropertyWrite, given: NewProperty): Promise<StoredProperty> {
  const { db, now, identity, objectType } = write;
  checkName(given.name);
  checkText('label', given.label);
  const created = newProperty(given, now, identity.userId);
  checkOptions(given.options ?? [], created.type);
  await checkGroup(write, given.groupName);
  const existing = await findProperty(db, identity.hubId, objectType, given.name);
  if (existing !== undefined && existing.archivedAt === null) throw nameTaken(given.name);
  const property = existing === undefined ? created : { ...created, createdAt: existing.createdAt };
  await saveProperty(db, identity.hubId, objectType, property);
  return property;
}

/** Changes the given members. The given options replace the existing options (interface 4.3 rule 1). */
export async function updateProperty(
  write: PropertyWrite,
  name: string,
  change: PropertyChange,
): Promise<StoredProperty> {
  const before = await existingProperty(write, name);
  // Assumption A30.
  if (before.readOnlyDefinition || before.calculated) throw readOnly(name);
  return applyChange(write, before, change);
}

/** Returns the active property of this name. Throws a 404 if it does not exist. */
export async function existingProperty(
  { db, identity, objectType }: PropertyWrite,
  name: string,
): Promise<StoredProperty> {
  const property = await findProperty(db, identity.hubId, objectType, name);
  if (property === undefined || property.archivedAt !== null) throw noProperty(name);
  return property;
}

/** Stores a change to a definition that may be changed. */
export async function applyChange(
  write: PropertyWrite,
  before: StoredProperty,
  change: PropertyChange,
): Promise<StoredProperty> {
  const { db, now, identity, objectType } = write;
  if (change.label !== undefined) checkText('label', change.label);
  if (change.groupName !== undefined) await checkGroup(write, change.groupName);
  const after = changedProperty(before, change, now, identity.userId);
  if (change.options !== undefined || change.type !== undefined)
    checkOptions(change.options ?? after.options, after.type);
  if (after !== before) await saveProperty(db, identity.hubId, objectType, after);
  return after;
}

export function noProperty(name: string): Refusal {
  return notFound(`Couldn't find a Property with the given name '${name}'`);
}

export function readOnly(name: string): Refusal {
  return invalid(`The definition of the property '${name}' is read-only.`, { context: { name: [name] } });
}

export function checkText(member: string, text: string): void {
  if (text.trim() === '') {
    throw invalid(`Invalid input: ${member} is empty`, {
      errors: [{ message: `${member} is empty`, code: 'REQUIRED_FIELD', in: member }],
    });
  }
}

/** Rules on a name that is created (interface 4.3 rule 3; assumption A18). */
export function checkName(name: string): void {
  if (INTERNAL_NAME.test(name)) return;
  const message = `'${name}' is not a valid name: use at most 100 lowercase letters, digits and underscores, starting with a letter`;
  throw invalidMember('name', message, 'INVALID_NAME');
}

/**
 * Checks that every option has a value and a label, each distinct (assumption A31). A bool has exactly true and false (assumption A19).
 */
export function checkOptions(options: readonly OptionInput[], type: string): void {
  const seen = { value: new Set<string>(), label: new Set<string>() };
  const problems = options.flatMap((option, index) => {
    const empty = (['value', 'label'] as const).filter((member) => option[member].trim() === '');
    const twice = (['value', 'label'] as const).filter((member) => seen[member].has(option[member]));
    for (const member of ['value', 'label'] as const) seen[member].add(option[member]);
    return [
      ...empty.map((member) => optionDetail(index, member, `option ${index + 1} has no ${member}`)),
      ...twice.map((member) => optionDetail(index, member, `the option ${member} '${option[member]}' appears twice`)),
    ];
  });
  if (problems.length > 0) {
    throw invalid(`Invalid options: ${problems.map((problem) => problem.message).join('; ')}`, { errors: problems });
  }
  const values = options.map((option) => option.value).toSorted();
  if (type === 'bool' && (values.length !== 2 || values[0] !== 'false' || values[1] !== 'true')) {
    const message = 'A property of type bool must have exactly two options, with the values true and false.';
    throw invalidMember('options', message, 'INVALID_BOOLEAN_OPTION');
  }
}

async function checkGroup(write: PropertyWrite, groupName: string): Promise<void> {
  const key = { hub_id: write.identity.hubId, object_type: write.objectType, name: groupName };
  if ((await findRow(write.db, 'property_groups', key)) !== undefined) return;
  const message = `The group '${groupName}' does not exist for ${write.objectType}.`;
  throw invalidMember('groupName', message, 'GROUP_DOES_NOT_EXIST');
}

function optionDetail(index: number, member: string, message: string) {
  return { message, code: 'INVALID_OPTION', in: `options.${index}.${member}` };
}

function nameTaken(name: string): Refusal {
  return alreadyExists(`A property named '${name}' already exists.`, {
    subCategory: 'Properties.PROPERTY_WITH_NAME_EXISTS',
    context: { name: [name] },
    propertiesErrorCode: 'PROPERTY_EXISTS',
  });
}
