/** The checks of a new validation rule, which calls and people share (interface 11.10). No value is checked against a rule (assumption A93). */

import { findRuleFault, resolveArguments } from '../../contract/validation-rules.ts';
import { type StoredProperty, type StoredRule, withRule } from '../model/property.ts';
import { invalid, invalidMember } from '../model/refusal.ts';

/** Returns the property with the rule in place of its rule of that type. Throws a 400 if the property cannot have the rule. */
export function applyRule(property: StoredProperty, rule: StoredRule): StoredProperty {
  const fault = findRuleFault(rule, property);
  if (fault?.about === 'arguments') throw invalidMember('ruleArguments', fault.message);
  if (fault !== undefined) throw invalid(fault.message);
  return withRule(property, { ...rule, ruleArguments: resolveArguments(rule) });
}
