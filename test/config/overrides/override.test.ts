/**
 * Tests of the overrides of an account: changed values, added definitions and omitted resources, each at its position.
 */

import { expect, test } from 'vitest';
import { offlineFindings } from '../../../src/engine/rules/evaluate.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import type { Provenance } from '../../../src/model/finding.ts';
import { places, resolveTexts } from '../builders.ts';

const BASE = `version: 1
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        displayOrder: 2
        properties:
          tier:
            label: Tier
            type: enumeration
            fieldType: select
            description: Which tier.
            options:
              - { value: gold, label: Gold }
              - { value: silver, label: Silver }
              - { value: bronze, label: Bronze }
          legacy: { label: Legacy, type: string, fieldType: text }
webhooks:
  - appId: \${values.app}
    subscriptions:
      - { eventType: contact.creation }
      - { eventType: contact.propertyChange, propertyName: tier }
eventDefinitions:
  order:
    properties:
      total: { label: Total, type: number }
associationLimits:
  - from: contacts
    to: companies
    limits:
      - { typeId: 279, maxToObjectIds: 5 }
`;

const ACCOUNTS = `version: 1
accounts:
  sandbox:
    values: { app: 2001 }
    overrides:
      objects:
        contact:
          groups:
            loyalty:
              omit: [displayOrder]
              properties:
                tier:
                  label: Tier (\${values.app})
                  omit: [description]
                  options:
                    - { value: silver, label: Silver test }
                    - { value: test, label: Test }
                    - { value: bronze, omit: true }
                legacy: { omit: true }
                probe: { label: Probe, type: string, fieldType: text }
        deals:
          groups:
            own:
              displayName: Own
              properties:
                only: { label: Only, type: string, fieldType: text }
      webhooks:
        - appId: 2001
          subscriptions:
            - { eventType: contact.creation, active: false }
            - { eventType: contact.propertyChange, propertyName: tier, omit: true }
            - { eventType: contact.deletion }
        - appId: 2002
          subscriptions:
            - { eventType: contact.creation }
      eventDefinitions:
        order:
          properties:
            total: { label: Sum }
      associationLimits:
        - from: contact
          to: companies
          limits:
            - { category: HUBSPOT_DEFINED, typeId: 279, maxToObjectIds: 1 }
  production:
    values: { app: 2001 }
`;

const TEXTS = { 'schema.yaml': BASE, 'trueup.yaml': ACCOUNTS };

/** Project that a person would write without overrides. */
const MERGED = `version: 1
accounts: { sandbox: { values: { app: 2001 } } }
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties:
          tier:
            label: Tier (2001)
            type: enumeration
            fieldType: select
            options:
              - { value: gold, label: Gold }
              - { value: silver, label: Silver test }
              - { value: test, label: Test }
          probe: { label: Probe, type: string, fieldType: text }
  deals:
    groups:
      own:
        displayName: Own
        properties:
          only: { label: Only, type: string, fieldType: text }
webhooks:
  - appId: 2001
    subscriptions:
      - { eventType: contact.creation, active: false }
      - { eventType: contact.deletion }
  - appId: 2002
    subscriptions:
      - { eventType: contact.creation }
eventDefinitions: { order: { properties: { total: { label: Sum, type: number } } } }
associationLimits: [{ from: contacts, to: companies, limits: [{ typeId: 279, maxToObjectIds: 1 }] }]
`;

type Resolved = ReturnType<typeof resolveTexts>;
const specsOf = ({ desired }: Resolved) => desired.resources.map(({ address, spec }) => [address, spec]);
const lineOf = ({ file, line, column }: Provenance) => `${file}:${line}:${column}`;

test('declares the same as a manual merge', () => {
  const sandbox = resolveTexts(TEXTS, { account: 'sandbox', offline: true });
  expect(places(sandbox.findings)).toEqual([]);
  expect(specsOf(sandbox)).toEqual(specsOf(resolveTexts(MERGED, { offline: true })));
});

test('changes nothing for another account', () => {
  const production = resolveTexts(TEXTS, { account: 'production', offline: true });
  const alone = { ...TEXTS, 'trueup.yaml': 'version: 1\naccounts: { production: { values: { app: 2001 } } }' };
  expect(production.findings).toEqual([]);
  expect(production.desired).toEqual(resolveTexts(alone, { offline: true }).desired);
});

test('records the place of each overridden field and of each added resource', () => {
  const { desired } = resolveTexts(TEXTS, { account: 'sandbox', offline: true });
  const found = desired.resources.flatMap(({ address, overrides = [], provenance }) =>
    overrides.map((one) => [address, lineOf(provenance), one.field ?? 'whole', lineOf(one.provenance)]),
  );
  expect(found).toEqual([
    [
      'association-limit:contacts/companies/SERVICE_DEFINED/279',
      'schema.yaml:32:9',
      'maxToObjectIds',
      'trueup.yaml:44:57',
    ],
    ['event-definition-property:order/total', 'schema.yaml:27:7', 'label', 'trueup.yaml:39:22'],
    ['property-group:contacts/loyalty', 'schema.yaml:5:7', 'displayOrder', 'trueup.yaml:10:22'],
    ['property-group:deals/own', 'trueup.yaml:23:13', 'whole', 'trueup.yaml:23:13'],
    ['property:contacts/probe', 'trueup.yaml:20:17', 'whole', 'trueup.yaml:20:17'],
    ['property:contacts/tier', 'schema.yaml:9:11', 'label', 'trueup.yaml:13:19'],
    ['property:contacts/tier', 'schema.yaml:9:11', 'description', 'trueup.yaml:14:26'],
    ['property:contacts/tier', 'schema.yaml:9:11', 'options', 'trueup.yaml:16:40'],
    ['property:deals/only', 'trueup.yaml:26:17', 'whole', 'trueup.yaml:26:17'],
    ['webhook-subscription:2001/contact.creation', 'schema.yaml:22:9', 'active', 'trueup.yaml:30:46'],
    ['webhook-subscription:2001/contact.deletion', 'trueup.yaml:32:15', 'whole', 'trueup.yaml:32:15'],
    ['webhook-subscription:2002/contact.creation', 'trueup.yaml:35:15', 'whole', 'trueup.yaml:35:15'],
  ]);
});

test('reports faults at their place in the override', () => {
  const overrides = `
      objects:
        contacts:
          groups:
            loyalty:
              displayName: ""
              properties:
                legacy:
                tier:
                  omit: [description, formField]
                  label: \${values.none}
                  options: [{ value: gold, label: Silver }, { value: silver, omit: true, label: X }]
                  type: enumeration
                teir: { label: Tier }
                lagacy: { omit: true }
      webhooks: [{ appId: 2001 }]`;
  const texts = {
    ...TEXTS,
    'trueup.yaml': `version: 1\naccounts:\n  sandbox:\n    values: { app: 2001 }\n    overrides:${overrides}\n`,
  };
  const { findings } = resolveTexts(texts, { account: 'sandbox', offline: true });
  expect(findings.map(({ message, hint }, at) => [places(findings)[at], message, hint])).toEqual([
    [
      'text-blank 10:28',
      'The string is empty.',
      'Enter the text shown to users, unless the account has exactly this text.',
    ],
    [
      'empty-value 12:17',
      'Expected a mapping, found nothing.',
      'Give it the fields that differ, or write `{ omit: true }` to leave it out for this account.',
    ],
    [
      'override-omits-nothing 14:39',
      'No file declares "formField" here, so there is nothing to leave out.',
      'Remove it.',
    ],
    ['value-unset 15:26', 'The account has no value `none`.', 'Allowed: app.'],
    [
      'override-contradictory 16:78',
      'An override cannot leave something out and give a value for it.',
      'Keep one of the two.',
    ],
    [
      'override-unused 17:19',
      'The override changes nothing: the files declare the same value for "type".',
      'Remove it.',
    ],
    ...['type', 'fieldType'].map((key) => [
      'missing-key 18:17',
      `Missing key "${key}".`,
      'No file declares "teir" here, so it is new for the account sandbox and must be complete. Did you mean `tier`?',
    ]),
    [
      'override-omits-nothing 19:17',
      'No file declares "lagacy" here, so there is nothing to leave out.',
      'Did you mean `legacy`?',
    ],
    [
      'override-unused 20:18',
      'The override changes nothing: it gives no field and leaves nothing out.',
      'Give it a field, or remove it.',
    ],
  ]);
});

test('reports an empty list or mapping as unused', () => {
  const found = (overrides: string) => {
    const texts = {
      ...TEXTS,
      'trueup.yaml': `version: 1\naccounts:\n  sandbox:\n    values: { app: 2001 }\n    overrides: ${overrides}\n`,
    };
    const { findings, desired } = resolveTexts(texts, { account: 'sandbox', offline: true });
    expect(desired.resources.flatMap(({ overrides: some = [] }) => some)).toEqual([]);
    return findings.map(({ code, severity, message }) => [code, severity, message]);
  };
  const loyalty = (text: string) => `{ objects: { contacts: { groups: { loyalty: ${text} } } } }`;
  const unused = (key: string) => [
    'override-unused',
    'warning',
    `The override changes nothing: "${key}" is empty here, and the declarations of the files in it stay.`,
  ];
  expect(found(loyalty('{ properties: {} }'))).toEqual([unused('properties')]);
  expect(found(loyalty('{ properties: { tier: { options: [] } } }'))).toEqual([unused('options')]);
  expect(found('{ objects: {} }')).toEqual([unused('objects')]);
  expect(found('{ webhooks: [] }')).toEqual([unused('webhooks')]);
  expect(found('{}')).toEqual([]);
});

test('checks the overrides of accounts that are not chosen by their form alone', () => {
  const texts = `version: 1
accounts:
  a: { values: { app: 1 }, overrides: { objects: { contacts: { groups: { g: { displayName: "\${values.x}" } } } } } }
  b: { overrides: { objects: { contacts: { groups: { g: { displayname: G, displayOrder: "\${env.ORDER}" } } } } } }
objects: { contacts: { groups: { g: { displayName: G } } } }
`;
  expect(places(resolveTexts(texts, { account: 'a' }).findings)).toEqual(['value-unset 3:93', 'unknown-key 4:59']);
  expect(places(resolveTexts(texts, { account: 'b' }).findings)).toEqual(['unknown-key 4:59', 'env-unset 4:90']);
});

test('refuses two overrides of a field, and omits nothing from added resources', () => {
  const overrides = `
      objects:
        contacts: { groups: { loyalty: { displayName: A } } }
        contact: { groups: { loyalty: { displayName: B, properties: { tier: { omit: true }, new: { omit: true } } } } }
        0-1: { groups: { loyalty: { properties: { tier: { label: C } }, omit: true } } }
        deals: { groups: { g: { displayName: G, omit: [displayOrder] } } }`;
  const texts = {
    ...TEXTS,
    'trueup.yaml': `version: 1\naccounts:\n  sandbox:\n    values: { app: 1 }\n    overrides:${overrides}\n`,
  };
  expect(places(resolveTexts(texts, { offline: true }).findings)).toEqual([
    'declared-twice 8:41',
    'override-omits-nothing 8:93',
    'declared-twice 9:26',
    'override-contradictory 9:73',
    'override-omits-nothing 10:49',
  ]);
});

test('a house rule about an overridden field points into the override', () => {
  const overrides =
    '{ objects: { contacts: { groups: { loyalty: { properties: { tier: { omit: [description] } } } } } } }';
  const texts = {
    'schema.yaml': `${BASE}policy: { rules: { description-required: error } }\n`,
    'trueup.yaml': `version: 1\naccounts:\n  sandbox:\n    values: { app: 2001 }\n    overrides: ${overrides}\n`,
  };
  const findings = offlineFindings(resolveTexts(texts, { offline: true }), KINDS, Date.UTC(2026, 0, 1));
  expect(places(findings.filter(({ address }) => address === 'property:contacts/tier'))).toEqual([
    'description-required 5:91',
  ]);
});

test('a field name in place of the omit list gets the list form', () => {
  const { findings } = resolveTexts(
    { ...TEXTS, 'trueup.yaml': ACCOUNTS.replace('omit: [description]', 'omit: description') },
    { account: 'sandbox' },
  );
  expect(findings.filter(({ code }) => code === 'bad-form')).toMatchObject([
    { message: 'Expected true, or a list of field names: write [description] to leave out description.' },
  ]);
});

test('below a misspelt name everything that is missing has the hint', () => {
  const overrides = '{ objects: { contcts: { groups: { loyalty: { properties: { tier: { omit: true } } } } } } }';
  const { findings } = resolveTexts({
    'schema.yaml': BASE,
    'trueup.yaml': `version: 1\naccounts:\n  sandbox:\n    values: { app: 2001 }\n    overrides: ${overrides}\n`,
  });
  const hints = findings.filter(({ code }) => code === 'missing-key').map(({ hint }) => hint);
  expect(hints.length).toBeGreaterThan(1);
  expect(new Set(hints)).toEqual(new Set([expect.stringContaining('Did you mean `contacts`?')]));
});

test('overrides of an unreadable file cause no findings', () => {
  const overrides = '{ objects: { contacts: { groups: { loyalty: { properties: { tier: { omit: true } } } } } } }';
  const main = `version: 1\ninclude: [schema.yaml]\naccounts: { sandbox: { hubId: 1, overrides: ${overrides} } }\n`;
  const { findings } = resolveTexts({ 'trueup.yaml': main });
  expect(findings.map(({ code }) => code)).toEqual(['include-unmatched']);
});
