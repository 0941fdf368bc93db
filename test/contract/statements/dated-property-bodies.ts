/** Section 11.3: the members of a property in requests of the dated surface. */

import type { BodyRow, CallsRow, Step, ValuesRow } from './row.ts';

const GIVEN = { name: 'newtier', label: 'Tier', groupName: 'held', type: 'number', fieldType: 'number' };
const TEXT = { ...GIVEN, type: 'string', fieldType: 'text' };
const OPTION = { label: 'Gold', value: 'gold', displayOrder: 0, hidden: false };
const CHOICE = { ...GIVEN, type: 'enumeration', fieldType: 'select', options: [OPTION] };
const OWNER = { ...GIVEN, type: 'enumeration', fieldType: 'select', externalOptions: true };

type Row = Omit<BodyRow, 'n'> | Omit<ValuesRow, 'n'> | Omit<CallsRow, 'n'>;

function taken(member: string, what: string, takes: unknown, refuses: unknown, more: Partial<BodyRow> = {}): Row {
  return { statement: `${member} is ${what}`, body: 'createDatedProperty', member, takes, refuses, ...more };
}

const aText = (member: string, takes: string, more: Partial<BodyRow> = {}) => taken(member, 'a string', takes, 5, more);
const aFlag = (member: string, more: Partial<BodyRow> = {}) => taken(member, 'a flag', false, 'no', more);
const aNumber = (member: string, more: Partial<BodyRow> = {}) => taken(member, 'a whole number', 4, 1.5, more);

const NEEDED = { needed: true } as const;
const OF_OPTION = { needed: true, given: CHOICE } as const;

function create(body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'createDatedProperty', params: { object_type: 'contacts' }, body, status, ...more };
}

/** Numbered by the section. */
export const BODY_ROWS: readonly Row[] = [
  aText('name', 'newest', NEEDED),
  aText('label', 'Newest', NEEDED),
  aText('groupName', 'held', NEEDED),
  {
    statement: 'the values of type',
    valuesOf: 'createDatedProperty',
    member: 'type',
    exactly: ['bool', 'date', 'datetime', 'enumeration', 'number', 'phone_number', 'string'],
  },
  {
    statement: 'the values of fieldType',
    valuesOf: 'createDatedProperty',
    member: 'fieldType',
    exactly: [
      'booleancheckbox',
      'calculation_equation',
      'checkbox',
      'date',
      'file',
      'html',
      'number',
      'phonenumber',
      'radio',
      'select',
      'text',
      'textarea',
    ],
  },
  aText('description', 'How loyal'),
  taken('options', 'a list of options', [OPTION], 'gold', { given: TEXT }),
  aText('options.0.label', 'Gold', OF_OPTION),
  aText('options.0.value', 'gold', OF_OPTION),
  aNumber('options.0.displayOrder', OF_OPTION),
  aFlag('options.0.hidden', OF_OPTION),
  aText('options.0.description', 'The best', { given: CHOICE }),
  aNumber('displayOrder'),
  aFlag('formField'),
  aFlag('hidden'),
  aFlag('hasUniqueValue'),
  taken('dataSensitivity', 'non_sensitive, sensitive or highly_sensitive', 'non_sensitive', 'secret'),
  aFlag('externalOptions'),
  {
    statement: 'referencedObjectType is OWNER, with externalOptions and without options',
    calls: [
      create(OWNER, 400, { names: ['externalOptions'] }),
      create({ ...OWNER, referencedObjectType: 'OWNER', options: [OPTION] }, 400, { names: ['externalOptions'] }),
      create({ ...CHOICE, referencedObjectType: 'OWNER' }, 400, { names: ['referencedObjectType'] }),
      create({ ...OWNER, referencedObjectType: 'OWNER' }, 201, {
        shows: { externalOptions: true, referencedObjectType: 'OWNER', options: [] },
      }),
    ],
  },
  aText('calculationFormula', 'abnumber + 1'),
  aText('numberDisplayHint', 'formatted'),
  aText('textDisplayHint', 'multi_line'),
  aFlag('showCurrencySymbol', { given: GIVEN }),
  aText('currencyPropertyName', 'currency_code'),
  {
    statement: 'dateDisplayHint is taken and ignored',
    calls: [
      create({ ...GIVEN, type: 'date', fieldType: 'date', dateDisplayHint: 'absolute' }, 201, {
        lacks: ['dateDisplayHint'],
      }),
    ],
  },
];
