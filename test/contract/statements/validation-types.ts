/** Section 11.10, the properties and the arguments of each rule type. */

import type { RuleType } from '../../../src/contract/validation-rules.ts';
import type { numbered, Step } from './row.ts';

type Given = readonly string[];

interface TypeRow {
  /** Properties of the seed that can have the rule, in words. */
  readonly on: Fitting;
  readonly takes: string;
  readonly good: readonly Given[];
  readonly bad: readonly Given[];
}

const PROPERTIES = {
  'text properties': ['zzcode'],
  'text and text area properties': ['zzcode', 'zznote'],
  'text, text area and phone number properties': ['zzcode', 'zznote', 'zzphone', 'zzcall'],
  'phone number properties': ['zzphone', 'zzcall'],
  'number properties': ['zzcount', 'abnumber'],
  'date properties': ['zzday'],
  'date and time properties': ['zztime'],
  'date properties and for date and time properties': ['zzday', 'zztime'],
} as const;
type Fitting = keyof typeof PROPERTIES;

const ALL = ['aatier', 'zzcall', 'zzcode', 'zzcount', 'zzday', 'zznote', 'zzphone', 'zztime'];

const TEXTS: Fitting = 'text and text area properties';
const LENGTHS: Fitting = 'text, text area and phone number properties';

const NONE = { takes: 'no argument', good: [[]], bad: [['x'], ['']] };
const LENGTH = {
  on: LENGTHS,
  takes: 'a whole number from 1 to 10000',
  good: [['1'], ['10000']],
  bad: [[], ['0'], ['10001'], ['1.5'], ['x'], [''], ['05'], ['1', '2']],
};
const NUMBER = {
  on: 'number properties' as const,
  takes: 'a number',
  good: [['0'], ['-10.5'], ['99.99'], ['12345678901234567890']],
  bad: [[], ['x'], [''], ['1e5'], ['.5'], ['5.'], ['1,5'], ['1', '2']],
};
const MOMENT = {
  takes: 'a time in milliseconds since 1970',
  good: [['1640995200000'], ['0'], ['-1']],
  bad: [[], ['2026-01-01'], ['1.5'], ['9000000000000000'], ['-0'], ['1', '2']],
};
const PERIOD = {
  takes: 'an ISO 8601 period without a time',
  good: [['P7D'], ['P1Y2M3W4D'], ['P30D']],
  bad: [[], ['P'], ['7D'], ['PT1H'], ['P1DT1H'], ['-P1D'], ['p7d'], ['P7D', 'P8D']],
};
const DOMAINS = {
  on: 'text properties' as const,
  takes: '1 to 20 different domains',
  good: [['a.example'], ['münchen.example', 'b-c.d.example'], domains(20), [`${'a'.repeat(245)}.example`]],
  bad: [
    [],
    ['example'],
    ['a..b'],
    ['https://a.example'],
    ['a.example', 'a.example'],
    domains(21),
    ['*.a.example'],
    [`${'a'.repeat(246)}.example`],
  ],
};

const TYPES: Readonly<Record<RuleType, TypeRow>> = {
  AFTER_DATETIME_DURATION: { on: 'date and time properties', ...PERIOD },
  AFTER_DURATION: { on: 'date properties', ...PERIOD },
  ALPHANUMERIC: {
    on: TEXTS,
    takes: 'ALPHANUMERIC, ALPHA_ONLY or NUMERIC_ONLY',
    good: [['ALPHANUMERIC'], ['ALPHA_ONLY'], ['NUMERIC_ONLY']],
    bad: [[], ['alpha_only'], ['ALPHA_ONLY', 'NUMERIC_ONLY']],
  },
  BEFORE_DATETIME_DURATION: { on: 'date and time properties', ...PERIOD },
  BEFORE_DURATION: { on: 'date properties', ...PERIOD },
  DAYS_OF_WEEK: {
    on: 'date properties and for date and time properties',
    takes: '1 to 7 different days from MONDAY to SUNDAY',
    good: [['MONDAY', 'WEDNESDAY', 'FRIDAY'], ['SUNDAY'], ['SATURDAY', 'THURSDAY', 'TUESDAY']],
    bad: [[], ['monday'], ['MON'], ['MONDAY', 'MONDAY']],
  },
  DECIMAL: {
    on: 'number properties',
    takes: 'a whole number from 0 to 20',
    good: [['0'], ['20']],
    bad: [[], ['21'], ['-1'], ['x']],
  },
  DOMAIN: { on: 'text properties', ...NONE },
  EMAIL: { on: 'text properties', ...NONE },
  EMAIL_ALLOWED_DOMAINS: DOMAINS,
  EMAIL_BLOCKED_DOMAINS: DOMAINS,
  END_DATE: { on: 'date properties', ...MOMENT },
  END_DATETIME: { on: 'date and time properties', ...MOMENT },
  FORMAT: {
    on: TEXTS,
    takes: 'CAPITALIZATION, UPPER or LOWER',
    good: [['CAPITALIZATION'], ['UPPER'], ['LOWER']],
    bad: [[], ['TITLE']],
  },
  MAX_LENGTH: LENGTH,
  MAX_NUMBER: NUMBER,
  MIN_LENGTH: LENGTH,
  MIN_NUMBER: NUMBER,
  PHONE_NUMBER_WITH_EXPLICIT_COUNTRY_CODE: {
    on: 'phone number properties',
    takes: 'no argument or lower-case country codes',
    good: [[], ['us'], ['de', 'fr']],
    bad: [['US'], ['usa'], ['de', 'de'], ['']],
  },
  REGEX: {
    on: TEXTS,
    takes: 'a pattern in RE2 syntax and a message',
    good: [
      ['^[A-Z]+$', 'Must be upper case'],
      ['^(?P<year>\\d{4})$', 'Must be a year'],
    ],
    bad: [[], ['^a$'], ['', 'Message'], ['^a$', ' '], ['(a', 'Bracket'], ['a(?!b)', 'No lookahead'], ['a', 'b', 'c']],
  },
  SPECIAL_CHARACTERS: { on: TEXTS, takes: 'NOT_ALLOWED', good: [['NOT_ALLOWED']], bad: [[], ['ALLOWED']] },
  START_DATE: { on: 'date properties', ...MOMENT },
  START_DATETIME: { on: 'date and time properties', ...MOMENT },
  URL: { on: 'text properties', ...NONE },
  URL_ALLOWED_DOMAINS: DOMAINS,
  URL_BLOCKED_DOMAINS: DOMAINS,
  WHITESPACE: {
    on: 'text properties',
    takes: 'no argument, ALL or TRIM',
    good: [[], ['ALL'], ['TRIM']],
    bad: [['NONE'], ['ALL', 'TRIM']],
  },
};

export const VALIDATION_TYPES: Parameters<typeof numbered>[0] = Object.entries(TYPES).map(
  ([ruleType, { on, takes, good, bad }]) => {
    const fitting: readonly string[] = PROPERTIES[on];
    const [first = ''] = fitting;
    const others = ALL.filter((name) => !fitting.includes(name));
    const set = (
      propertyName: string,
      ruleArguments: Given | undefined,
      more: Pick<Step, 'status' | 'names'>,
    ): Step => ({
      endpoint: 'setValidationRule',
      params: { objectTypeId: '0-1', propertyName, ruleType },
      body: { ruleArguments: ruleArguments ?? [] },
      ...more,
    });
    return {
      statement: `the rule type ${ruleType} is for ${on} and takes ${takes}`,
      assumption: 'A90',
      calls: [
        ...good.map((given) => set(first, given, { status: 204 })),
        ...bad.map((given) => set(first, given, { status: 400, names: ['ruleArguments'] })),
        ...fitting.map((name) => set(name, good[0], { status: 204 })),
        ...others.map((name) => set(name, good[0], { status: 400 })),
      ],
    };
  },
);

function domains(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `d${index}.example`);
}
