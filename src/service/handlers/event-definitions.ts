/** The endpoint of event-definition properties (interface 4.4, 2.9; assumption A12). */

import { defined } from '../../contract/defined.ts';
import type { EventPropertyCreate } from '../../contract/event-definitions.ts';
import { EVENT_LABEL_LENGTH, EVENT_PROPERTY_NAME } from '../../contract/names.ts';
import { checkOptions, checkText } from '../data/property-writes.ts';
import { EVENT_FIELD_TYPES } from '../model/event-members.ts';
import { storedOptions } from '../model/property.ts';
import { alreadyExists, invalid, notFound } from '../model/refusal.ts';
import {
  eventMembersOf,
  findEventDefinition,
  insertEventProperty,
  listEventProperties,
  type StoredEventProperty,
} from '../store/event-properties.ts';
import type { Handler } from './handler.ts';

export const createEventProperty: Handler<'createEventProperty'> = async ({ db, identity, params, body, now }) => {
  const definition = await findEventDefinition(db, identity.hubId, params.eventName);
  if (definition === undefined) throw notFound(`The event definition '${params.eventName}' does not exist.`);
  const name = nameOf(body);
  const held = await listEventProperties(db, identity.hubId, definition.name);
  if (held.some((property) => property.name.toLowerCase() === name)) throw nameTaken(name, definition.name);
  const members = await eventMembersOf(db, identity.hubId, definition.name);
  const property: StoredEventProperty = {
    name: checkedName(name),
    label: checkedLabel(body.label),
    type: body.type,
    fieldType: checkedFieldType(body.fieldType) ?? EVENT_FIELD_TYPES[body.type],
    description: body.description ?? '',
    options: storedOptions(checkedOptions(body)),
    createdAt: now,
    createdUserId: identity.userId,
    ...defined({ members }),
  };
  if (!(await insertEventProperty(db, identity.hubId, definition.name, property)))
    throw nameTaken(name, definition.name);
  return { body: eventPropertyReply(property, definition.name) };
};

/** A name that is left out is derived from the label. Upper case folds, so that names equal in lower case are one. */
function nameOf({ name, label }: EventPropertyCreate): string {
  return (
    name?.toLowerCase() ??
    label
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[_0-9]+|_+$/g, '')
  );
}

function checkedName(name: string): string {
  if (EVENT_PROPERTY_NAME.test(name)) return name;
  const message = `'${name}' is not a valid name: use at most 50 lowercase letters, digits and underscores, starting with a letter`;
  throw invalid(message, { errors: [{ message, code: 'INVALID_NAME', in: 'name' }] });
}

function nameTaken(name: string, eventName: string) {
  return alreadyExists(`The event definition '${eventName}' already has a property named '${name}'.`, {
    context: { name: [name] },
  });
}

function checkedLabel(label: string): string {
  checkText('label', label);
  if (label.length <= EVENT_LABEL_LENGTH) return label;
  const message = `label is longer than ${EVENT_LABEL_LENGTH} characters`;
  throw invalid(message, { errors: [{ message, code: 'INVALID_VALUE', in: 'label' }] });
}

/** Any text (assumption A41). */
function checkedFieldType(fieldType: string | undefined): string | undefined {
  if (fieldType !== undefined) checkText('fieldType', fieldType);
  return fieldType;
}

/** Options apply to enumerations only (interface 2.9). */
function checkedOptions({ type, options = [] }: EventPropertyCreate) {
  if (type !== 'enumeration' && options.length > 0) {
    const message = `type ${type} does not take options`;
    throw invalid(message, { errors: [{ message, code: 'INVALID_VALUE', in: 'options' }] });
  }
  checkOptions(options, type);
  return options;
}

function eventPropertyReply(property: StoredEventProperty, eventName: string) {
  const at = new Date(property.createdAt).toISOString();
  const by = String(property.createdUserId);
  return {
    name: property.name,
    label: property.label,
    type: property.type,
    fieldType: property.fieldType,
    groupName: `${eventName}_information`,
    description: property.description,
    options: property.options.map(({ label, value, description, displayOrder, hidden }) => ({
      label,
      value,
      description,
      displayOrder,
      hidden,
    })),
    archived: false,
    calculated: false,
    createdAt: at,
    createdUserId: by,
    dataSensitivity: 'non_sensitive',
    displayOrder: -1,
    externalOptions: false,
    formField: false,
    hasUniqueValue: false,
    hidden: false,
    serviceDefined: false,
    showCurrencySymbol: false,
    updatedAt: at,
    updatedUserId: by,
    ...property.members,
  };
}
