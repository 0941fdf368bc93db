/** Members of a property that only the dated surface has (interface 11.3). */

import { z } from 'zod';
import { DATA_SENSITIVITIES } from '../../contract/event-definitions.ts';
import type { FieldHint } from '../../model/field-rule.ts';
import { DeclaredValidation, VALIDATION_LIST } from './validation.ts';

/** The generator of the configuration reference reads this value. */
const surface = 'dated';
const FOR_GOOD = 'It cannot be changed later.';
const hint = (of: string, example: string) =>
  z
    .string()
    .min(1)
    .exactOptional()
    .register(z.globalRegistry, {
      description: `How ${of} are displayed. The service cannot clear it.`,
      examples: [example],
      surface,
    });

export const datedMembers = {
  hidden: z.boolean().exactOptional().register(z.globalRegistry, {
    description: 'True: the property is not shown in the app.',
    surface,
  }),
  hasUniqueValue: z
    .boolean()
    .exactOptional()
    .register(z.globalRegistry, { description: `True: no two records have the same value. ${FOR_GOOD}`, surface }),
  dataSensitivity: z
    .enum(DATA_SENSITIVITIES)
    .exactOptional()
    .register(z.globalRegistry, {
      description: `Protection of the values. Account and token need access to sensitive data. ${FOR_GOOD}`,
      enumDescriptions: ['Highly sensitive data.', 'Non-sensitive data.', 'Sensitive data.'],
      default: 'non_sensitive',
      surface,
    }),
  referencedObjectType: z
    .enum(['OWNER'])
    .exactOptional()
    .register(z.globalRegistry, {
      description: `OWNER: the options are the users of the account. Requires externalOptions: true. ${FOR_GOOD}`,
      enumDescriptions: ['Users of the account.'],
      surface,
    }),
  externalOptions: z
    .boolean()
    .exactOptional()
    .register(z.globalRegistry, {
      description: `True: the options come from the account itself. Requires type enumeration, referencedObjectType: OWNER and no options. ${FOR_GOOD}`,
      surface,
    }),
  calculationFormula: z
    .string()
    .min(1)
    .register(z.globalRegistry, { examples: ['amount - costs'] })
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Formula with properties of the same object type. Requires fieldType calculation_equation.',
      surface,
    }),
  numberDisplayHint: hint('numbers', 'formatted'),
  textDisplayHint: hint('texts', 'multi_line'),
  showCurrencySymbol: z.boolean().exactOptional().register(z.globalRegistry, {
    description: 'True: the number is shown with a currency symbol. Stays true once currencyPropertyName was set.',
    surface,
  }),
  currencyPropertyName: z
    .string()
    .min(1)
    .register(z.globalRegistry, { examples: ['deal_currency_code'] })
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Property that holds the currency. Requires showCurrencySymbol: true. The service cannot clear it.',
      surface,
    }),
  validation: DeclaredValidation.exactOptional().register(z.globalRegistry, {
    description:
      'Validation rules by rule type, each with its arguments: one value, a list, or true for none. Rules of other users stay; no call removes a rule.',
    surface,
  }),
} as const;

export type DatedMember = keyof typeof datedMembers;

export const DATED_MEMBERS = Object.keys(datedMembers) as readonly DatedMember[];

/** Members that an update accepts and ignores. */
export const CREATE_ONLY: readonly DatedMember[] = [
  'hasUniqueValue',
  'dataSensitivity',
  'referencedObjectType',
  'externalOptions',
];

/** Texts that a request leaves out if they are empty, because the service refuses an empty text. They can therefore not be cleared. */
export const NEVER_EMPTY: readonly string[] = [
  'referencedObjectType',
  'calculationFormula',
  'numberDisplayHint',
  'textDisplayHint',
  'currencyPropertyName',
] satisfies readonly DatedMember[];

export const datedRules: Readonly<Record<DatedMember, FieldHint>> = {
  hidden: { compare: 'flag' },
  hasUniqueValue: { compare: 'flag' },
  dataSensitivity: { compare: 'exact', unset: 'non_sensitive' },
  referencedObjectType: { compare: 'text' },
  externalOptions: { compare: 'flag' },
  calculationFormula: { compare: 'formula' },
  numberDisplayHint: { compare: 'text' },
  textDisplayHint: { compare: 'text' },
  showCurrencySymbol: { compare: 'flag' },
  currencyPropertyName: { compare: 'text' },
  // A rule does not change its property (assumption A91).
  validation: { compare: 'options', list: VALIDATION_LIST, undated: true },
};
