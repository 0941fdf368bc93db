/** The eight dated endpoints of event definitions and their properties (interface 11.6; assumption A62). */

import { EVENT_PAGE, type EventDefinition } from '../../contract/dated-events.ts';
import { defined } from '../../contract/defined.ts';
import { formatPath } from '../../contract/endpoints.ts';
import { eventPropertyReply } from '../data/event-property-reply.ts';
import {
  checkedName,
  createEventProperty,
  deriveName,
  existingDefinition,
  noEventProperty,
  updateEventProperty,
} from '../data/event-property-writes.ts';
import { checkText } from '../data/property-writes.ts';
import { alreadyExists, invalidMember } from '../model/refusal.ts';
import { addEventDefinition, findEventDefinition, listEventProperties } from '../store/event-properties.ts';
import { deleteRows, listRows, updateRows } from '../store/rows.ts';
import type { Db, EventDefinitionRow } from '../store/tables.ts';
import type { Handler } from './handler.ts';

/** Lists definitions by name. A page starts after the last name of the previous page. */
export const listEventDefinitions: Handler<'listEventDefinitions'> = async ({ db, identity, query = {} }) => {
  const { after, searchString = '', includeProperties, sortOrder } = query;
  const sought = searchString.toLowerCase();
  const found = (await listRows(db, 'event_definitions', { hub_id: identity.hubId })).filter(
    ({ name, label }) => name.toLowerCase().includes(sought) || label.toLowerCase().includes(sought),
  );
  const sorted = sortOrder === 'DESC' ? found.toReversed() : found;
  const rest = after === undefined ? sorted : sorted.slice(requirePosition(sorted, after) + 1);
  const page = rest.slice(0, pageSize(query.limit));
  const results: EventDefinition[] = [];
  for (const row of page) results.push(await definitionReply(db, row, includeProperties === 'true'));
  const last = page.at(-1);
  const link = `${formatPath('listEventDefinitions', {})}?${new URLSearchParams({ ...defined(query), after: last?.name ?? '' })}`;
  const next =
    last === undefined || page.length === rest.length ? {} : { paging: { next: { after: last.name, link } } };
  return { body: { total: found.length, results, ...next } };
};

export const readEventDefinition: Handler<'readEventDefinition'> = async ({ params, ...call }) => ({
  body: await definitionReply(call.db, await existingDefinition(call, params.eventName), true),
});

/** Omits default properties, because they are unknown. */
export const createEventDefinition: Handler<'createEventDefinition'> = async ({ body, ...call }) => {
  const { db, identity, now } = call;
  const { label, description = '', primaryObject = 'CONTACT', propertyDefinitions } = body;
  checkText('label', label);
  const name = checkedName(deriveName(body));
  if ((await findEventDefinition(db, identity.hubId, name)) !== undefined) {
    throw alreadyExists(`An event definition named '${name}' already exists.`, { context: { name: [name] } });
  }
  const row = await addEventDefinition(db, {
    hub_id: identity.hubId,
    name,
    label,
    description,
    primary_object: primaryObject,
    created_at: now,
    created_user_id: identity.userId,
    updated_at: now,
    new_members: null,
  });
  for (const property of propertyDefinitions) await createEventProperty(call, row, property);
  return { body: await definitionReply(db, row, true) };
};

export const updateEventDefinition: Handler<'updateEventDefinition'> = async ({ params, body, ...call }) => {
  const row = await existingDefinition(call, params.eventName);
  if (body.label !== undefined) checkText('label', body.label);
  const { label = row.label, description = row.description } = body;
  const change = { label, description, updated_at: call.now };
  await updateRows(call.db, 'event_definitions', { hub_id: row.hub_id, name: row.name }, change);
  return { body: await definitionReply(call.db, { ...row, ...change }, true) };
};

/** Deletes the definition with its properties. The name is then free. */
export const deleteEventDefinition: Handler<'deleteEventDefinition'> = async ({ params, ...call }) => {
  const { hub_id, name } = await existingDefinition(call, params.eventName);
  await deleteRows(call.db, 'event_properties', { hub_id, event_name: name });
  await deleteRows(call.db, 'event_definitions', { hub_id, name });
  return { body: undefined };
};

export const createDatedEventProperty: Handler<'createDatedEventProperty'> = async ({ params, body, ...call }) => {
  const row = await existingDefinition(call, params.eventName);
  return { body: eventPropertyReply(await createEventProperty(call, row, body), row.name) };
};

export const updateDatedEventProperty: Handler<'updateDatedEventProperty'> = async ({ params, body, ...call }) => {
  const { name: eventName } = await existingDefinition(call, params.eventName);
  const property = await updateEventProperty(call, { eventName, name: params.propertyName }, body);
  return { body: eventPropertyReply(property, eventName) };
};

export const deleteDatedEventProperty: Handler<'deleteDatedEventProperty'> = async ({ params, ...call }) => {
  const { hub_id, name } = await existingDefinition(call, params.eventName);
  const { propertyName } = params;
  if (!(await deleteRows(call.db, 'event_properties', { hub_id, event_name: name, name: propertyName }))) {
    throw noEventProperty(name, propertyName);
  }
  return { body: undefined };
};

function requirePosition(rows: readonly EventDefinitionRow[], after: string): number {
  const position = rows.findIndex(({ name }) => name === after);
  if (position >= 0) return position;
  throw invalidMember('after', 'after is not from a page of this list');
}

function pageSize(limit: string | undefined): number {
  const size = limit === undefined ? EVENT_PAGE : Number(limit);
  if (size >= 1 && size <= EVENT_PAGE) return size;
  throw invalidMember('limit', `limit must be from 1 to ${EVENT_PAGE}, not ${limit}`);
}

/** Properties that were not asked for are an empty list. */
async function definitionReply(db: Db, row: EventDefinitionRow, withProperties: boolean): Promise<EventDefinition> {
  const { hub_id: hubId, name, number } = row;
  const properties = withProperties ? await listEventProperties(db, hubId, name) : [];
  return {
    id: String(number),
    name,
    fullyQualifiedName: `pe${hubId}_${name}`,
    objectTypeId: `6-${number}`,
    labels: { singular: row.label },
    archived: false,
    associations: [],
    properties: properties.map((property) => eventPropertyReply(property, name)),
    description: row.description,
    primaryObject: row.primary_object,
    createdAt: new Date(row.created_at).toISOString(),
    createdUserId: row.created_user_id,
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
