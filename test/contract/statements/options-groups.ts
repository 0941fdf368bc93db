/** Sections 2.4 to 2.6: options, groups, and the allowed values of each variant. */

import type { Section } from './row.ts';
import { SAMPLES } from './samples.ts';

export const OPTION: Section = {
  section: '2.4',
  rows: [
    {
      n: 1,
      statement: 'label is sent and shown',
      body: 'createProperty',
      member: 'options.0.label',
      takes: 'G',
      refuses: 5,
      needed: true,
    },
    {
      n: 2,
      statement: 'value is sent and shown',
      body: 'createProperty',
      member: 'options.0.value',
      takes: 'g',
      refuses: 5,
      needed: true,
    },
    {
      n: 3,
      statement: 'description is sent and shown',
      body: 'createProperty',
      member: 'options.0.description',
      takes: 'x',
      refuses: 5,
    },
    {
      n: 4,
      statement: 'displayOrder is sent and shown',
      body: 'createProperty',
      member: 'options.0.displayOrder',
      takes: 1,
      refuses: 'x',
    },
    {
      n: 5,
      statement: 'hidden is sent and shown',
      body: 'createProperty',
      member: 'options.0.hidden',
      takes: true,
      refuses: 'x',
    },
    {
      n: 6,
      statement: 'readOnly is shown only',
      reply: 'listProperties',
      member: '0.options.0.readOnly',
      takes: true,
      refuses: 'x',
    },
    {
      n: 7,
      statement: 'doubleData is shown only',
      reply: 'listProperties',
      member: '0.options.0.doubleData',
      takes: 0.5,
      refuses: 'x',
    },
  ],
};

export const GROUP: Section = {
  section: '2.5',
  rows: [
    { n: 1, statement: 'name is a string', reply: 'createGroup', member: 'name', takes: 'g', refuses: 5 },
    { n: 2, statement: 'displayName is a string', reply: 'createGroup', member: 'displayName', takes: 'G', refuses: 5 },
    {
      n: 3,
      statement: 'displayOrder is a whole number',
      reply: 'createGroup',
      member: 'displayOrder',
      takes: 1,
      refuses: 'x',
    },
    {
      n: 4,
      statement: 'serviceDefined is a flag',
      reply: 'createGroup',
      member: 'serviceDefined',
      takes: true,
      refuses: 'x',
    },
    {
      n: 5,
      statement: 'properties is a list of definitions',
      reply: 'updateContactGroup',
      member: 'properties',
      takes: [],
      refuses: [5],
    },
    { n: 6, statement: 'portalId is the account', reply: 'createGroup', member: 'portalId', takes: 7, refuses: 'x' },
    {
      n: 7,
      statement: 'groups stand in ascending order from 0',
      assumption: 'A15',
      calls: [
        {
          endpoint: 'updateGroup',
          ...SAMPLES.updateGroup,
          body: { displayOrder: 0 },
          status: 200,
          shows: { displayOrder: 0 },
        },
        {
          endpoint: 'updateGroup',
          ...SAMPLES.updateGroup,
          body: { displayOrder: -1 },
          status: 200,
          shows: { displayOrder: '<number>' },
        },
      ],
    },
    {
      n: 8,
      statement: 'properties are there with the flag of the query only',
      assumption: 'A02',
      calls: [
        {
          endpoint: 'updateContactGroup',
          ...SAMPLES.updateContactGroup,
          status: 200,
          shows: { properties: [{ name: 'aatier' }] },
        },
        {
          endpoint: 'updateContactGroup',
          ...SAMPLES.updateContactGroup,
          query: { includeProperties: 'false' },
          status: 200,
          lacks: ['properties'],
        },
        {
          endpoint: 'updateCompanyGroup',
          ...SAMPLES.updateCompanyGroup,
          query: {},
          status: 200,
          lacks: ['properties'],
        },
      ],
    },
    {
      n: 9,
      statement: 'properties are in v1 only, portalId in v2 only',
      calls: [
        {
          endpoint: 'updateGroup',
          ...SAMPLES.updateGroup,
          status: 200,
          shows: { portalId: 1001 },
          lacks: ['properties'],
        },
        { endpoint: 'updateContactGroup', ...SAMPLES.updateContactGroup, status: 200, lacks: ['portalId'] },
        { endpoint: 'updateCompanyGroup', ...SAMPLES.updateCompanyGroup, status: 200, lacks: ['portalId'] },
      ],
    },
  ],
};

const V2_TYPES = ['string', 'number', 'bool', 'datetime', 'enumeration'];
const V2_FIELDS = ['textarea', 'select', 'text', 'date', 'file', 'number', 'radio', 'checkbox'];
const V1_TYPES = ['string', 'number', 'date', 'datetime', 'enumeration'];
const COMPANY_FIELDS = ['textarea', 'text', 'date', 'number', 'select', 'radio', 'checkbox', 'booleancheckbox'];

export const VALUES: Section = {
  section: '2.6',
  rows: [
    { n: 1, statement: 'types of v2', valuesOf: 'createProperty', member: 'type', exactly: V2_TYPES },
    { n: 2, statement: 'field types of v2', valuesOf: 'createProperty', member: 'fieldType', exactly: V2_FIELDS },
    { n: 3, statement: 'types of v1 deals', valuesOf: 'updateDealProperty', member: 'type', exactly: V2_TYPES },
    {
      n: 4,
      statement: 'field types of v1 deals',
      valuesOf: 'updateDealProperty',
      member: 'fieldType',
      exactly: V2_FIELDS,
    },
    { n: 5, statement: 'types of v1 contacts', valuesOf: 'createContactProperty', member: 'type', exactly: V1_TYPES },
    {
      n: 6,
      statement: 'field types of v1 contacts',
      valuesOf: 'createContactProperty',
      member: 'fieldType',
      exactly: [...COMPANY_FIELDS, 'file'],
    },
    {
      n: 7,
      statement: 'types of the v1 company update',
      valuesOf: 'updateCompanyProperty',
      member: 'type',
      exactly: V1_TYPES,
    },
    {
      n: 8,
      statement: 'field types of the v1 company update',
      valuesOf: 'updateCompanyProperty',
      member: 'fieldType',
      exactly: COMPANY_FIELDS,
    },
    {
      n: 9,
      statement: 'types of the v1 company list, where those of v2 show too',
      assumption: 'A33',
      calls: [
        {
          endpoint: 'updateCompanyProperty',
          ...SAMPLES.updateCompanyProperty,
          body: { groupName: 'held', type: 'date' },
          status: 200,
        },
        { endpoint: 'listCompanyProperties', status: 200, shows: [{ name: 'aatier', type: 'date' }] },
        {
          endpoint: 'listProperties',
          params: { object_type: 'companies' },
          status: 200,
          shows: [{ name: 'aatier', type: 'date' }],
        },
      ],
    },
    {
      n: 10,
      statement: 'field types of the v1 company list, where those of v2 show too',
      assumption: 'A33',
      calls: [
        {
          endpoint: 'createProperty',
          params: { object_type: 'companies' },
          body: { name: 'aaa', label: 'A', groupName: 'held', type: 'string', fieldType: 'file' },
          status: 201,
        },
        { endpoint: 'listCompanyProperties', status: 200, shows: [{ name: 'aaa', fieldType: 'file' }] },
      ],
    },
    {
      n: 11,
      statement: 'types of an event-definition property',
      valuesOf: 'createEventProperty',
      member: 'type',
      exactly: ['string', 'number', 'enumeration', 'datetime'],
    },
    {
      n: 12,
      statement: 'the field type of an event-definition property is any string',
      assumption: 'A41',
      body: 'createEventProperty',
      member: 'fieldType',
      takes: 'anything',
      refuses: 5,
    },
  ],
};
