/** The properties and the arguments of each type of validation rules (interface 11.10; assumption A90). */

import { findRe2Fault } from './re2.ts';

/** Returns the fault of a rule for a property of this type and field type, or undefined if the service accepts the rule. */
export function findRuleFault(
  { ruleType, ruleArguments }: RuleGiven,
  { type, fieldType }: { readonly type: string; readonly fieldType: string },
): RuleFault | undefined {
  if (!isRuleType(ruleType)) return { about: 'rule-type', message: `The rule type ${ruleType} does not exist.` };
  const { fields, takes }: RuleForm = RULES[ruleType];
  if (!fields.some((field) => isField(field, type, fieldType))) {
    const suited = fields.flatMap((field) => FIELDS[field].types.map((name) => `${name}/${FIELDS[field].fieldType}`));
    return {
      about: 'property',
      message: `The rule type ${ruleType} is not for ${type}/${fieldType} properties, but for ${suited.join(', ')}.`,
    };
  }
  const message = findArgumentsFault(ruleType, takes, ruleArguments);
  return message === undefined ? undefined : { about: 'arguments', message };
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

function isField(field: Field, type: string, fieldType: string): boolean {
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

const MOST_DOMAINS = 20;

/** Returns a sentence, or undefined if the arguments have the form. */
function findArgumentsFault(ruleType: RuleType, takes: Arguments, given: readonly string[]): string | undefined {
  const expected = (isMet: boolean, what: string) => (isMet ? undefined : `${ruleType} takes ${what}.`);
  const [first = ''] = given;
  const isSingle = given.length === 1;
  const isDistinct = new Set(given).size === given.length;
  const count = given.length;
  switch (takes.form) {
    case 'none':
      return expected(count === 0, 'no argument');
    case 'words': {
      const { words, most, otherwise } = takes;
      const isEnough = count > 0 || otherwise !== undefined;
      const isKnown = given.every((word) => words.includes(word));
      const number =
        most === 1 ? `${otherwise === undefined ? '' : 'no argument or '}one` : `1 to ${most} different ones`;
      return expected(isEnough && count <= most && isKnown && isDistinct, `${number} of ${words.join(', ')}`);
    }
    case 'whole': {
      const isWithin = Number(first) >= takes.least && Number(first) <= takes.most;
      return expected(isSingle && WHOLE.test(first) && isWithin, `a whole number from ${takes.least} to ${takes.most}`);
    }
    case 'number':
      return expected(isSingle && NUMBER.test(first), 'a number such as 10 or -0.5');
    case 'moment': {
      const isTime = MOMENT.test(first) && Math.abs(Number(first)) <= LAST_MOMENT;
      return expected(isSingle && isTime, 'a time in milliseconds since 1970');
    }
    case 'period':
      return expected(isSingle && PERIOD.test(first), 'a period such as P7D or P1Y6M');
    case 'domains': {
      const isEach = given.every((domain) => domain.length <= LONGEST_DOMAIN && DOMAIN.test(domain));
      const isEnough = count >= 1 && count <= MOST_DOMAINS;
      return expected(isEnough && isEach && isDistinct, `1 to ${MOST_DOMAINS} different domains such as example.com`);
    }
    case 'countries': {
      const isEach = given.every((country) => COUNTRY.test(country));
      return expected(isEach && isDistinct, 'different country codes of two lower-case letters, or no argument');
    }
    case 'pattern': {
      const [pattern = '', message = ''] = given;
      if (count !== 2 || pattern === '' || message.trim() === '') {
        return expected(false, 'a pattern and a message');
      }
      const fault = findRe2Fault(pattern);
      return fault === undefined ? undefined : `The pattern of ${ruleType} has no RE2 syntax: ${fault}.`;
    }
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
