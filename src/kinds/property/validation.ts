/** Validation rules of a property: a mapping by rule type in files, a list of entries in fields (interface 11.10). */

import { z } from 'zod';
import { RULE_REMOVAL } from '../../contract/not-covered.ts';
import {
  type ArgumentForm,
  canonicalArguments,
  describeRuleType,
  RULE_TYPES,
  type RuleType,
} from '../../contract/validation-rules.ts';
import type { OptionList } from '../../model/field-rule.ts';
import { isList, type Json, mapping } from '../../model/json.ts';
import type { Option } from '../../model/option.ts';

/** A rule as an entry of a list. Its value is the rule type. */
export type Rule = Option & { readonly arguments: readonly string[] };

/** Validation rules, of which the service keeps one of each type. */
export const VALIDATION_LIST: OptionList = {
  noun: 'validation rule',
  key: 'value',
  order: 'none',
  unset: {},
  removal: {
    reason: 'The interface has no call that removes a validation rule.',
    hint: `Remove it by hand: ${RULE_REMOVAL.where}. To manage it again, declare it.`,
  },
  loss: '',
  inMapping: ({ arguments: given = [] }) => toFileValue(given),
};

const surface = 'dated';

/** JavaScript keeps this many digits of a number. */
const EXACT_DIGITS = 15;

const ExactNumber = z.number().refine((number) => String(number).replace(/\D/g, '').length <= EXACT_DIGITS, {
  error: `expected quotes around a number with more than ${EXACT_DIGITS} digits`,
});

const FORMS: Readonly<Record<ArgumentForm, z.ZodType<boolean | Argument | Argument[]>>> = {
  true: z.literal(true),
  text: z.string(),
  number: ExactNumber,
  // YAML reads 1.50 as 1.5, which is another pattern, so a number among texts needs quotes.
  texts: z.array(z.string()).min(1),
  numbers: z.array(z.union([z.string(), ExactNumber])).min(1),
};

type Argument = string | number;

function buildArgumentsSchema(ruleType: RuleType) {
  const { takes, forms } = describeRuleType(ruleType);
  return z.union(
    forms.map((form) => FORMS[form]),
    { error: ({ input }) => `${ruleType} takes ${takes}${describeRemedy(ruleType, forms, input)}` },
  );
}

/** Returns the rest of the sentence about arguments of another form. */
function describeRemedy(ruleType: RuleType, forms: readonly ArgumentForm[], input: unknown): string {
  if (!forms.includes('number') && [input].flat().some((part) => typeof part === 'number'))
    return '. A number needs quotes.';
  if (typeof input === 'object' && input !== null && 'omit' in input)
    return `. To leave it out for one account, write omit: [${ruleType}] in its place.`;
  return forms.length === 1 && forms[0] === 'true' ? `. Write ${ruleType}: true, or remove it.` : '';
}

function describeType(ruleType: RuleType) {
  const { takes, example, suits } = describeRuleType(ruleType);
  return buildArgumentsSchema(ruleType)
    .exactOptional()
    .register(z.globalRegistry, {
      description: `Takes ${takes}. For ${suits.join(', ')}.`,
      examples: [toFileValue(example)],
      surface,
    });
}

/** Validation rules in a file. The value true means no argument. */
export const DeclaredValidation = z.strictObject(
  Object.fromEntries(RULE_TYPES.map((ruleType) => [ruleType, describeType(ruleType)])),
);

/** Validation rules in a spec. */
export const Rules = z.array(
  z.strictObject({
    value: z.string(),
    label: z.string(),
    arguments: z.array(z.string()),
    shouldApplyNormalization: z.boolean().nullable().exactOptional(),
  }),
);

/** Returns the entries of a file or of a spec, sorted by rule type. */
export function toEntries(validation: Json | undefined): Json {
  const rules = isList(validation ?? null)
    ? readRules(validation)
    : Object.entries(mapping(validation) ?? {}).map(([ruleType, given]) => makeRule(ruleType, toArguments(given)));
  return rules.toSorted((left, right) => (left.value < right.value ? -1 : 1));
}

function toArguments(given: Json): readonly string[] {
  if (given === true) return [];
  return isList(given) ? given.map(String) : [String(given)];
}

export function makeRule(ruleType: string, given: readonly string[]): Rule {
  const ruleArguments = canonicalArguments({ ruleType, ruleArguments: given });
  return { value: ruleType, label: ruleArguments.join(', '), arguments: ruleArguments };
}

/** Returns the rules in the fields of a property. */
export function readRules(validation: unknown): readonly Rule[] {
  return Array.isArray(validation) ? (validation as readonly Rule[]) : [];
}

/** Returns the mapping of a file for rules in fields. */
export function toMapping(validation: unknown): Json {
  return Object.fromEntries(readRules(validation).map((rule) => [rule.value, toFileValue(rule.arguments)]));
}

function toFileValue(given: readonly string[]): Json {
  const [only, ...others] = given;
  if (only === undefined) return true;
  return others.length === 0 ? toScalar(only) : [...given];
}

/** Returns a number if a file that has it reads as the same text. */
function toScalar(text: string): Json {
  const isShort = text.replace(/\D/g, '').length <= EXACT_DIGITS;
  return /^-?\d/.test(text) && isShort && String(Number(text)) === text ? Number(text) : text;
}

/** True if both rules have the same arguments. */
export function isSameRule(one: Rule, other: Rule | undefined): boolean {
  return other !== undefined && JSON.stringify(one.arguments) === JSON.stringify(other.arguments);
}

/** Returns a rule as reports show it: `MAX_LENGTH 40`. */
export function describeRule({ value, label }: Rule): string {
  return label === '' ? value : `${value} ${label}`;
}
