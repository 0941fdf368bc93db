/** The four documented endpoints of property groups (interface 4.2). */

import type { GroupUpdate } from '../../contract/groups.ts';
import { createGroup as create, type GroupWrite, updateGroup as update } from '../data/group-writes.ts';
import { companyReply, contactReply } from '../data/property-replies.ts';
import { listProperties } from '../store/properties.ts';
import type { GroupRow } from '../store/tables.ts';
import type { Handler } from './handler.ts';

export const createGroup: Handler<'createGroup'> = async ({ db, identity, params, body }) => {
  const { displayName, ...rest } = body;
  const row = await create(written({ db, identity, objectType: params.object_type }), { ...rest, label: displayName });
  return { body: v2Group(row) };
};

export const updateGroup: Handler<'updateGroup'> = async ({ db, identity, params, body }) => ({
  body: v2Group(
    await update(written({ db, identity, objectType: params.object_type }), params.group_name, convertChange(body)),
  ),
});

export const updateCompanyGroup: Handler<'updateCompanyGroup'> = async ({ db, identity, params, query, body }) => {
  const row = await update(written({ db, identity, objectType: 'companies' }), params.group_name, convertChange(body));
  if (query?.includeProperties !== 'true') return { body: v1Group(row) };
  const properties = (await listProperties(db, identity.hubId, 'companies')).filter(inGroup(row)).map(companyReply);
  return { body: { ...v1Group(row), properties } };
};

export const updateContactGroup: Handler<'updateContactGroup'> = async ({ db, identity, params, query, body }) => {
  const row = await update(written({ db, identity, objectType: 'contacts' }), params.group_name, convertChange(body));
  if (query?.includeProperties !== 'true') return { body: v1Group(row) };
  const properties = (await listProperties(db, identity.hubId, 'contacts')).filter(inGroup(row)).map(contactReply);
  return { body: { ...v1Group(row), properties } };
};

function written(where: Omit<GroupWrite, 'labelMember'>): GroupWrite {
  return { ...where, labelMember: 'displayName' };
}

function convertChange({ displayName, displayOrder }: GroupUpdate) {
  return { label: displayName, displayOrder };
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
