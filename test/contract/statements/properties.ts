/** Section 2.3: property definitions in replies. */

import type { EndpointId } from '../../../src/contract/endpoints.ts';
import type { ReplyRow, Section } from './row.ts';
import { SAMPLES } from './samples.ts';

const TIER = { name: 'tier', label: 'Tier', groupName: 'held', type: 'string', fieldType: 'text' };
const CONTACTS = { object_type: 'contacts' };
const TIMES = { createdAt: '<number>', updatedAt: '<number>' };
const V2_ONLY = [
  'showCurrencySymbol',
  'currencyPropertyName',
  'textDisplayHint',
  'numberDisplayHint',
  'optionsAreMutable',
  'referencedObjectType',
  'isCustomizedDefault',
  'searchableInGlobalSearch',
  'hasUniqueValue',
];

/** A member of the first definition of a list. */
function shown(
  n: number,
  member: string,
  takes: unknown,
  refuses: unknown,
  reply: EndpointId = 'listProperties',
): ReplyRow {
  return {
    n,
    statement: `a definition has ${member}, a ${typeof takes}`,
    reply,
    member: `0.${member}`,
    takes,
    refuses,
  };
}

export const PROPERTY: Section = {
  section: '2.3',
  rows: [
    shown(1, 'name', 'tier', 5),
    shown(2, 'label', 'Tier', 5),
    shown(3, 'description', 'x', 5),
    shown(4, 'groupName', 'held', 5),
    shown(5, 'type', 'string', 5),
    shown(6, 'fieldType', 'text', 5),
    shown(7, 'options', [], {}),
    shown(8, 'displayOrder', 1, 'x'),
    shown(9, 'formField', true, 'x'),
    shown(10, 'readOnlyValue', true, 'x'),
    shown(11, 'readOnlyDefinition', true, 'x'),
    shown(12, 'hidden', true, 'x'),
    shown(13, 'mutableDefinitionNotDeletable', true, 'x'),
    shown(14, 'favorited', true, 'x'),
    shown(15, 'favoritedOrder', 1, 'x'),
    shown(16, 'calculated', true, 'x'),
    shown(17, 'externalOptions', true, 'x'),
    shown(18, 'displayMode', 'x', 5),
    shown(19, 'showCurrencySymbol', true, 'x'),
    shown(20, 'currencyPropertyName', 'x', 5),
    shown(21, 'textDisplayHint', 'x', 5),
    shown(22, 'numberDisplayHint', 'x', 5),
    shown(23, 'optionsAreMutable', true, 'x'),
    shown(24, 'referencedObjectType', 'x', 5),
    shown(25, 'isCustomizedDefault', true, 'x'),
    shown(26, 'searchableInGlobalSearch', true, 'x'),
    shown(27, 'hasUniqueValue', true, 'x'),
    shown(28, 'serviceDefined', true, 'x'),
    shown(29, 'deleted', true, 'x'),
    shown(30, 'createdAt', 1, 'x'),
    shown(31, 'updatedAt', 1, 'x'),
    shown(32, 'createdUserId', 1, 'x'),
    shown(33, 'updatedUserId', 1, 'x'),
    {
      n: 34,
      statement: 'members marked v2 are in the v2 variant only',
      calls: [
        { endpoint: 'updateCompanyProperty', ...SAMPLES.updateCompanyProperty, status: 200, lacks: V2_ONLY },
        { endpoint: 'updateDealProperty', ...SAMPLES.updateDealProperty, status: 200, lacks: V2_ONLY },
        { endpoint: 'createContactProperty', ...SAMPLES.createContactProperty, status: 201, lacks: V2_ONLY },
      ],
    },
    {
      n: 35,
      statement: 'v1 companies show neither serviceDefined nor deleted nor timestamps',
      calls: [
        {
          endpoint: 'updateCompanyProperty',
          ...SAMPLES.updateCompanyProperty,
          status: 200,
          lacks: ['serviceDefined', 'deleted', 'createdAt', 'updatedAt'],
        },
      ],
    },
    {
      n: 36,
      statement: 'v1 contacts show neither type nor fieldType, v1 deals no fieldType',
      calls: [
        {
          endpoint: 'createContactProperty',
          ...SAMPLES.createContactProperty,
          status: 201,
          lacks: ['type', 'fieldType'],
        },
        { endpoint: 'updateDealProperty', ...SAMPLES.updateDealProperty, status: 200, lacks: ['fieldType'] },
      ],
    },
    {
      n: 37,
      statement: 'the reply of the deal update is said to have type, so it has',
      reply: 'updateDealProperty',
      member: 'type',
      takes: 'string',
      refuses: 5,
    },
    {
      n: 38,
      statement: 'a name is unique',
      assumption: 'A28',
      calls: [
        { endpoint: 'createProperty', params: CONTACTS, body: TIER, status: 201 },
        { endpoint: 'createProperty', params: CONTACTS, body: TIER, status: 409 },
      ],
    },
    {
      n: 39,
      statement: 'a name starts with a lowercase letter',
      calls: ['Tier', '1tier', '_tier'].map((name) => ({
        endpoint: 'createProperty',
        params: CONTACTS,
        body: { ...TIER, name },
        status: 400,
        names: ['name'],
      })),
    },
    {
      n: 40,
      statement: 'the path form of a name has lowercase letters and digits only',
      assumption: 'A18',
      calls: [
        {
          endpoint: 'updateCompanyProperty',
          ...SAMPLES.updateCompanyProperty,
          params: { property_name: 'aa_tier' },
          status: 400,
          names: ['property_name'],
        },
      ],
    },
    {
      n: 41,
      statement: 'deleted is in v2 and in v1 contacts',
      calls: [
        { endpoint: 'createProperty', params: CONTACTS, body: TIER, status: 201, shows: { deleted: false } },
        { endpoint: 'createContactProperty', ...SAMPLES.createContactProperty, status: 201, shows: { deleted: false } },
        { endpoint: 'updateDealProperty', ...SAMPLES.updateDealProperty, status: 200, lacks: ['deleted'] },
      ],
    },
    {
      n: 42,
      statement: 'timestamps are in v2, v1 deals and v1 contacts',
      calls: [
        { endpoint: 'createProperty', params: CONTACTS, body: TIER, status: 201, shows: TIMES },
        { endpoint: 'createContactProperty', ...SAMPLES.createContactProperty, status: 201, shows: TIMES },
        { endpoint: 'updateDealProperty', ...SAMPLES.updateDealProperty, status: 200, shows: TIMES },
      ],
    },
  ],
};
