/** Sections 4.2 and 4.3: the endpoints of groups and properties. */

import type { Section } from './row.ts';
import { SAMPLES } from './samples.ts';

const TIER = { name: 'tier', label: 'Tier', groupName: 'held', type: 'string', fieldType: 'text' };

export const GROUPS: Section = {
  section: '4.2',
  rows: [
    {
      n: 1,
      statement: 'the update of a company group',
      endpoint: 'updateCompanyGroup',
      is: 'PUT /properties/v1/companies/groups/named/{group_name}',
      members: 'displayName displayOrder',
    },
    {
      n: 2,
      statement: 'the update of a contact group',
      endpoint: 'updateContactGroup',
      is: 'PUT /properties/v1/contacts/groups/named/{group_name}',
      members: 'displayName displayOrder',
      status: 200,
    },
    {
      n: 3,
      statement: 'the creation of a group',
      assumption: 'A04',
      endpoint: 'createGroup',
      is: 'POST /properties/v2/{object_type}/groups',
      members: 'name! displayName! displayOrder',
    },
    {
      n: 4,
      statement: 'the update of a group',
      endpoint: 'updateGroup',
      is: 'PUT /properties/v2/{object_type}/groups/named/{group_name}',
      members: 'displayName displayOrder',
    },
  ],
};

export const PROPERTIES: Section = {
  section: '4.3',
  rows: [
    {
      n: 1,
      statement: 'the list of company properties',
      endpoint: 'listCompanyProperties',
      is: 'GET /properties/v1/companies/properties',
    },
    {
      n: 2,
      statement: 'the update of a company property',
      endpoint: 'updateCompanyProperty',
      is: 'PUT /properties/v1/companies/properties/named/{property_name}',
      members: 'groupName! type! label description fieldType options displayOrder',
      status: 200,
    },
    {
      n: 3,
      statement: 'the update of a deal property',
      endpoint: 'updateDealProperty',
      is: 'PUT /properties/v1/deals/properties/named/{property_name}',
      members: 'name! groupName! type! fieldType! label description options displayOrder formField',
      status: 200,
    },
    {
      n: 4,
      statement: 'the creation of a contact property',
      endpoint: 'createContactProperty',
      is: 'POST /properties/v1/contacts/properties',
      members: 'name! label! groupName! type! fieldType! description options displayOrder formField',
      status: 201,
    },
    {
      n: 5,
      statement: 'the list of the properties of an object type',
      endpoint: 'listProperties',
      is: 'GET /properties/v2/{object_type}/properties',
    },
    {
      n: 6,
      statement: 'the creation of a property',
      endpoint: 'createProperty',
      is: 'POST /properties/v2/{object_type}/properties',
      members: 'name! label! groupName! type! fieldType! description options displayOrder formField',
      status: 201,
    },
    {
      n: 7,
      statement: 'the update of a property',
      endpoint: 'patchProperty',
      is: 'PATCH /properties/v2/{object_type}/properties/named/{property_name}',
      members: 'label description groupName displayOrder formField options',
      status: 200,
    },
    {
      n: 8,
      statement: 'the list of companies holds custom properties too',
      assumption: 'A20',
      calls: [{ endpoint: 'listCompanyProperties', status: 200, shows: [{ name: 'aatier' }, { name: 'domain' }] }],
    },
    {
      n: 9,
      statement: 'the list of an object type holds default and custom ones',
      assumption: 'A20',
      calls: [
        {
          endpoint: 'listProperties',
          params: { object_type: 'contacts' },
          status: 200,
          shows: [
            { name: 'aatier', serviceDefined: false },
            { name: 'email', serviceDefined: true },
          ],
        },
      ],
    },
    {
      n: 10,
      statement: 'supplied options replace the options',
      calls: [
        {
          endpoint: 'patchProperty',
          ...SAMPLES.patchProperty,
          body: {
            options: [
              { label: 'A', value: 'a' },
              { label: 'B', value: 'b' },
            ],
          },
          status: 200,
        },
        {
          endpoint: 'patchProperty',
          ...SAMPLES.patchProperty,
          body: { options: [{ label: 'B', value: 'b' }] },
          status: 200,
          shows: { options: '<one>' },
        },
        {
          endpoint: 'patchProperty',
          ...SAMPLES.patchProperty,
          body: { label: 'Rank' },
          status: 200,
          shows: { options: '<one>' },
        },
      ],
    },
    {
      n: 11,
      statement: 'the path of a v1 update takes lowercase letters and digits, first a letter',
      calls: ['aa_tier', 'AaTier', '1tier'].map((property_name) => ({
        endpoint: 'updateDealProperty',
        ...SAMPLES.updateDealProperty,
        params: { property_name },
        status: 400,
        names: ['property_name'],
      })),
    },
    {
      n: 12,
      statement: 'a v2 name is unique and begins with a lowercase letter',
      calls: [
        {
          endpoint: 'createProperty',
          params: { object_type: 'deals' },
          body: { ...TIER, name: 'Tier' },
          status: 400,
          names: ['name'],
        },
        {
          endpoint: 'createProperty',
          params: { object_type: 'deals' },
          body: { ...TIER, name: 'aatier' },
          status: 409,
        },
        { endpoint: 'createProperty', params: { object_type: 'deals' }, body: TIER, status: 201 },
      ],
    },
    {
      n: 13,
      statement: 'type and fieldType follow the row of their variant',
      calls: [
        {
          endpoint: 'createProperty',
          params: { object_type: 'contacts' },
          body: { ...TIER, type: 'date' },
          status: 400,
          names: ['type'],
        },
        { endpoint: 'createContactProperty', body: { ...TIER, type: 'bool' }, status: 400, names: ['type'] },
        { endpoint: 'createContactProperty', body: { ...TIER, type: 'date', fieldType: 'date' }, status: 201 },
      ],
    },
  ],
};
