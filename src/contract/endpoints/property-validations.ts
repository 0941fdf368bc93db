/** Validation rules of properties (interface 11.10). The object type of a path is a type id such as `0-1`, and not a name. */

import type { Endpoint } from '../endpoint.ts';
import { RulesOfObjectType, RulesOfProperty, ValidationRule, ValidationRuleWrite } from '../property-validations.ts';
import { get, json } from './dated.ts';

const rules = { version: 'properties', section: '11.10' } as const;

export const PROPERTY_VALIDATIONS = {
  listValidationRules: {
    ...get,
    ...rules,
    path: '/crm/property-validations/{version}/{objectTypeId}',
    reply: RulesOfObjectType,
  },
  readPropertyValidationRules: {
    ...get,
    ...rules,
    path: '/crm/property-validations/{version}/{objectTypeId}/{propertyName}',
    reply: RulesOfProperty,
  },
  readValidationRule: {
    ...get,
    ...rules,
    path: '/crm/property-validations/{version}/{objectTypeId}/{propertyName}/rule-type/{ruleType}',
    reply: ValidationRule,
  },
  /** No call removes a rule. */
  setValidationRule: {
    ...json,
    ...rules,
    method: 'PUT',
    path: '/crm/property-validations/{version}/{objectTypeId}/{propertyName}/rule-type/{ruleType}',
    effect: 'set',
    body: ValidationRuleWrite,
    reply: undefined,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;
