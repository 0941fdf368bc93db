/** Section 11.3: batches of property definitions. */

import { archive, CONTACTS, GIVEN, read } from './dated-property-calls.ts';
import type { CallsRow, ReplyRow, Step } from './row.ts';

const TIME = '2026-03-01T12:00:00.000Z';

function createAll(inputs: readonly object[], status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'createDatedProperties', params: CONTACTS, body: { inputs }, status, ...more };
}

function readAll(names: readonly string[], status: number, more: Partial<Step> = {}): Step {
  const inputs = names.map((name) => ({ name }));
  const body = { inputs, archived: false, dataSensitivity: 'non_sensitive' };
  return { endpoint: 'readDatedProperties', params: CONTACTS, body, status, ...more };
}

function archiveAll(names: readonly string[], status: number): Step {
  const body = { inputs: names.map((name) => ({ name })) };
  return { endpoint: 'archiveDatedProperties', params: CONTACTS, body, status };
}

function shown(member: string, takes: unknown, refuses: unknown): Omit<ReplyRow, 'n'> {
  const statement = `${member} is in the reply to a batch`;
  return { statement, reply: 'createDatedProperties', member, takes, refuses };
}

const MANY = Array.from({ length: 101 }, (_, index) => ({ ...GIVEN, name: `many${index}` }));

/** Numbered by the section. */
export const BATCH_RULES: readonly (Omit<CallsRow, 'n'> | Omit<ReplyRow, 'n'>)[] = [
  shown('status', 'COMPLETE', 5),
  shown('results', [], 'x'),
  shown('requestedAt', TIME, 5),
  shown('startedAt', TIME, 5),
  shown('completedAt', TIME, 5),
  {
    ...shown('links', { self: '/crm/properties/2026-09/contacts/batch/create' }, 'x'),
    fault: { do: 'batch', endpoint: 'createDatedProperties', state: 'COMPLETE' },
  },
  {
    statement:
      'a batch applies the inputs that it can, and answers 207 with the others, each named in the context of its error',
    calls: [
      createAll(
        [
          { ...GIVEN, name: 'first' },
          { ...GIVEN, name: 'abnumber' },
          { ...GIVEN, name: 'second', groupName: 'none' },
          { ...GIVEN, name: 'third', calculationFormula: 'first + 1' },
          { ...GIVEN, name: 'fourth', calculationFormula: 'second + 1' },
          { ...GIVEN, name: 'first' },
        ],
        207,
        {
          shows: {
            status: 'COMPLETE',
            results: [{ name: 'first' }, { name: 'third' }],
            numErrors: 4,
            errors: [
              {
                status: 'error',
                category: 'OBJECT_ALREADY_EXISTS',
                subCategory: 'Properties.PROPERTY_WITH_NAME_EXISTS',
                message: '<text>',
                context: { name: ['abnumber'] },
              },
              { category: 'VALIDATION_ERROR', context: { name: ['second'] }, errors: [], links: {} },
              { category: 'OBJECT_NOT_FOUND', context: { name: ['fourth'] } },
              { category: 'OBJECT_ALREADY_EXISTS', context: { name: ['first'] } },
            ],
          },
        },
      ),
      read('third', 200),
      read('second', 404),
    ],
  },
  {
    statement: 'the create of an archived name in a batch brings the property back',
    calls: [
      createAll([{ ...GIVEN, name: 'abgone' }], 201, {
        shows: { results: [{ name: 'abgone', archived: false, createdAt: '2020-09-13T12:26:40.000Z' }] },
        lacks: ['numErrors', 'errors'],
      }),
    ],
  },
  {
    statement: 'a batch with an input that is malformed, or without any, is refused as a whole with 400',
    calls: [
      createAll(
        [
          { ...GIVEN, name: 'first' },
          { ...GIVEN, name: 'second', type: 'json' },
        ],
        400,
        {
          names: ['inputs.1.type'],
        },
      ),
      read('first', 404),
      createAll([], 400, { names: ['inputs'] }),
    ],
  },
  {
    statement: 'a batch takes at most 100 inputs',
    assumption: 'A51',
    calls: [
      createAll(MANY, 400, { names: ['inputs'] }),
      readAll(
        MANY.map(({ name }) => name),
        400,
        { names: ['inputs'] },
      ),
      archiveAll(
        MANY.map(({ name }) => name),
        400,
      ),
      read('many0', 404),
      createAll(MANY.slice(1), 201),
    ],
  },
  {
    statement: 'a batch reads what is as it asks, and answers 207 with the names of the others',
    calls: [
      readAll(['abnumber', 'abgone', 'absecret', 'none'], 207, {
        shows: {
          results: '<one>',
          numErrors: 3,
          errors: ['abgone', 'absecret', 'none'].map((name) => ({
            category: 'OBJECT_NOT_FOUND',
            context: { name: [name] },
          })),
        },
      }),
      readAll(['abnumber'], 200, { query: { locale: 'en' }, shows: { results: [{ name: 'abnumber' }] } }),
    ],
  },
  {
    statement: 'a batch archive succeeds whatever becomes of its inputs',
    assumption: 'A51',
    calls: [
      archiveAll(['abspare', 'abgone', 'none', 'abused', 'abbuiltin', 'abnumber'], 204),
      archive('abspare', 404),
      read('abused', 200),
      read('abbuiltin', 200),
      read('abnumber', 200),
    ],
  },
];
