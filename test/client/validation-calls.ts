/** A good call for each endpoint of validation rules, and the request that it sends. */

import type { TypedCall } from '../../src/contract/calls.ts';
import type { PROPERTY_VALIDATIONS } from '../../src/contract/endpoints/property-validations.ts';

const TITLE = { objectTypeId: '0-1', propertyName: 'jobtitle' };
const LENGTH = { ...TITLE, ruleType: 'MAX_LENGTH' };

export const VALIDATION_CALLS = {
  setValidationRule: {
    endpoint: 'setValidationRule',
    params: LENGTH,
    body: { ruleArguments: ['40'], shouldApplyNormalization: true },
  },
  listValidationRules: { endpoint: 'listValidationRules', params: { objectTypeId: '0-1' } },
  readPropertyValidationRules: { endpoint: 'readPropertyValidationRules', params: TITLE },
  readValidationRule: { endpoint: 'readValidationRule', params: LENGTH },
} as const satisfies { readonly [E in keyof typeof PROPERTY_VALIDATIONS]: TypedCall<E> };

const CONTACTS = '/crm/property-validations/2026-09/0-1';
const ONE = `${CONTACTS}/jobtitle/rule-type/MAX_LENGTH`;

export const VALIDATIONS_WANTED: Readonly<Record<string, readonly [string, string, string | undefined, boolean]>> = {
  listValidationRules: ['GET', CONTACTS, undefined, true],
  readPropertyValidationRules: ['GET', `${CONTACTS}/jobtitle`, undefined, true],
  readValidationRule: ['GET', ONE, undefined, true],
  setValidationRule: ['PUT', ONE, 'application/json', true],
};

/** The read of a rule needs the rule first, on a fresh service. */
export const BEFORE_VALIDATIONS = { readValidationRule: 'setValidationRule' } as const;
