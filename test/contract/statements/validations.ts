/** Section 11.10: validation rules of properties. */

import { numbered, type Section } from './row.ts';
import { VALIDATION_RULES } from './validation-rules.ts';
import { VALIDATION_TYPES } from './validation-types.ts';

const PATH = '/crm/property-validations/{version}/{objectTypeId}';
const ONE = `${PATH}/{propertyName}/rule-type/{ruleType}`;

export const VALIDATIONS: Section = {
  section: '11.10',
  rows: numbered([
    {
      statement: 'the rules of all properties of an object type, in one page',
      endpoint: 'listValidationRules',
      is: `GET ${PATH}`,
    },
    {
      statement: 'the rules of one property, in one page',
      endpoint: 'readPropertyValidationRules',
      is: `GET ${PATH}/{propertyName}`,
    },
    { statement: 'one rule by its type', endpoint: 'readValidationRule', is: `GET ${ONE}` },
    {
      statement: 'the creation or replacement of a rule',
      endpoint: 'setValidationRule',
      is: `PUT ${ONE}`,
      members: 'ruleArguments! shouldApplyNormalization',
      status: 204,
    },
    {
      statement: 'ruleArguments of setValidationRule is a list of strings and needed',
      body: 'setValidationRule',
      member: 'ruleArguments',
      takes: ['5'],
      refuses: 'x',
      needed: true,
    },
    {
      statement: 'shouldApplyNormalization of setValidationRule is a flag',
      body: 'setValidationRule',
      member: 'shouldApplyNormalization',
      takes: true,
      refuses: 'yes',
    },
    ...(
      [
        ['listValidationRules', 'results.0.propertyName', 'zzcode', 5],
        ['listValidationRules', 'results.0.propertyValidationRules.0.ruleType', 'FORMAT', 5],
        ['listValidationRules', 'results.0.propertyValidationRules.0.ruleArguments', ['UPPER'], 'UPPER'],
        ['readPropertyValidationRules', 'results.0.ruleType', 'FORMAT', 5],
        ['readPropertyValidationRules', 'results.0.ruleArguments', ['UPPER'], 'UPPER'],
        ['readValidationRule', 'ruleType', 'MAX_LENGTH', 5],
        ['readValidationRule', 'ruleArguments', ['40'], [40]],
        ['readValidationRule', 'shouldApplyNormalization', true, 'yes'],
      ] as const
    ).map(([reply, member, takes, refuses]) => ({
      statement: `${member} is in the reply of ${reply}`,
      reply,
      member,
      takes,
      refuses,
    })),
    ...VALIDATION_RULES,
    ...VALIDATION_TYPES,
  ]),
};
