/** Property groups on the dated surface (interface 11.2). */

import { DatedGroup, DatedGroupCreate, DatedGroups, DatedGroupUpdate } from '../dated-groups.ts';
import type { Endpoint } from '../endpoint.ts';
import { NewName } from '../name-forms.ts';
import { get, json, remove } from './dated.ts';

const groups = { version: 'properties', section: '11.2' } as const;

export const DATED_GROUPS = {
  listDatedGroups: {
    ...get,
    ...groups,
    path: '/crm/properties/{version}/{object_type}/groups',
    reply: DatedGroups,
  },
  readDatedGroup: {
    ...get,
    ...groups,
    path: '/crm/properties/{version}/{object_type}/groups/{group_name}',
    reply: DatedGroup,
  },
  createDatedGroup: {
    ...json,
    ...groups,
    method: 'POST',
    path: '/crm/properties/{version}/{object_type}/groups',
    effect: 'natural-key-create',
    body: DatedGroupCreate,
    names: { body: NewName },
    reply: DatedGroup,
    status: 201,
  },
  updateDatedGroup: {
    ...json,
    ...groups,
    method: 'PATCH',
    path: '/crm/properties/{version}/{object_type}/groups/{group_name}',
    effect: 'set',
    body: DatedGroupUpdate,
    reply: DatedGroup,
    status: 200,
  },
  archiveDatedGroup: {
    ...remove,
    ...groups,
    path: '/crm/properties/{version}/{object_type}/groups/{group_name}',
  },
} as const satisfies Record<string, Endpoint>;
