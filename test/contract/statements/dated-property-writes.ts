/** Lists the statements of section 11.3 about valid definitions. */

import { CHOICE, create, GIVEN, NO, read, TEXT, update, YES } from './dated-property-calls.ts';
import type { CallsRow } from './row.ts';

/** Numbered by the section. */
export const WRITE_RULES: readonly Omit<CallsRow, 'n'>[] = [
  {
    statement: 'every object type takes every type',
    calls: [
      {
        endpoint: 'createDatedProperty',
        params: { object_type: '0-2' },
        body: { ...GIVEN, type: 'phone_number', fieldType: 'phonenumber' },
        status: 201,
        shows: { type: 'phone_number', fieldType: 'phonenumber' },
      },
    ],
  },
  {
    statement: 'a bool has exactly the options true and false',
    calls: [
      create({ ...GIVEN, type: 'bool', fieldType: 'booleancheckbox', options: [YES] }, 400, {
        shows: { errors: [{ code: 'INVALID_BOOLEAN_OPTION' }] },
      }),
      create({ ...GIVEN, type: 'bool', fieldType: 'booleancheckbox' }, 400),
      create({ ...GIVEN, type: 'bool', fieldType: 'booleancheckbox', options: [YES, NO] }, 201),
    ],
  },
  {
    statement: 'the create of an enumeration names its options',
    assumption: 'A48',
    calls: [create(CHOICE, 400, { names: ['options'] }), create({ ...CHOICE, options: [] }, 201)],
  },
  {
    statement: 'a field type that does not go with the type is refused with 400',
    assumption: 'A48',
    calls: [
      create({ ...GIVEN, type: 'date', fieldType: 'number' }, 400, { names: ['fieldType'] }),
      update('abnumber', { fieldType: 'text' }, 400, { names: ['fieldType'] }),
      update('abnumber', { type: 'string', fieldType: 'text' }, 200, { shows: { type: 'string', fieldType: 'text' } }),
    ],
  },
  {
    statement: 'the update is partial: what is left out keeps its value, and options replace the list',
    calls: [
      create({ ...CHOICE, options: [YES, NO], description: 'How', displayOrder: 3 }, 201),
      update('newtier', { label: 'Level' }, 200, {
        shows: { label: 'Level', description: 'How', displayOrder: 3, options: [YES, NO] },
      }),
      update('newtier', { options: [NO] }, 200, { shows: { options: '<one>' } }),
      update('none', { label: 'Level' }, 404),
      update('abgone', { label: 'Level' }, 404),
    ],
  },
  {
    statement: 'the update takes the members that only a create sets, and ignores them',
    calls: [
      update(
        'abnumber',
        {
          name: 'other',
          hasUniqueValue: true,
          dataSensitivity: 'sensitive',
          referencedObjectType: 'OWNER',
          externalOptions: true,
          dateDisplayHint: 'absolute',
        },
        200,
        {
          shows: { name: 'abnumber', hasUniqueValue: false, dataSensitivity: 'non_sensitive', externalOptions: false },
          lacks: ['referencedObjectType', 'dateDisplayHint'],
        },
      ),
    ],
  },
  {
    statement: 'null keeps a display hint, and an empty one is refused with 400',
    calls: [
      create({ ...GIVEN, numberDisplayHint: '' }, 400, { names: ['numberDisplayHint'] }),
      create({ ...GIVEN, numberDisplayHint: 'formatted' }, 201),
      update('newtier', { numberDisplayHint: null }, 200, { shows: { numberDisplayHint: 'formatted' } }),
      update('newtier', { numberDisplayHint: '' }, 400, { names: ['numberDisplayHint'] }),
      update('newtier', { textDisplayHint: '' }, 400, { names: ['textDisplayHint'] }),
    ],
  },
  {
    statement:
      'only a property that shows the currency symbol names a currency property, and one that has named one shows the symbol for good',
    calls: [
      create({ ...GIVEN, currencyPropertyName: 'currency_code' }, 400, {
        shows: { errors: [{ code: 'ONLY_CURRENCY_PROPERTIES_CAN_SPECIFY_CURRENCY' }] },
      }),
      create({ ...GIVEN, showCurrencySymbol: true }, 201),
      update('newtier', { showCurrencySymbol: false }, 200, { lacks: ['showCurrencySymbol'] }),
      update('newtier', { currencyPropertyName: 'any' }, 400),
      update('newtier', { showCurrencySymbol: true, currencyPropertyName: 'any' }, 200),
      update('newtier', { currencyPropertyName: null }, 200, { shows: { currencyPropertyName: 'any' } }),
      update('newtier', { showCurrencySymbol: false }, 400),
    ],
  },
  {
    statement: 'a property for sensitive data needs a scope of its own, and an account that has them turned on',
    calls: [
      create({ ...GIVEN, dataSensitivity: 'sensitive' }, 403, {
        shows: { message: 'Missing required scope for: sensitive-data-property-create' },
      }),
      create({ ...GIVEN, dataSensitivity: 'highly_sensitive' }, 403, { token: '{{sensitive}}' }),
      create({ ...GIVEN, groupName: 'contactinformation', dataSensitivity: 'sensitive' }, 400, {
        token: '{{turned-off}}',
        shows: { errors: [{ code: 'PORTAL_NOT_ENABLED_FOR_SENSITIVE_DATA' }] },
      }),
      create({ ...GIVEN, dataSensitivity: 'sensitive' }, 201, {
        token: '{{sensitive}}',
        shows: { dataSensitivity: 'sensitive', sensitiveDataCategories: [] },
      }),
      read('newtier', 404),
    ],
  },
  {
    statement: 'a formula makes a calculated property, whatever its field type, and is stored in one spelling',
    assumption: 'A49',
    calls: [
      create({ ...GIVEN, calculationFormula: 'IF abnumber=2.50 THEN 10abspare ELSE MAX( abspare,"1" ) endif' }, 201, {
        shows: {
          fieldType: 'calculation_equation',
          calculated: true,
          calculationFormula: "if abnumber equals 2.5 then 10 * abspare else max(abspare, '1') endif",
        },
      }),
      update('newtier', { fieldType: 'number', calculationFormula: 'abspare' }, 200, {
        shows: { fieldType: 'calculation_equation', calculationFormula: 'abspare' },
      }),
      update('newtier', { calculationFormula: 'if(abspare)' }, 400, { names: ['calculationFormula'] }),
    ],
  },
  {
    statement: 'a formula that names a property that is missing or archived is refused with 404',
    calls: [
      create({ ...GIVEN, calculationFormula: 'abnumber + none' }, 404),
      create({ ...GIVEN, calculationFormula: 'abgone' }, 404),
      update('abformula', { calculationFormula: 'none' }, 404),
    ],
  },
  {
    statement: 'an object type has at most 10 unique properties',
    assumption: 'A50',
    calls: [
      ...Array.from({ length: 10 }, (_, index) =>
        create({ ...TEXT, name: `unique${index}`, hasUniqueValue: true }, 201, { shows: { hasUniqueValue: true } }),
      ),
      create({ ...TEXT, name: 'unique10', hasUniqueValue: true }, 400, { names: ['hasUniqueValue'] }),
      create({ ...TEXT, name: 'unique10' }, 201),
    ],
  },
];
