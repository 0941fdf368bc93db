import { describe, expect, it } from 'vitest';
import { RULE_TYPES } from '../../../../src/contract/validation-rules.ts';
import { buildDeclaration } from '../../../../src/engine/declaration.ts';
import { property as on } from '../../../../src/kinds/property/index.ts';
import { VALIDATION_LIST } from '../../../../src/kinds/property/validation.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import type { Fields, Json } from '../../../../src/model/json.ts';
import type { Kind } from '../../../../src/model/kind.ts';
import { describeKind } from '../../conformance.ts';

const property: Kind = on('dated', NO_NAMES);

const captured: Fields = {
  ...{ objectType: 'contacts', groupName: 'loyalty', name: 'code' },
  ...{ label: 'Code', type: 'string', fieldType: 'text' },
  validation: {
    MAX_LENGTH: 40,
    FORMAT: 'UPPER',
    EMAIL: true,
    REGEX: ['^[A-Z]+$', 'Letters only'],
    EMAIL_ALLOWED_DOMAINS: ['b.example', 'a.example'],
  },
};

describeKind({
  kind: property,
  surface: 'dated',
  captured,
  address: 'property:contacts/code',
  before: { validation: [] },
  reply: (call) =>
    call.endpoint === 'setValidationRule'
      ? undefined
      : { ...Object(call.body), archived: false, updatedAt: '2026-10-01T08:00:00Z' },
});

const specOf = (validation: Json) => property.spec({ ...captured, validation }) ?? {};

/** Code, path and message of each issue. */
const issues = (validation: Json, more: Fields = {}) =>
  property
    .check({ ...specOf(validation), ...more })
    .map(({ severity, code, path, message }) => [severity, code, path.join('.'), message]);

describe('the validation rules of a property in a spec', () => {
  it('are sorted by rule type, with their arguments as texts and sets in one order', () => {
    expect(specOf({ MAX_LENGTH: 40, EMAIL: true, EMAIL_BLOCKED_DOMAINS: ['b.example', 'a.example'] })).toMatchObject({
      validation: [
        { value: 'EMAIL', label: '', arguments: [] },
        { value: 'EMAIL_BLOCKED_DOMAINS', label: 'a.example, b.example', arguments: ['a.example', 'b.example'] },
        { value: 'MAX_LENGTH', label: '40', arguments: ['40'] },
      ],
    });
  });

  it('have the default of a rule type in place of no argument', () => {
    expect(specOf({ WHITESPACE: true })).toEqual(specOf({ WHITESPACE: 'ALL' }));
  });

  it.each<[string, readonly string[], Json]>([
    ['true', [], true],
    ['a number', ['40'], 40],
    ['a number with a fraction', ['-0.5'], -0.5],
    ['a number in quotes that would lose digits', ['12345678901234567890'], '12345678901234567890'],
    ['a number in quotes that would lose its spelling', ['1.50'], '1.50'],
    ['a text', ['P7D'], 'P7D'],
    ['a list', ['a', '5'], ['a', '5']],
  ])('are %s in a file', (_, given, expected) => {
    expect(VALIDATION_LIST.inMapping?.({ value: 'X', label: '', arguments: given })).toEqual(expected);
  });

  it('are left out one by one if no file can have them', () => {
    const rules = [
      { value: 'MAX_LENGTH', label: '40', arguments: ['40'] },
      { value: 'NEW_TYPE', label: '1', arguments: ['1'] },
    ];
    const { captured: declared, without } = buildDeclaration(property, {
      address: 'property:contacts/code',
      kind: 'property',
      fields: { label: 'Code', groupName: 'loyalty', type: 'string', fieldType: 'text', validation: rules },
      basis: 'observed',
    });
    expect(declared?.['validation']).toEqual({ MAX_LENGTH: 40 });
    expect(without).toEqual([
      { field: 'validation', because: 'unknown-key', reason: 'The rule type NEW_TYPE is unknown.' },
    ]);
  });
});

describe('the check of validation rules', () => {
  it.each<[string, Json, Fields, readonly (readonly unknown[])[]]>([
    ['rules that fit', { MAX_LENGTH: 40, FORMAT: 'UPPER' }, {}, []],
    [
      'wrong arguments',
      { MAX_LENGTH: 0 },
      {},
      [['error', 'validation-arguments', 'validation.MAX_LENGTH', 'MAX_LENGTH takes a whole number from 1 to 10000.']],
    ],
    [
      'a pattern without RE2 syntax',
      { REGEX: ['(?=a)', 'No'] },
      {},
      [['error', 'validation-arguments', 'validation.REGEX', expect.stringContaining('has no RE2 syntax')]],
    ],
    [
      'a rule that is for other types',
      { MAX_NUMBER: 5 },
      {},
      [
        [
          'error',
          'validation-unsuited',
          'validation.MAX_NUMBER',
          'The rule type MAX_NUMBER is not for string/text properties, but for number/number.',
        ],
      ],
    ],
    [
      'a rule of a property with another type',
      { EMAIL: true },
      { fieldType: 'textarea' },
      [['error', 'validation-unsuited', 'validation.EMAIL', expect.stringContaining('string/textarea')]],
    ],
  ])('reports %s', (_, validation, more, expected) => {
    expect(issues(validation, more)).toEqual(expected);
  });

  it('reports rules in the form of a file', () => {
    const given = { type: 'string', fieldType: 'text', validation: { MAX_LENGTH: 0 } } as const;
    expect(property.checkGiven(given).map(({ code, path }) => [code, path])).toEqual([
      ['validation-arguments', ['validation', 'MAX_LENGTH']],
    ]);
  });

  it('has a description for each rule type', () => {
    const level = property.levels.at(-1)?.fields['validation'];
    const values: Readonly<Record<string, Json>> = { MAX_LENGTH: 40, EMAIL: true, DAYS_OF_WEEK: ['MONDAY'] };
    expect(level?.safeParse(values).success).toBe(true);
    expect(level?.safeParse({ MAX_LENGHT: 40 }).success).toBe(false);
    expect(level?.safeParse({ MAX_NUMBER: 2 ** 60 }).success).toBe(false);
    expect(level?.safeParse({ EMAIL: [] }).success).toBe(false);
    expect(RULE_TYPES).toHaveLength(27);
  });
});

describe('a change of validation rules that no read shows', () => {
  const spec = specOf({ MAX_LENGTH: 40 });
  const old = { value: 'MAX_LENGTH', label: '50', arguments: ['50'] };
  const written = (before: Fields) =>
    property.writer.write([
      {
        ...{ address: 'property:contacts/code', action: 'update', spec, after: spec, changed: ['validation'] },
        before,
      },
    ]);

  it.each<[string, Fields, string]>([
    ['without the rules', {}, 'No read shows its validation rules.'],
    [
      'without the flag of the rule',
      { validation: [old] },
      'No read shows shouldApplyNormalization of MAX_LENGTH, so a change could reset it.',
    ],
  ])('is blocked: %s', (_, before, reason) => {
    expect(written(before)).toMatchObject({
      calls: [],
      blocked: [{ address: 'property:contacts/code', because: 'unseen', reason, section: '11.10' }],
    });
  });

  it('is made if the rule is new or its flag is known', () => {
    const body = { ruleArguments: ['40'] };
    expect(written({ validation: [] }).calls).toMatchObject([{ endpoint: 'setValidationRule', body }]);
    const flagged = { ...old, shouldApplyNormalization: null };
    const after = { validation: [{ ...old, label: '40', arguments: ['40'], shouldApplyNormalization: null }] };
    const { calls } = property.writer.write([
      {
        ...{ address: 'property:contacts/code', action: 'update', spec, after, changed: ['validation'] },
        before: { validation: [flagged] },
      },
    ]);
    expect(calls.map((call) => call.body)).toEqual([body]);
  });
});
