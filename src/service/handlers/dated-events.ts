/** The eight dated endpoints of event definitions and their properties (interface 11.6; assumption A62). */

import { EVENT_PAGE, type EventDefinition } from '../../contract/dated-events.ts';
import { defined } from '../../contract/defined.ts';
import { pathOf } from '../../contract/endpoints.ts';
import { eventPropertyReply } from '../data/event-property-reply.ts';
import {
  checkedName,
  createEventProperty,
  type EventWrite,
  existingDefinition,
  nameOf,
  noEventProperty,
  updateEventProperty,
} from '../data/event-property-writes.ts';
import { checkText } from '../data/property-writes.ts';
import { alreadyExists, invalid } from '../model/refusal.ts';
import {
  deleteEventDefinition as deleteDefinition,
  findEventDetails,
  saveEventDetails,
  setEventLabel,
} from '../store/event-details.ts';
import {
  deleteEventProperty,
  type EventDefinitionRow,
  findEventDefinition,
  insertEventDefinition,
  listEventDefinitions as listDefinitions,
  listEventProperties,
} from '../store/event-properties.ts';
import type { Db } from '../store/tables.ts';
import type { Handler } from './handler.ts';

/** In the order of their names; a page goes on after the last name of the one before. */
export const listEventDefinitions: Handler<'listEventDefinitions'> = async ({ db, identity, query = {} }) => {
  const { after, searchString = '', includeProperties, sortOrder } = query;
  const sought = searchString.toLowerCase();
  const found = (await listDefinitions(db, identity.hubId)).filter(
    ({ name, label }) => name.toLowerCase().includes(sought) || label.toLowerCase().includes(sought),
  );
  const sorted = sortOrder === 'DESC' ? found.toReversed() : found;
  const rest = after === undefined ? sorted : sorted.slice(positionOf(sorted, after) + 1);
  const page = rest.slice(0, pageSize(query.limit));
  const results: EventDefinition[] = [];
  for (const row of page) results.push(await definitionReply(db, row, includeProperties === 'true'));
  const last = page.at(-1);
  const link = `${pathOf('listEventDefinitions', {})}?${new URLSearchParams({ ...defined(query), after: last?.name ?? '' })}`;
  const next =
    last === undefined || page.length === rest.length ? {} : { paging: { next: { after: last.name, link } } };
  return { body: { total: found.length, results, ...next } };
};

export const readEventDefinition: Handler<'readEventDefinition'> = async ({ params, ...call }) => ({
  body: await definitionReply(call.db, await existingDefinition(call, params.eventName), true),
});

/** Default properties are not added: what they are is not known. */
export const createEventDefinition: Handler<'createEventDefinition'> = async ({ body, ...call }) => {
  const { db, identity, now } = call;
  const { label, description = '', primaryObject = 'CONTACT', propertyDefinitions } = body;
  checkText('label', label);
  const name = checkedName(nameOf(body));
  if ((await findEventDefinition(db, identity.hubId, name)) !== undefined) {
    throw alreadyExists(`An event definition named '${name}' already exists.`, { context: { name: [name] } });
  }
  const row = { hub_id: identity.hubId, name, label };
  await insertEventDefinition(db, row);
  const details = { description, primaryObject, createdAt: now, createdUserId: identity.userId, updatedAt: now };
  await saveEventDetails(db, identity.hubId, name, details);
  for (const property of propertyDefinitions) await createEventProperty(call, name, property);
  return { body: await definitionReply(db, row, true) };
};

export const updateEventDefinition: Handler<'updateEventDefinition'> = async ({ params, body, ...call }) => {
  const { db, identity, now } = call;
  const row = await existingDefinition(call, params.eventName);
  if (body.label !== undefined) checkText('label', body.label);
  const label = body.label ?? row.label;
  await setEventLabel(db, identity.hubId, row.name, label);
  const before = (await findEventDetails(db, identity.hubId, row.name)) ?? newDetails(call);
  const description = body.description ?? before.description;
  await saveEventDetails(db, identity.hubId, row.name, { ...before, description, updatedAt: now });
  return { body: await definitionReply(db, { ...row, label }, true) };
};

/** With its properties; the name is free again. */
export const deleteEventDefinition: Handler<'deleteEventDefinition'> = async ({ params, ...call }) => {
  const { name } = await existingDefinition(call, params.eventName);
  await deleteDefinition(call.db, call.identity.hubId, name);
  return { body: undefined };
};

export const createDatedEventProperty: Handler<'createDatedEventProperty'> = async ({ params, body, ...call }) => {
  const { name } = await existingDefinition(call, params.eventName);
  return { body: eventPropertyReply(await createEventProperty(call, name, body), name) };
};

export const updateDatedEventProperty: Handler<'updateDatedEventProperty'> = async ({ params, body, ...call }) => {
  const { name: eventName } = await existingDefinition(call, params.eventName);
  const property = await updateEventProperty(call, { eventName, name: params.propertyName }, body);
  return { body: eventPropertyReply(property, eventName) };
};

export const deleteDatedEventProperty: Handler<'deleteDatedEventProperty'> = async ({ params, ...call }) => {
  const { name } = await existingDefinition(call, params.eventName);
  const { propertyName } = params;
  if (!(await deleteEventProperty(call.db, call.identity.hubId, name, propertyName))) {
    throw noEventProperty(name, propertyName);
  }
  return { body: undefined };
};

function newDetails({ identity, now }: EventWrite) {
  const createdUserId = identity.userId;
  return { description: '', primaryObject: 'CONTACT', createdAt: now, createdUserId, updatedAt: now };
}

function positionOf(rows: readonly EventDefinitionRow[], after: string): number {
  const position = rows.findIndex(({ name }) => name === after);
  if (position >= 0) return position;
  const message = 'after is not from a page of this list';
  throw invalid(message, { errors: [{ message, code: 'INVALID_VALUE', in: 'after' }] });
}

function pageSize(limit: string | undefined): number {
  const size = limit === undefined ? EVENT_PAGE : Number(limit);
  if (size >= 1 && size <= EVENT_PAGE) return size;
  const message = `limit must be from 1 to ${EVENT_PAGE}, not ${limit}`;
  throw invalid(message, { errors: [{ message, code: 'INVALID_VALUE', in: 'limit' }] });
}

/** Properties that were not asked for are an empty list. */
async function definitionReply(
  db: Db,
  { hub_id: hubId, name, label }: EventDefinitionRow,
  withProperties: boolean,
): Promise<EventDefinition> {
  const details = await findEventDetails(db, hubId, name);
  const properties = withProperties ? await listEventProperties(db, hubId, name) : [];
  return {
    id: details === undefined ? name : String(details.number),
    name,
    fullyQualifiedName: `pe${hubId}_${name}`,
    objectTypeId: `6-${details?.number ?? 0}`,
    labels: { singular: label },
    archived: false,
    associations: [],
    properties: properties.map((property) => eventPropertyReply(property, name)),
    ...(details === undefined ? {} : shownDetails(details)),
  };
}

function shownDetails(details: NonNullable<Awaited<ReturnType<typeof findEventDetails>>>) {
  return {
    description: details.description,
    primaryObject: details.primaryObject,
    createdAt: new Date(details.createdAt).toISOString(),
    createdUserId: details.createdUserId,
    updatedAt: new Date(details.updatedAt).toISOString(),
  };
}
