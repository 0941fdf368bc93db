/** Members of a property that the dated surface alone has (interface 11.3). */

import { z } from 'zod';
import { DATA_SENSITIVITIES } from '../../contract/event-definitions.ts';
import type { FieldRule } from '../../model/kind.ts';

const DATED = 'Needs the dated surface.';
const FOR_GOOD = `${DATED} Set when the property is created; it cannot be changed later.`;
const hint = (of: string) =>
  z
    .string()
    .min(1)
    .exactOptional()
    .describe(`How ${of} are displayed. Unchanged if not declared; the service cannot clear it. ${DATED}`);

export const datedMembers = {
  hidden: z
    .boolean()
    .exactOptional()
    .describe(`True: the property is not shown in the app. Unchanged if not declared. ${DATED}`),
  hasUniqueValue: z.boolean().exactOptional().describe(`True: no two records have the same value. ${FOR_GOOD}`),
  dataSensitivity: z
    .enum(DATA_SENSITIVITIES)
    .exactOptional()
    .describe(
      `How the values are protected. Needs an account that can store sensitive data, and a token with a scope for it. ${FOR_GOOD}`,
    )
    .meta({ enumDescriptions: ['Highly sensitive data.', 'No sensitive data, the default.', 'Sensitive data.'] }),
  referencedObjectType: z
    .enum(['OWNER'])
    .exactOptional()
    .describe(`OWNER: the options are the users of the account. Requires externalOptions: true. ${FOR_GOOD}`)
    .meta({ enumDescriptions: ['Users of the account.'] }),
  externalOptions: z
    .boolean()
    .exactOptional()
    .describe(
      `True: the options come from the account itself. Requires type enumeration, referencedObjectType: OWNER and no options. ${FOR_GOOD}`,
    ),
  calculationFormula: z
    .string()
    .min(1)
    .meta({ examples: ['amount - costs'] })
    .exactOptional()
    .describe(
      `Formula that calculates the value from other properties of the object type. Requires fieldType calculation_equation. ${DATED}`,
    ),
  numberDisplayHint: hint('numbers'),
  textDisplayHint: hint('texts'),
  showCurrencySymbol: z
    .boolean()
    .exactOptional()
    .describe(
      `True: the number is shown with a currency symbol. Unchanged if not declared; stays true once currencyPropertyName was set. ${DATED}`,
    ),
  currencyPropertyName: z
    .string()
    .min(1)
    .meta({ examples: ['deal_currency_code'] })
    .exactOptional()
    .describe(
      `Name of the property that holds the currency. Requires showCurrencySymbol: true. The service cannot clear it. ${DATED}`,
    ),
} as const;

export type DatedMember = keyof typeof datedMembers;

export const DATED_MEMBERS = Object.keys(datedMembers) as readonly DatedMember[];

/** An update takes these and ignores them. */
export const CREATE_ONLY: readonly DatedMember[] = [
  'hasUniqueValue',
  'dataSensitivity',
  'referencedObjectType',
  'externalOptions',
];

/** Texts that a request leaves out where there is none: the service refuses an empty one, so none can be taken away again. */
export const NEVER_EMPTY: readonly string[] = [
  'referencedObjectType',
  'calculationFormula',
  'numberDisplayHint',
  'textDisplayHint',
  'currencyPropertyName',
] satisfies readonly DatedMember[];

export const datedRules: Readonly<Record<DatedMember, Omit<FieldRule, 'mutable'>>> = {
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
};
