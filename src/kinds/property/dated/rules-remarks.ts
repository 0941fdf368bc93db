/** Effects of new and tighter validation rules on the writes of records (interface 11.10; assumption A93). */

import { hasSetOfArguments } from '../../../contract/validation-rules.ts';
import type { Fields } from '../../../model/json.ts';
import type { DesiredChange, Writing } from '../../../model/kind.ts';
import { describeRule, type Rule } from '../validation.ts';
import { findChangedRules, findLiveRules, findUnsuitedRules } from './rules-write.ts';

/** Returns the findings about rules that may refuse values of records, and about rules that the property cannot have. */
export function remarkRules(change: DesiredChange<Fields>): NonNullable<Writing['remarks']> {
  return [...remarkUnsuited(change), ...remarkTighter(change)];
}

function remarkUnsuited(change: DesiredChange<Fields>): NonNullable<Writing['remarks']> {
  const rules = findUnsuitedRules(change);
  if (rules.length === 0) return [];
  const { address } = change;
  return [
    {
      code: 'validation-unsuited',
      severity: 'warning',
      address,
      message: `The validation ${rules.length === 1 ? 'rule' : 'rules'} ${rules.map(describeRule).join('; ')} of ${address} cannot be set again, because the type of the property rules out ${rules.length === 1 ? 'it' : 'them'}.`,
      hint: 'The rule is older than the type of the property. To restrict the values, declare a rule for the current type.',
    },
  ];
}

function remarkTighter(change: DesiredChange<Fields>): NonNullable<Writing['remarks']> {
  // A new property has no integrations yet. A restored property has them.
  if (change.action === 'create' && change.restores !== true) return [];
  const live = new Map(findLiveRules(change).map((rule) => [rule.value, rule] as const));
  const tighter = findChangedRules(change).filter((rule) => !isLooser(rule, live.get(rule.value)));
  if (tighter.length === 0) return [];
  const { address } = change;
  const [noun, pronoun] = tighter.length === 1 ? ['rule', 'this rule'] : ['rules', 'one of these rules'];
  return [
    {
      code: 'validation-tightens',
      severity: 'warning',
      address,
      message: `The validation ${noun} ${tighter.map(describeRule).join('; ')} of ${address} ${tighter.length === 1 ? 'is' : 'are'} new or tighter: record writes that break ${pronoun} will fail from 2026-09.`,
      hint: 'Check the integrations and imports that write the property before you apply. Existing values stay.',
    },
  ];
}

/** True if the new rule accepts every value that the old rule accepts. False in doubt. */
function isLooser(rule: Rule, old: Rule | undefined): boolean {
  if (old === undefined) return false;
  const [is, was] = [Number(rule.arguments[0]), Number(old.arguments[0])];
  switch (rule.value) {
    case 'MAX_LENGTH':
    case 'MAX_NUMBER':
    case 'DECIMAL':
    case 'END_DATE':
    case 'END_DATETIME':
      return is >= was;
    case 'MIN_LENGTH':
    case 'MIN_NUMBER':
    case 'START_DATE':
    case 'START_DATETIME':
      return is <= was;
    case 'REGEX':
      // The second argument is the message.
      return rule.arguments[0] === old.arguments[0];
    case 'ALPHANUMERIC':
      return rule.arguments[0] === 'ALPHANUMERIC';
    case 'EMAIL_BLOCKED_DOMAINS':
    case 'URL_BLOCKED_DOMAINS':
      return new Set(old.arguments).isSupersetOf(new Set(rule.arguments));
    default:
      // It is unknown whether an empty set means all countries.
      return (
        hasSetOfArguments(rule.value) &&
        old.arguments.length > 0 &&
        new Set(rule.arguments).isSupersetOf(new Set(old.arguments))
      );
  }
}
