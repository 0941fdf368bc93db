/** Section 11.10, how validation rules behave. */

import type { numbered, Step } from './row.ts';

const CONTACTS = { objectTypeId: '0-1' };
const CODE = { ...CONTACTS, propertyName: 'zzcode' };
const CODE_RULES = [
  { ruleType: 'FORMAT', ruleArguments: ['UPPER'] },
  { ruleType: 'MAX_LENGTH', ruleArguments: ['40'] },
];

type Rules = readonly { readonly ruleType: string; readonly ruleArguments: readonly string[] }[];

function set(propertyName: string, ruleType: string, ruleArguments: readonly string[], status: number): Step {
  return {
    endpoint: 'setValidationRule',
    params: { ...CONTACTS, propertyName, ruleType },
    body: { ruleArguments },
    status,
  };
}

function rules(propertyName: string, results: Rules): Step {
  const params = { ...CONTACTS, propertyName };
  return { endpoint: 'readPropertyValidationRules', params, status: 200, shows: { results } };
}

function list(...properties: readonly (readonly [propertyName: string, propertyValidationRules: Rules])[]): Step {
  const results = properties.map(([propertyName, propertyValidationRules]) => ({
    propertyName,
    propertyValidationRules,
  }));
  return { endpoint: 'listValidationRules', params: CONTACTS, status: 200, shows: { results } };
}

function rule(propertyName: string, ruleType: string, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'readValidationRule', params: { ...CONTACTS, propertyName, ruleType }, status, ...more };
}

function property(name: string, more: Partial<Step>): Step {
  return {
    endpoint: 'readDatedProperty',
    params: { object_type: 'contacts', property_name: name },
    status: 200,
    ...more,
  };
}

export const VALIDATION_RULES: Parameters<typeof numbered>[0] = [
  {
    statement: 'a write replaces the rule of its type, and rules of other types stay',
    calls: [
      set('zzcode', 'MAX_LENGTH', ['20'], 204),
      set('zzcode', 'MAX_LENGTH', ['20'], 204),
      set('zzcode', 'URL', [], 204),
      rules('zzcode', [
        { ruleType: 'FORMAT', ruleArguments: ['UPPER'] },
        { ruleType: 'MAX_LENGTH', ruleArguments: ['20'] },
        { ruleType: 'URL', ruleArguments: [] },
      ]),
    ],
  },
  {
    statement:
      'the list of an object type has only properties with rules, and a property without rules has an empty list',
    assumption: 'A88',
    calls: [
      list(['zzcode', CODE_RULES]),
      rules('zznote', []),
      set('zznote', 'MIN_LENGTH', ['1'], 204),
      list(['zzcode', CODE_RULES], ['zznote', [{ ruleType: 'MIN_LENGTH', ruleArguments: ['1'] }]]),
    ],
  },
  {
    statement: 'shouldApplyNormalization is shown by the read of a single rule and by no list',
    assumption: 'A88',
    calls: [
      rule('zzcode', 'MAX_LENGTH', 200, { shows: { shouldApplyNormalization: true, ruleArguments: ['40'] } }),
      rule('zzcode', 'FORMAT', 200, { shows: { ruleType: 'FORMAT' }, lacks: ['shouldApplyNormalization'] }),
      rules('zzcode', CODE_RULES),
    ],
  },
  {
    statement: 'a write without shouldApplyNormalization removes it from the rule',
    assumption: 'A91',
    calls: [
      set('zzcode', 'MAX_LENGTH', ['40'], 204),
      rule('zzcode', 'MAX_LENGTH', 200, { lacks: ['shouldApplyNormalization'] }),
    ],
  },
  {
    statement: 'the object type is a type id, and every other spelling is a 400',
    assumption: 'A89',
    calls: [
      ...['contacts', 'contact', 'memberships', 'p1001_memberships', '2-99'].map(
        (objectTypeId): Step => ({ endpoint: 'listValidationRules', params: { objectTypeId }, status: 400 }),
      ),
      {
        endpoint: 'setValidationRule',
        params: { ...CODE, objectTypeId: 'contacts', ruleType: 'URL' },
        body: { ruleArguments: [] },
        status: 400,
      },
      { endpoint: 'listValidationRules', params: { objectTypeId: '2-3451' }, status: 200, shows: { results: [] } },
    ],
  },
  {
    statement: 'a property that is missing or archived is a 404',
    assumption: 'A89',
    calls: ['zznone', 'abgone'].flatMap((name) => [
      { endpoint: 'readPropertyValidationRules', params: { ...CONTACTS, propertyName: name }, status: 404 },
      rule(name, 'MAX_NUMBER', 404),
      set(name, 'MAX_NUMBER', ['5'], 404),
    ]),
  },
  {
    statement: 'an unknown rule type is a 400, and a rule that the property lacks is a 404',
    assumption: 'A89',
    calls: [
      rule('zzcode', 'max_length', 400),
      rule('zzcode', 'LONGEST', 400),
      set('zzcode', 'LONGEST', ['5'], 400),
      rule('zzcode', 'URL', 404),
      rule('zzcode', 'MAX_NUMBER', 404),
    ],
  },
  {
    statement: 'a refused write leaves the rule as it was',
    assumption: 'A90',
    calls: [
      set('zzcode', 'MAX_LENGTH', ['10001'], 400),
      set('zzcode', 'MAX_LENGTH', [], 400),
      rule('zzcode', 'MAX_LENGTH', 200, { shows: { ruleArguments: ['40'], shouldApplyNormalization: true } }),
    ],
  },
  {
    statement: 'properties of other types have no rules',
    assumption: 'A90',
    calls: ['aatier', 'abformula', 'abwhole'].map((name) =>
      set(name, 'MAX_LENGTH', ['5'], name === 'abwhole' ? 404 : 400),
    ),
  },
  {
    statement: 'arguments are kept letter for letter in their order, and WHITESPACE without an argument reads as ALL',
    assumption: 'A91',
    calls: [
      set('zzcode', 'URL_ALLOWED_DOMAINS', ['Zoo.example', 'a.example'], 204),
      rule('zzcode', 'URL_ALLOWED_DOMAINS', 200, { shows: { ruleArguments: ['Zoo.example', 'a.example'] } }),
      set('zzcount', 'MAX_NUMBER', ['10.50'], 204),
      rule('zzcount', 'MAX_NUMBER', 200, { shows: { ruleArguments: ['10.50'] } }),
      set('zzcode', 'WHITESPACE', [], 204),
      rule('zzcode', 'WHITESPACE', 200, { shows: { ruleArguments: ['ALL'] } }),
    ],
  },
  {
    statement: 'rules of a property are not compared with each other',
    assumption: 'A90',
    calls: [
      set('zzcount', 'MIN_NUMBER', ['10'], 204),
      set('zzcount', 'MAX_NUMBER', ['5'], 204),
      set('zzcode', 'EMAIL_ALLOWED_DOMAINS', ['a.example'], 204),
      set('zzcode', 'EMAIL_BLOCKED_DOMAINS', ['a.example'], 204),
    ],
  },
  {
    statement: 'a property with a read-only definition takes rules, and a rule does not change its property',
    assumption: 'A91',
    calls: [
      property('email', { keep: { before: 'updatedAt' } }),
      set('email', 'EMAIL', [], 204),
      property('email', { shows: { updatedAt: '{{before}}' }, lacks: ['validation'] }),
    ],
  },
  {
    statement: 'a property keeps its rules when its type changes',
    assumption: 'A92',
    calls: [
      {
        endpoint: 'updateDatedProperty',
        params: { object_type: 'contacts', property_name: 'zzcode' },
        body: { type: 'number', fieldType: 'number' },
        status: 200,
      },
      rules('zzcode', CODE_RULES),
      set('zzcode', 'MAX_LENGTH', ['40'], 400),
    ],
  },
  {
    statement: 'a property that is created again has no rules',
    assumption: 'A92',
    calls: [
      { endpoint: 'archiveDatedProperty', params: { object_type: 'contacts', property_name: 'zzcode' }, status: 204 },
      list(),
      {
        endpoint: 'createDatedProperty',
        params: { object_type: 'contacts' },
        body: { name: 'zzcode', label: 'Code', groupName: 'held', type: 'string', fieldType: 'text' },
        status: 201,
      },
      rules('zzcode', []),
    ],
  },
  {
    statement: 'version 2026-03 has the same paths',
    calls: [{ endpoint: 'listValidationRules', params: CONTACTS, version: '2026-03', status: 200 }],
  },
  { statement: 'the check of record values against the rules is not part of this interface', assumption: 'A93' },
];
