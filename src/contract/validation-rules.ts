/** The properties and the arguments of each type of validation rules (interface 11.10; assumption A90). */

import { findRe2Fault } from './re2.ts';

/** Returns the fault of a rule, or undefined if the service accepts it. An undefined property limits the check to type and arguments. */
export function findRuleFault(
  { ruleType, ruleArguments }: RuleGiven,
  property: { readonly type: string; readonly fieldType: string } | undefined,
): RuleFault | undefined {
  if (!isRuleType(ruleType)) return { about: 'rule-type', message: `The rule type ${ruleType} is unknown.` };
  const { fields, takes }: RuleForm = RULES[ruleType];
  if (property !== undefined && !fields.some((field) => isField(field, property))) {
    return {
      about: 'property',
      message: `The rule type ${ruleType} is not for ${property.type}/${property.fieldType} properties, but for ${suitedPairs(fields).join(', ')}.`,
    };
  }
  const message = findArgumentsFault(ruleType, takes, ruleArguments);
  return message === undefined ? undefined : { about: 'arguments', message };
}

/**
 * Returns the arguments with the default of the rule type. Arguments that are a set are sorted, and numbers have no zeros at their end
 * (assumption A91).
 */
export function canonicalArguments(rule: RuleGiven): readonly string[] {
  const given = resolveArguments(rule);
  if (hasSetOfArguments(rule.ruleType)) return given.toSorted();
  return takesNumber(rule.ruleType) ? given.map(shortenNumber) : given;
}

function takesNumber(ruleType: string): boolean {
  if (!isRuleType(ruleType)) return false;
  const { takes }: RuleForm = RULES[ruleType];
  return takes.form === 'number';
}

/** Not by a conversion, because a number in JavaScript has fewer digits. */
function shortenNumber(text: string): string {
  if (!NUMBER.test(text)) return text;
  const short = text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return short === '-0' ? '0' : short;
}

/** True if the arguments of the rule type are a set. */
export function hasSetOfArguments(ruleType: string): boolean {
  if (!isRuleType(ruleType)) return false;
  const { takes }: RuleForm = RULES[ruleType];
  return takes.form === 'domains' || takes.form === 'countries' || (takes.form === 'words' && takes.most > 1);
}

/** Form of arguments in a file. `true` means no argument. `texts` and `numbers` are lists. */
export type ArgumentForm = 'true' | 'text' | 'number' | 'texts' | 'numbers';

export interface RuleDescription {
  /** Clause about the arguments, after `takes`. */
  readonly takes: string;
  /** Forms of the arguments in a file. */
  readonly forms: readonly ArgumentForm[];
  /** Arguments that a property can have. */
  readonly example: readonly string[];
  /** Properties that can have the rule: `string/text`. */
  readonly suits: readonly string[];
}

export function describeRuleType(ruleType: RuleType): RuleDescription {
  const { fields, takes }: RuleForm = RULES[ruleType];
  return {
    takes: describeArguments(takes),
    forms: listForms(takes),
    example: buildExample(takes),
    suits: suitedPairs(fields),
  };
}

/** Returns the arguments with the default of the rule type in place of no argument (assumption A91). */
export function resolveArguments({ ruleType, ruleArguments }: RuleGiven): readonly string[] {
  if (!isRuleType(ruleType) || ruleArguments.length > 0) return ruleArguments;
  const { takes }: RuleForm = RULES[ruleType];
  return takes.form === 'words' && takes.otherwise !== undefined ? [takes.otherwise] : ruleArguments;
}

export interface RuleGiven {
  readonly ruleType: string;
  readonly ruleArguments: readonly string[];
}

export interface RuleFault {
  /** The part of the rule that is wrong: its type, the property that it is for, or its arguments. */
  readonly about: 'rule-type' | 'property' | 'arguments';
  /** A sentence. */
  readonly message: string;
}

export function isRuleType(name: string): name is RuleType {
  return Object.hasOwn(RULES, name);
}

type Field = 'text' | 'textarea' | 'phone' | 'number' | 'date' | 'datetime';

/** Types that have the rules of the field, each with the one field type. */
const FIELDS: Readonly<Record<Field, { readonly types: readonly string[]; readonly fieldType: string }>> = {
  text: { types: ['string'], fieldType: 'text' },
  textarea: { types: ['string'], fieldType: 'textarea' },
  phone: { types: ['string', 'phone_number'], fieldType: 'phonenumber' },
  number: { types: ['number'], fieldType: 'number' },
  date: { types: ['date'], fieldType: 'date' },
  datetime: { types: ['datetime'], fieldType: 'date' },
};

function isField(field: Field, { type, fieldType }: { readonly type: string; readonly fieldType: string }): boolean {
  return FIELDS[field].types.includes(type) && FIELDS[field].fieldType === fieldType;
}

type Arguments =
  | { readonly form: 'none' }
  | {
      readonly form: 'words';
      readonly words: readonly string[];
      readonly most: number;
      /** The word that an empty list means. Undefined if the list cannot be empty. */
      readonly otherwise?: string;
    }
  | { readonly form: 'whole'; readonly least: number; readonly most: number }
  | { readonly form: 'number' | 'moment' | 'period' | 'domains' | 'countries' | 'pattern' };

interface RuleForm {
  readonly fields: readonly Field[];
  readonly takes: Arguments;
}

const TEXTS = ['text', 'textarea'] as const;
const DOMAINS = { fields: ['text'], takes: { form: 'domains' } } as const;
const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

const RULES = {
  AFTER_DATETIME_DURATION: { fields: ['datetime'], takes: { form: 'period' } },
  AFTER_DURATION: { fields: ['date'], takes: { form: 'period' } },
  ALPHANUMERIC: {
    fields: TEXTS,
    takes: { form: 'words', words: ['ALPHANUMERIC', 'ALPHA_ONLY', 'NUMERIC_ONLY'], most: 1 },
  },
  BEFORE_DATETIME_DURATION: { fields: ['datetime'], takes: { form: 'period' } },
  BEFORE_DURATION: { fields: ['date'], takes: { form: 'period' } },
  DAYS_OF_WEEK: { fields: ['date', 'datetime'], takes: { form: 'words', words: DAYS, most: DAYS.length } },
  DECIMAL: { fields: ['number'], takes: { form: 'whole', least: 0, most: 20 } },
  DOMAIN: { fields: ['text'], takes: { form: 'none' } },
  EMAIL: { fields: ['text'], takes: { form: 'none' } },
  EMAIL_ALLOWED_DOMAINS: DOMAINS,
  EMAIL_BLOCKED_DOMAINS: DOMAINS,
  END_DATE: { fields: ['date'], takes: { form: 'moment' } },
  END_DATETIME: { fields: ['datetime'], takes: { form: 'moment' } },
  FORMAT: { fields: TEXTS, takes: { form: 'words', words: ['CAPITALIZATION', 'UPPER', 'LOWER'], most: 1 } },
  MAX_LENGTH: { fields: [...TEXTS, 'phone'], takes: { form: 'whole', least: 1, most: 10_000 } },
  MAX_NUMBER: { fields: ['number'], takes: { form: 'number' } },
  MIN_LENGTH: { fields: [...TEXTS, 'phone'], takes: { form: 'whole', least: 1, most: 10_000 } },
  MIN_NUMBER: { fields: ['number'], takes: { form: 'number' } },
  PHONE_NUMBER_WITH_EXPLICIT_COUNTRY_CODE: { fields: ['phone'], takes: { form: 'countries' } },
  REGEX: { fields: TEXTS, takes: { form: 'pattern' } },
  SPECIAL_CHARACTERS: { fields: TEXTS, takes: { form: 'words', words: ['NOT_ALLOWED'], most: 1 } },
  START_DATE: { fields: ['date'], takes: { form: 'moment' } },
  START_DATETIME: { fields: ['datetime'], takes: { form: 'moment' } },
  URL: { fields: ['text'], takes: { form: 'none' } },
  URL_ALLOWED_DOMAINS: DOMAINS,
  URL_BLOCKED_DOMAINS: DOMAINS,
  WHITESPACE: { fields: ['text'], takes: { form: 'words', words: ['ALL', 'TRIM'], most: 1, otherwise: 'ALL' } },
} as const satisfies Record<string, RuleForm>;

export type RuleType = keyof typeof RULES;

export const RULE_TYPES: readonly RuleType[] = Object.keys(RULES).filter(isRuleType);

function suitedPairs(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => FIELDS[field].types.map((name) => `${name}/${FIELDS[field].fieldType}`));
}

const MOST_DOMAINS = 20;

function buildExample(takes: Arguments): readonly string[] {
  switch (takes.form) {
    case 'none':
      return [];
    case 'words':
      return takes.words.slice(0, 1);
    case 'whole':
    case 'number':
      return ['10'];
    case 'moment':
      return ['1767225600000'];
    case 'period':
      return ['P7D'];
    case 'domains':
      return ['example.com'];
    case 'countries':
      return ['de'];
    case 'pattern':
      return ['^[A-Z]+$', 'Capital letters only'];
  }
}

function listForms(takes: Arguments): readonly ArgumentForm[] {
  switch (takes.form) {
    case 'none':
      return ['true'];
    case 'words':
      return [...(takes.otherwise === undefined ? [] : (['true'] as const)), 'text', 'texts'];
    case 'whole':
    case 'number':
    case 'moment':
      return ['text', 'number', 'numbers'];
    case 'period':
    case 'domains':
      return ['text', 'texts'];
    case 'countries':
      return ['true', 'text', 'texts'];
    case 'pattern':
      return ['texts'];
  }
}

/** Returns the clause after `takes`. */
function describeArguments(takes: Arguments): string {
  switch (takes.form) {
    case 'none':
      return 'no argument';
    case 'words': {
      const { words, most, otherwise } = takes;
      const one = `${otherwise === undefined ? '' : 'no argument or '}one`;
      return `${most === 1 ? one : `1 to ${most} different ones`} of ${words.join(', ')}`;
    }
    case 'whole':
      return `a whole number from ${takes.least} to ${takes.most}`;
    case 'number':
      return 'a number such as 10 or -0.5';
    case 'moment':
      return 'a time in milliseconds since 1970';
    case 'period':
      return 'a period such as P7D or P1Y6M';
    case 'domains':
      return `1 to ${MOST_DOMAINS} different domains such as example.com`;
    case 'countries':
      return 'different country codes of two lower-case letters, or no argument';
    case 'pattern':
      return 'a pattern and a message';
  }
}

/** Returns a sentence, or undefined if the arguments have the form. */
function findArgumentsFault(ruleType: string, takes: Arguments, given: readonly string[]): string | undefined {
  if (!haveForm(takes, given)) return `${ruleType} takes ${describeArguments(takes)}.`;
  const [pattern = ''] = given;
  const fault = takes.form === 'pattern' ? findRe2Fault(pattern) : undefined;
  return fault === undefined ? undefined : `The pattern of ${ruleType} has no RE2 syntax: ${fault}.`;
}

function haveForm(takes: Arguments, given: readonly string[]): boolean {
  const [first = '', second = ''] = given;
  const count = given.length;
  const isSingle = count === 1;
  const isDistinct = new Set(given).size === count;
  switch (takes.form) {
    case 'none':
      return count === 0;
    case 'words': {
      const isEnough = count > 0 || takes.otherwise !== undefined;
      return isEnough && count <= takes.most && given.every((word) => takes.words.includes(word)) && isDistinct;
    }
    case 'whole':
      return isSingle && WHOLE.test(first) && Number(first) >= takes.least && Number(first) <= takes.most;
    case 'number':
      return isSingle && NUMBER.test(first);
    case 'moment':
      return isSingle && MOMENT.test(first) && Math.abs(Number(first)) <= LAST_MOMENT;
    case 'period':
      return isSingle && PERIOD.test(first);
    case 'domains': {
      const isEach = given.every((domain) => domain.length <= LONGEST_DOMAIN && DOMAIN.test(domain));
      return count >= 1 && count <= MOST_DOMAINS && isEach && isDistinct;
    }
    case 'countries':
      return given.every((country) => COUNTRY.test(country)) && isDistinct;
    case 'pattern':
      return count === 2 && first !== '' && second.trim() !== '';
  }
}

const WHOLE = /^(?:0|[1-9]\d{0,5})$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const MOMENT = /^(?:0|-?[1-9]\d{0,15})$/;
/** Latest time of a date in JavaScript, in milliseconds since 1970. */
const LAST_MOMENT = 8_640_000_000_000_000;
const PERIOD = /^P(?=\d)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?$/;
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;
const LONGEST_DOMAIN = 253;
const COUNTRY = /^[a-z]{2}$/;
