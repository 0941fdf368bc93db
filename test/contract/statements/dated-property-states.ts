/** Section 11.3: which properties there are, and what becomes of them. */

import { archive, CONTACTS, create, GIVEN, NO, named, read, TEXT, update } from './dated-property-calls.ts';
import type { CallsRow } from './row.ts';

/** Numbered by the section. */
export const STATE_RULES: readonly Omit<CallsRow, 'n'>[] = [
  {
    statement:
      'lists and single reads show what is active and not sensitive, unless they ask for archived or for sensitive ones',
    calls: [
      {
        endpoint: 'listDatedProperties',
        params: CONTACTS,
        query: { archived: 'true' },
        status: 200,
        shows: { results: [{ name: 'abgone', archived: true }] },
      },
      {
        endpoint: 'listDatedProperties',
        params: CONTACTS,
        query: { dataSensitivity: 'sensitive', locale: 'en' },
        status: 200,
        shows: { results: '<one>' },
      },
      read('abgone', 404),
      read('abgone', 200, { query: { archived: 'true' } }),
      read('absecret', 404),
      read('absecret', 200, { query: { dataSensitivity: 'sensitive' } }),
      read('abnumber', 404, { query: { dataSensitivity: 'sensitive' } }),
      read('abnumber', 404, { query: { archived: 'true' } }),
    ],
  },
  {
    statement: "a property of the service's own has no member archived unless it is archived",
    calls: [read('abbuiltin', 200, { lacks: ['archived'] }), read('abnumber', 200, { shows: { archived: false } })],
  },
  {
    statement: 'the name of an active property is refused with 409, and nothing changes',
    calls: [
      create({ ...GIVEN, name: 'abnumber', label: 'Other' }, 409, {
        shows: {
          category: 'OBJECT_ALREADY_EXISTS',
          subCategory: 'Properties.PROPERTY_WITH_NAME_EXISTS',
          message: "A property named 'abnumber' already exists.",
        },
      }),
      read('abnumber', 200, { shows: { label: 'Number' } }),
    ],
  },
  {
    statement:
      'the name of an archived property brings it back as it is posted, with its creation time, and no archived one remains',
    calls: [
      create({ ...TEXT, name: 'abgone', label: 'Back' }, 201, {
        shows: {
          label: 'Back',
          type: 'string',
          fieldType: 'text',
          formField: false,
          archived: false,
          createdAt: '2020-09-13T12:26:40.000Z',
        },
        lacks: ['archivedAt'],
      }),
      read('abgone', 200),
      read('abgone', 404, { query: { archived: 'true' } }),
    ],
  },
  {
    statement: 'a group that is missing or archived is refused with 400',
    calls: [
      create({ ...GIVEN, groupName: 'none' }, 400),
      { endpoint: 'archiveDatedGroup', params: { object_type: 'contacts', group_name: 'unused' }, status: 204 },
      create({ ...GIVEN, groupName: 'unused' }, 400),
      update('abnumber', { groupName: 'unused' }, 400),
    ],
  },
  {
    statement: 'an archived property is not found, by a second archive neither',
    calls: [archive('abspare', 204), archive('abspare', 404), archive('none', 404), read('abspare', 404)],
  },
  {
    statement: 'a property that something uses is not archived, and the refusal says what',
    calls: [
      archive('abused', 400, {
        shows: {
          category: 'VALIDATION_ERROR',
          subCategory: 'PropertyValidationError.CANNOT_DELETE_PROPERTY_IN_USE',
          message: 'Property: abused of object type 0-1 is currently used in 2 places and cannot be deleted',
          context: { usageCount: ['2'] },
          errors: [
            {
              subCategory: 'PropertyValidationError.PROPERTY_USAGE',
              context: { parentType: ['WORKFLOW'], parentName: ['Welcome'] },
            },
          ],
        },
      }),
      archive('abnumber', 400, {
        shows: { errors: [{ context: { parentType: ['CALCULATED_PROPERTY'], parentName: ['0-1/abformula'] } }] },
      }),
      archive('abformula', 204),
      archive('abnumber', 204),
    ],
  },
  {
    statement: "a property of the service's own is not archived",
    assumption: 'A50',
    calls: [archive('abbuiltin', 400)],
  },
  {
    statement: 'of a read-only definition the options alone can be changed, where they are not read-only too',
    assumption: 'A50',
    calls: [
      read('abbuiltin', 200, { shows: { modificationMetadata: { readOnlyDefinition: true, readOnlyOptions: false } } }),
      update('abbuiltin', { options: [NO] }, 200, { shows: { options: '<one>' } }),
      update('abbuiltin', { label: 'Other' }, 400),
      update('abbuiltin', { label: 'Built in', options: [NO] }, 400),
      read('ablocked', 200, { shows: { modificationMetadata: { readOnlyDefinition: true, readOnlyOptions: true } } }),
      update('ablocked', { options: [NO] }, 400),
    ],
  },
  {
    statement: 'the header Location of a create in version 2026-09 is the path of the property',
    calls: [
      create(GIVEN, 201, {
        version: '2026-09',
        headers: { location: '/crm/properties/2026-09/contacts/newtier' },
      }),
      create({ ...GIVEN, name: 'newrank' }, 201, { version: '2026-03', headers: { location: null } }),
    ],
  },
  {
    statement: 'the documented surface shows none of the members that are new here',
    calls: [
      {
        endpoint: 'patchProperty',
        params: named('abnumber'),
        body: { label: 'Number' },
        status: 200,
        lacks: ['dataSensitivity', 'sensitiveDataCategories', 'calculationFormula', 'dateDisplayHint', 'usedIn'],
      },
    ],
  },
];
