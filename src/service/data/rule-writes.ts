/** Setting a validation rule of a property: the checks that calls and people share. No value is checked against a rule (interface 11.10; assumption A93). */

import { effectiveArguments, type RuleFault, ruleFault } from '../../contract/validation-rules.ts';
import { type StoredProperty, type StoredRule, withRule } from '../model/property.ts';
import { invalid, invalidMember, type Refusal } from '../model/refusal.ts';

/** Returns the property with the rule in place of its rule of that type. Throws a 400 if the property cannot have the rule. */
export function ruled(property: StoredProperty, rule: StoredRule): StoredProperty {
  const fault = ruleFault(rule, property);
  if (fault !== undefined) throw refusalFor(fault);
  return withRule(property, { ...rule, ruleArguments: effectiveArguments(rule) });
}

function refusalFor({ about, message }: RuleFault): Refusal {
  switch (about) {
    case 'rule-type':
    case 'property':
      return invalid(message);
    case 'arguments':
      return invalidMember('ruleArguments', message);
  }
}
