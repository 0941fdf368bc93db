/** Section 11.2: property groups on the dated surface. */

import type { Section } from './row.ts';

const CONTACTS = { object_type: 'contacts' };
const NEW = { object_type: 'contacts', group_name: 'loyalty' };

export const DATED_GROUPS: Section = {
  section: '11.2',
  rows: [
    {
      n: 1,
      statement: 'the list of the groups of an object type, in one page',
      endpoint: 'listDatedGroups',
      is: 'GET /crm/properties/{version}/{object_type}/groups',
    },
    {
      n: 2,
      statement: 'one group by its name',
      endpoint: 'readDatedGroup',
      is: 'GET /crm/properties/{version}/{object_type}/groups/{group_name}',
    },
    {
      n: 3,
      statement: 'the creation of a group',
      endpoint: 'createDatedGroup',
      is: 'POST /crm/properties/{version}/{object_type}/groups',
      members: 'name! label! displayOrder',
      status: 201,
    },
    {
      n: 4,
      statement: 'the update of a group',
      endpoint: 'updateDatedGroup',
      is: 'PATCH /crm/properties/{version}/{object_type}/groups/{group_name}',
      members: 'label displayOrder',
    },
    {
      n: 5,
      statement: 'the archive of a group',
      endpoint: 'archiveDatedGroup',
      is: 'DELETE /crm/properties/{version}/{object_type}/groups/{group_name}',
      status: 204,
    },
    {
      n: 6,
      statement: 'name is a string',
      body: 'createDatedGroup',
      member: 'name',
      takes: 'tiers',
      refuses: 5,
      needed: true,
    },
    {
      n: 7,
      statement: 'label is a string',
      body: 'createDatedGroup',
      member: 'label',
      takes: 'Tiers',
      refuses: 5,
      needed: true,
    },
    {
      n: 8,
      statement: 'displayOrder is a whole number',
      body: 'createDatedGroup',
      member: 'displayOrder',
      takes: 4,
      refuses: 1.5,
    },
    { n: 9, statement: 'name is in the reply', reply: 'readDatedGroup', member: 'name', takes: 'held', refuses: 5 },
    { n: 10, statement: 'label is in the reply', reply: 'readDatedGroup', member: 'label', takes: 'Held', refuses: 5 },
    {
      n: 11,
      statement: 'displayOrder is in the reply',
      reply: 'readDatedGroup',
      member: 'displayOrder',
      takes: 3,
      refuses: 'x',
    },
    {
      n: 12,
      statement: 'archived is in the reply',
      reply: 'readDatedGroup',
      member: 'archived',
      takes: false,
      refuses: 'x',
    },
    {
      n: 13,
      statement: 'an order that is left out or -1 becomes the last one plus one, and any other is kept',
      calls: [
        {
          endpoint: 'createDatedGroup',
          params: CONTACTS,
          body: { name: 'a', label: 'A', displayOrder: 40 },
          status: 201,
          shows: { displayOrder: 40 },
        },
        {
          endpoint: 'createDatedGroup',
          params: CONTACTS,
          body: { name: 'b', label: 'B' },
          status: 201,
          shows: { displayOrder: 41 },
        },
        {
          endpoint: 'createDatedGroup',
          params: CONTACTS,
          body: { name: 'c', label: 'C', displayOrder: -1 },
          status: 201,
          shows: { displayOrder: 42 },
        },
      ],
    },
    {
      n: 14,
      statement: 'the update is partial: what is left out keeps its value',
      calls: [
        {
          endpoint: 'createDatedGroup',
          params: CONTACTS,
          body: { name: 'loyalty', label: 'Loyalty', displayOrder: 7 },
          status: 201,
        },
        {
          endpoint: 'updateDatedGroup',
          params: NEW,
          body: { label: 'Points' },
          status: 200,
          shows: { label: 'Points', displayOrder: 7 },
        },
      ],
    },
    {
      n: 15,
      statement: 'the name of an active group is refused with 409',
      calls: [
        { endpoint: 'createDatedGroup', params: CONTACTS, body: { name: 'loyalty', label: 'Loyalty' }, status: 201 },
        { endpoint: 'createDatedGroup', params: CONTACTS, body: { name: 'loyalty', label: 'Other' }, status: 409 },
      ],
    },
    {
      n: 16,
      statement: 'a group with active properties is not archived, and the message of the refusal is a JSON document',
      calls: [
        {
          endpoint: 'archiveDatedGroup',
          params: { object_type: 'contacts', group_name: 'held' },
          status: 400,
          shows: { category: 'VALIDATION_ERROR', message: '<text>' },
        },
      ],
    },
    {
      n: 17,
      statement: 'an archived group is not found, and its name makes a fresh one',
      calls: [
        { endpoint: 'createDatedGroup', params: CONTACTS, body: { name: 'loyalty', label: 'Loyalty' }, status: 201 },
        { endpoint: 'archiveDatedGroup', params: NEW, status: 204 },
        { endpoint: 'archiveDatedGroup', params: NEW, status: 404 },
        { endpoint: 'readDatedGroup', params: NEW, status: 404 },
        {
          endpoint: 'createDatedGroup',
          params: CONTACTS,
          body: { name: 'loyalty', label: 'Fresh' },
          status: 201,
          shows: { label: 'Fresh' },
        },
      ],
    },
  ],
};
