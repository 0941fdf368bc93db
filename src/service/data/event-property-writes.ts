/**
 * Creates and changes event-definition properties by the rules of every variant (interface 2.9, 11.6; assumptions A12,
 * A41).
 */

import type { EventPropertyCreate, EventPropertyUpdate } from '../../contract/event-definitions.ts';
import { EVENT_LABEL_LENGTH, EVENT_PROPERTY_NAME } from '../../contract/names.ts';
import { EVENT_FIELD_TYPES } from '../model/event-members.ts';
import type { Identity } from '../model/identity.ts';
import { storedOptions } from '../model/property.ts';
import { alreadyExists, invalidMember, notFound } from '../model/refusal.ts';
import {
  findEventDefinition,
  insertEventProperty,
  listEventProperties,
  type StoredEventProperty,
  saveEventProperty,
} from '../store/event-properties.ts';
import type { Db, EventDefinitionRow } from '../store/tables.ts';
import { checkOptions, checkText } from './property-writes.ts';

export interface EventWrite {
  readonly db: Db;
  readonly identity: Identity;
  readonly now: number;
}

export async function existingDefinition(
  { db, identity }: Pick<EventWrite, 'db' | 'identity'>,
  eventName: string,
): Promise<EventDefinitionRow> {
  const definition = await findEventDefinition(db, identity.hubId, eventName);
  if (definition === undefined) throw notFound(`The event definition '${eventName}' does not exist.`);
  return definition;
}

/** Throws a 409 if the definition has the name in any case. */
export async function createEventProperty(
  { db, identity, now }: EventWrite,
  { name: eventName, new_members }: EventDefinitionRow,
  body: EventPropertyCreate,
): Promise<StoredEventProperty> {
  const name = deriveName(body);
  const held = await listEventProperties(db, identity.hubId, eventName);
  if (held.some((property) => property.name.toLowerCase() === name)) throw nameTaken(name, eventName);
  const property: StoredEventProperty = {
    name: checkedName(name),
    label: checkedLabel(body.label),
    type: body.type,
    fieldType: checkedFieldType(body.fieldType) ?? EVENT_FIELD_TYPES[body.type],
    description: body.description ?? '',
    options: storedOptions(checkedOptions(body)),
    createdAt: now,
    createdUserId: identity.userId,
    ...(new_members === null ? {} : { members: JSON.parse(new_members) }),
  };
  if (!(await insertEventProperty(db, identity.hubId, eventName, property))) throw nameTaken(name, eventName);
  return property;
}

/** Throws a 404 if the definition has no such property. */
export async function updateEventProperty(
  { db, identity, now }: EventWrite,
  { eventName, name }: { readonly eventName: string; readonly name: string },
  { label, description, options }: EventPropertyUpdate,
): Promise<StoredEventProperty> {
  const held = await listEventProperties(db, identity.hubId, eventName);
  const before = held.find((property) => property.name === name);
  if (before === undefined) throw noEventProperty(eventName, name);
  const after: StoredEventProperty = {
    ...before,
    label: label === undefined ? before.label : checkedLabel(label),
    description: description ?? before.description,
    options: options === undefined ? before.options : storedOptions(checkedOptions({ type: before.type, options })),
    updatedAt: now,
    updatedUserId: identity.userId,
  };
  await saveEventProperty(db, identity.hubId, eventName, after);
  return after;
}

export function noEventProperty(eventName: string, name: string) {
  return notFound(`The event definition '${eventName}' has no property named '${name}'.`);
}

/** Derives an omitted name from the label. Upper case folds, so that names equal in lower case are one (assumption A73). */
export function deriveName({ name, label }: Pick<EventPropertyCreate, 'name' | 'label'>): string {
  return (
    name?.toLowerCase() ??
    label
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[_0-9]+|_+$/g, '')
  );
}

export function checkedName(name: string): string {
  if (EVENT_PROPERTY_NAME.test(name)) return name;
  const message = `'${name}' is not a valid name: use at most 50 lowercase letters, digits and underscores, starting with a letter`;
  throw invalidMember('name', message, 'INVALID_NAME');
}

function nameTaken(name: string, eventName: string) {
  return alreadyExists(`The event definition '${eventName}' already has a property named '${name}'.`, {
    context: { name: [name] },
  });
}

function checkedLabel(label: string): string {
  checkText('label', label);
  if (label.length <= EVENT_LABEL_LENGTH) return label;
  throw invalidMember('label', `label is longer than ${EVENT_LABEL_LENGTH} characters`);
}

/** Any text (assumption A41). */
function checkedFieldType(fieldType: string | undefined): string | undefined {
  if (fieldType !== undefined) checkText('fieldType', fieldType);
  return fieldType;
}

/** Options apply to enumerations only (interface 2.9). */
function checkedOptions({ type, options = [] }: { readonly type: string } & Pick<EventPropertyCreate, 'options'>) {
  if (type !== 'enumeration' && options.length > 0) {
    throw invalidMember('options', `type ${type} does not take options`);
  }
  checkOptions(options, type);
  return options;
}
