/** Resolution: the design's example, files that merge, interpolation by type, and references. */

import { expect, test } from 'vitest';
import { accountNames } from '../../src/config/accounts/accounts.ts';
import { parseProject } from '../../src/config/files/project.ts';
import { DEFAULT_VERSIONS } from '../../src/contract/surfaces.ts';
import { aProperty, places, resolveTexts } from './builders.ts';
import { EXAMPLE } from './example.ts';

const ENV = { SANDBOX_TOKEN: 'token-of-sandbox' };

test('resolves the example of the design, with a place for every resource', () => {
  const { desired, policy, findings, account } = resolveTexts(EXAMPLE, { account: 'sandbox', env: ENV });
  expect(findings).toEqual([]);
  expect(desired.resources.map(({ address, provenance }) => [address, provenance.line, provenance.column])).toEqual([
    ['association-limit:contacts/companies/SERVICE_DEFINED/279', 42, 9],
    ['event-definition-property:order_placed/ordertotal', 37, 7],
    ['property-group:contacts/loyalty', 16, 7],
    ['property:contacts/loyaltytier', 20, 11],
    ['property:contacts/shoe_size', 29, 11],
    ['webhook-subscription:2001/contact.propertyChange/loyaltytier', 33, 9],
  ]);
  expect(desired.resources[3]?.spec).toEqual({
    objectType: 'contacts',
    groupName: 'loyalty',
    name: 'loyaltytier',
    label: 'Loyalty tier',
    type: 'enumeration',
    fieldType: 'select',
    options: [
      { value: 'gold', label: 'Gold' },
      { value: 'silver', label: 'Silver' },
    ],
  });
  expect(policy).toEqual({
    allow: [],
    maxChanges: { percent: 30, above: 10 },
    rules: { 'description-required': { severity: 'warning', parameters: {} } },
    waivers: [],
  });
  const { credentials, ...rest } = account;
  expect(rest).toEqual({
    name: 'sandbox',
    hubId: 1001,
    baseUrl: 'https://api.hubapi.com',
    surface: 'documented',
    versions: DEFAULT_VERSIONS,
    protected: false,
    drift: 'revert',
    auth: { accessToken: 'SANDBOX_TOKEN' },
  });
  expect(credentials.kind === 'access-token' && credentials.accessToken.reveal()).toBe('token-of-sandbox');
});

test('names the accounts in the order of the files', () => {
  expect(accountNames(parseProject([{ path: 'trueup.yaml', text: EXAMPLE }]))).toEqual(['sandbox', 'production']);
});

test('merges sections of several files, and lets a fragment leave the version out', () => {
  const { desired, findings } = resolveTexts({
    'trueup.yaml': 'version: 1\nobjects:\n  contacts:\n    groups:\n      g: { displayName: G }\n',
    'more.yaml':
      'objects:\n  contacts:\n    groups:\n      g:\n        properties:\n          p: { label: P, type: string, fieldType: text }\n',
  });
  expect(findings).toEqual([]);
  expect(desired.resources.map(({ address, provenance }) => `${address} ${provenance.file}`)).toEqual([
    'property-group:contacts/g trueup.yaml',
    'property:contacts/p more.yaml',
  ]);
});

const TWICE = 'objects:\n  NAME:\n    groups:\n      g:\n        displayName: G\n';

test('reports a duplicate group with both places, even under another object spelling', () => {
  const { findings } = resolveTexts({
    'a.yaml': `version: 1\n${TWICE.replace('NAME', 'contacts')}`,
    'b.yaml': TWICE.replace('NAME', '0-1'),
  });
  expect(findings).toEqual([
    {
      code: 'declared-twice',
      severity: 'error',
      message: 'property-group:contacts/g is declared twice.',
      hint: 'Keep one of the two declarations.',
      address: 'property-group:contacts/g',
      provenance: { file: 'b.yaml', line: 4, column: 7 },
      related: { file: 'a.yaml', line: 5, column: 7 },
    },
  ]);
});

test('reports a duplicate property, account and policy member', () => {
  const property = 'properties: { p: { label: P, type: string, fieldType: text } }';
  const { findings } = resolveTexts({
    'a.yaml': `version: 1\naccounts: { x: {} }\nobjects: { deals: { groups: { a: { ${property} }, b: { ${property} } } } }\npolicy: { maxChanges: { above: 1 } }\n`,
    'b.yaml': 'accounts: { x: {} }\npolicy: { maxChanges: { above: 2 } }\n',
  });
  expect(places(findings)).toEqual([
    'declared-twice a.yaml:3:121',
    'declared-twice b.yaml:1:13',
    'declared-twice b.yaml:2:25',
  ]);
});

const fill = (value: string) => `version: 1
accounts:
  a: { values: { number: 7, text: "8", yes: true, fromEnv: "\${env.NINE}" } }
objects:
  contacts:
    groups:
      g:
        displayName: "${value}"
        displayOrder: \${values.number}
`;

test.each([
  [`\${values.text} and \${values.number} \${env.NINE}`, '8 and 7 9'],
  [`\\\\\${values.text}`, `\${values.text}`],
  [`\${env.NINE}`, '9'],
  [`\${values.fromEnv}`, '9'],
  ['$ {values.text} $}', '$ {values.text} $}'],
])('fills %s into a text', (written, expected) => {
  const { desired, findings } = resolveTexts(fill(written), { env: { NINE: '9' } });
  expect(findings).toEqual([]);
  expect(desired.resources[0]?.spec).toEqual({
    objectType: 'contacts',
    name: 'g',
    displayName: expected,
    displayOrder: 7,
  });
});

test('makes numbers and booleans of variables only where they are expected', () => {
  const { desired, findings } = resolveTexts(
    aProperty(`label: \${env.N}`, 'type: string', 'fieldType: text', `displayOrder: \${env.N}`, `formField: \${env.B}`),
    { env: { N: '5', B: 'true' } },
  );
  expect(findings).toEqual([]);
  expect(desired.resources[0]?.spec).toMatchObject({ label: '5', displayOrder: 5, formField: true });
});

test('refuses a value of the wrong form in a variable and hides it', () => {
  const { findings } = resolveTexts(
    aProperty('label: T', 'type: string', 'fieldType: text', `displayOrder: \${env.N}`),
    { env: { N: '05 hush' } },
  );
  expect(places(findings)).toEqual(['wrong-type 11:27']);
  expect(JSON.stringify(findings)).not.toContain('hush');
});

test('ignores inherited members of the environment object', () => {
  const { findings } = resolveTexts(
    aProperty(`label: \${env.constructor}`, 'type: string', `fieldType: \${env.__proto__}`),
  );
  expect(places(findings)).toEqual(['env-unset 8:20', 'env-unset 10:24']);
});

test('shares the value of an alias, and reports a fault inside it once', () => {
  const text = aProperty(
    'label: T',
    'type: enumeration',
    'fieldType: select',
    'options: &o',
    '  - { value: a, label: A, colour: red }',
  ).concat('          other: { label: O, type: enumeration, fieldType: select, options: *o }\n');
  expect(places(resolveTexts(text).findings)).toEqual(['unknown-key 12:39']);
});

test('warns only of a reference that resembles a declared property', () => {
  const text = (
    name: string,
  ) => `${aProperty('label: Tier', 'type: string', 'fieldType: text').replace('tier', 'loyaltytier')}webhooks:
  - appId: 5
    subscriptions:
      - { eventType: contact.propertyChange, propertyName: ${name} }
`;
  expect(resolveTexts(text('loyaltyteir')).findings).toEqual([
    {
      code: 'reference-misspelt',
      severity: 'warning',
      message:
        'webhook-subscription:5/contact.propertyChange/loyaltyteir refers to property:contacts/loyaltyteir, which is not declared.',
      hint: 'Did you mean property:contacts/loyaltytier? If the account has property:contacts/loyaltyteir, this is fine.',
      address: 'webhook-subscription:5/contact.propertyChange/loyaltyteir',
      mentioned: 'property:contacts/loyaltyteir',
      provenance: { file: 'trueup.yaml', line: 14, column: 9 },
    },
  ]);
  expect(resolveTexts(text('lifecyclestage')).findings).toEqual([]);
});

test('keeps the findings before a syntax fault and drops the later findings', () => {
  const text = `version: 1\npolicy: { allow: [bad] }\nobjects:\n  contacts:\n    groups:\n      g: "x" y\n  colour: 1\n`;
  expect(places(resolveTexts(text).findings)).toEqual(['unknown-risk 2:19', 'yaml-unexpected-token 6:14']);
});

test('reports a finding of a kind at its value', () => {
  const text = 'version: 1\nobjects:\n  contacts:\n    groups:\n      g: { displayOrder: -2 }\n';
  expect(places(resolveTexts(text).findings)).toEqual(['group-order-below-zero 5:26']);
});

test('adds consents and accepts an empty section', () => {
  const { policy, findings, desired } = resolveTexts({
    'a.yaml': 'version: 1\npolicy: { allow: [type-change] }\nobjects: {}\nwebhooks: []\n',
    'b.yaml': 'policy: { allow: ["option-removal=property:contacts/x"], rules: { label-unique: off } }\n',
  });
  expect(findings).toEqual([]);
  expect(desired.resources).toEqual([]);
  expect(policy).toEqual({
    allow: [
      { risk: 'type-change' },
      { risk: 'option-removal', address: 'property:contacts/x', provenance: { file: 'b.yaml', line: 1, column: 19 } },
    ],
    maxChanges: { percent: 30, above: 10 },
    rules: { 'label-unique': { severity: 'off', parameters: {} } },
    waivers: [],
  });
});
