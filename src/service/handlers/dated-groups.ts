/** The five dated endpoints of property groups (interface 11.2). */

import type { z } from 'zod';
import type { DatedGroup } from '../../contract/dated-groups.ts';
import { createGroup, existingGroup, type GroupWrite, listGroups, updateGroup } from '../data/group-writes.ts';
import { invalid, type Refusal } from '../model/refusal.ts';
import { listProperties } from '../store/properties.ts';
import { deleteRows } from '../store/rows.ts';
import type { GroupRow } from '../store/tables.ts';
import type { Handler } from './handler.ts';

export const listDatedGroups: Handler<'listDatedGroups'> = async ({ db, identity, params }) => ({
  body: { results: (await listGroups(db, identity.hubId, params.object_type)).map(reply) },
});

export const readDatedGroup: Handler<'readDatedGroup'> = async ({ db, identity, params }) => ({
  body: reply(await existingGroup(db, identity, params.object_type, params.group_name)),
});

export const createDatedGroup: Handler<'createDatedGroup'> = async ({ db, identity, params, body }) => ({
  body: reply(await createGroup(written({ db, identity, objectType: params.object_type }), body)),
});

export const updateDatedGroup: Handler<'updateDatedGroup'> = async ({ db, identity, params, body }) => ({
  body: reply(await updateGroup(written({ db, identity, objectType: params.object_type }), params.group_name, body)),
});

/** Archives a group, even if it has archived properties. It cannot be restored, and a create makes a new group. */
export const archiveDatedGroup: Handler<'archiveDatedGroup'> = async ({ db, identity, params }) => {
  const { name } = await existingGroup(db, identity, params.object_type, params.group_name);
  const members = (await listProperties(db, identity.hubId, params.object_type)).filter(
    ({ groupName }) => groupName === name,
  );
  if (members.length > 0) throw groupInUse(name, members.length);
  await deleteRows(db, 'property_groups', { hub_id: identity.hubId, object_type: params.object_type, name });
  return { body: undefined };
};

function written(where: Omit<GroupWrite, 'labelMember'>): GroupWrite {
  return { ...where, labelMember: 'label' };
}

function reply(row: GroupRow): z.input<ReturnType<typeof DatedGroup>> {
  return { name: row.name, label: row.display_name, displayOrder: row.display_order, archived: false };
}

/** The message is a JSON document. */
function groupInUse(name: string, members: number): Refusal {
  const why = `The group '${name}' has ${members} active ${members === 1 ? 'property' : 'properties'}.`;
  const subCategory = 'PropertyGroupError.GROUP_WITH_ACTIVE_PROPERTIES';
  return invalid(JSON.stringify({ status: 'error', message: why, subCategory }));
}
