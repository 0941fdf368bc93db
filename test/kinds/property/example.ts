/** Defines a property with every member, and the reply of the service to a write. */

import type { Fields } from '../../../src/model/json.ts';
import type { CallDraft } from '../../../src/model/kind.ts';

export const captured: Fields = {
  objectType: 'contacts',
  groupName: 'loyalty',
  name: 'loyaltytier',
  label: 'Loyalty tier',
  type: 'enumeration',
  fieldType: 'select',
  description: 'Tier in the programme',
  options: [
    { value: 'gold', label: 'Gold', description: 'Best', displayOrder: 0, hidden: false },
    { value: 'silver', label: 'Silver' },
  ],
  displayOrder: 3,
  formField: true,
  optionsMode: 'merge',
  retire: [{ value: 'bronze', stage: 'hide' }],
};

/** Example with the additional members of the dated surface. The formula names no property. */
export const capturedDated: Fields = {
  ...captured,
  fieldType: 'calculation_equation',
  hidden: true,
  hasUniqueValue: false,
  dataSensitivity: 'non_sensitive',
  calculationFormula: "'gold'",
  numberDisplayHint: 'formatted',
  textDisplayHint: 'multi_line',
  showCurrencySymbol: true,
  currencyPropertyName: 'deal_currency',
};

/** Values of these members in a definition that lacks them. */
export const UNSET_MEMBERS: Fields = {
  hidden: false,
  hasUniqueValue: false,
  dataSensitivity: 'non_sensitive',
  referencedObjectType: '',
  externalOptions: false,
  calculationFormula: '',
  numberDisplayHint: '',
  textDisplayHint: '',
  showCurrencySymbol: false,
  currencyPropertyName: '',
};

/** Members that a body does not set come back unset; every option gets the members of interface 2.4. */
export function definitionReply(call: CallDraft): unknown {
  const { options = [], ...body } = Object(call.body);
  return {
    name: call.params['property_name'],
    formField: true,
    ...body,
    options: [...options].map((option, index) => ({
      description: null,
      displayOrder: index,
      hidden: false,
      readOnly: null,
      doubleData: null,
      ...option,
    })),
    readOnlyDefinition: null,
    calculated: false,
    deleted: false,
    updatedAt: 1_760_000_000_000,
    updatedUserId: 42,
  };
}
