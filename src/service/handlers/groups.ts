/** The four endpoints of property groups (interface 4.2). */

import type { GroupUpdate } from '../../contract/groups.ts';
import { companyReply, contactReply } from '../data/property-replies.ts';
import { checkName, checkText } from '../data/property-writes.ts';
import type { Identity } from '../model/identity.ts';
import { alreadyExists, notFound } from '../model/refusal.ts';
import { findGroup, type GroupRow, insertGroups, nextGroupOrder, updateGroup as saveGroup } from '../store/groups.ts';
import { listProperties } from '../store/properties.ts';
import type { Db } from '../store/tables.ts';
import type { Handler } from './handler.ts';

export const createGroup: Handler<'createGroup'> = async ({ db, identity, params, body }) => {
  checkName(body.name);
  checkText('displayName', body.displayName);
  if ((await findGroup(db, identity.hubId, params.object_type, body.name)) !== undefined) {
    throw alreadyExists(`A property group named '${body.name}' already exists.`, { context: { name: [body.name] } });
  }
  const row: GroupRow = {
    hub_id: identity.hubId,
    object_type: params.object_type,
    name: body.name,
    display_name: body.displayName,
    display_order: await groupOrder(db, identity, params.object_type, body.displayOrder),
    service_defined: 0,
  };
  await insertGroups(db, [row]);
  return { body: v2Group(row) };
};

export const updateGroup: Handler<'updateGroup'> = async ({ db, identity, params, body }) => ({
  body: v2Group(await update(db, identity, { objectType: params.object_type, name: params.group_name, change: body })),
});

export const updateCompanyGroup: Handler<'updateCompanyGroup'> = async ({ db, identity, params, query, body }) => {
  const row = await update(db, identity, { objectType: 'companies', name: params.group_name, change: body });
  if (query?.includeProperties !== 'true') return { body: v1Group(row) };
  const properties = (await listProperties(db, identity.hubId, 'companies')).filter(inGroup(row)).map(companyReply);
  return { body: { ...v1Group(row), properties } };
};

export const updateContactGroup: Handler<'updateContactGroup'> = async ({ db, identity, params, query, body }) => {
  const row = await update(db, identity, { objectType: 'contacts', name: params.group_name, change: body });
  if (query?.includeProperties !== 'true') return { body: v1Group(row) };
  const properties = (await listProperties(db, identity.hubId, 'contacts')).filter(inGroup(row)).map(contactReply);
  return { body: { ...v1Group(row), properties } };
};

async function update(
  db: Db,
  identity: Identity,
  { objectType, name, change }: { readonly objectType: string; readonly name: string; readonly change: GroupUpdate },
): Promise<GroupRow> {
  const before = await findGroup(db, identity.hubId, objectType, name);
  if (before === undefined) throw notFound(`Couldn't find a Group with the given name '${name}'.`);
  if (change.displayName !== undefined) checkText('displayName', change.displayName);
  const after: GroupRow = {
    ...before,
    display_name: change.displayName ?? before.display_name,
    display_order: await changedOrder(db, before, change.displayOrder),
  };
  await saveGroup(db, after);
  return after;
}

/** An order that is left out or -1 becomes the last one plus one (assumption A15). */
async function groupOrder(db: Db, identity: Identity, objectType: string, given: number | undefined): Promise<number> {
  return given === undefined || given === -1 ? nextGroupOrder(db, identity.hubId, objectType) : given;
}

/** -1 asks for the last place: a group that has it already stays, so that a repeated call changes nothing. */
async function changedOrder(db: Db, before: GroupRow, given: number | undefined): Promise<number> {
  if (given === undefined) return before.display_order;
  if (given !== -1) return given;
  const next = await nextGroupOrder(db, before.hub_id, before.object_type);
  return before.display_order === next - 1 ? before.display_order : next;
}

function v1Group(row: GroupRow) {
  return {
    name: row.name,
    displayName: row.display_name,
    displayOrder: row.display_order,
    serviceDefined: row.service_defined === 1,
  };
}

function v2Group(row: GroupRow) {
  return { ...v1Group(row), portalId: row.hub_id };
}

function inGroup(row: GroupRow) {
  return (property: { readonly groupName: string }) => property.groupName === row.name;
}
