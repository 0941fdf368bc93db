import { expect, test } from 'vitest';
import type { CatalogueProperty } from '../../../src/report/catalogue/catalogue.ts';
import { typesText } from '../../../src/report/types/types.ts';

const provenance = { file: 'trueup.yaml', line: 1, column: 1 };
const property = (name: string, more: Partial<CatalogueProperty> = {}): CatalogueProperty => ({
  name,
  label: name.toUpperCase(),
  type: 'string',
  address: `property:contacts/${name}`,
  provenance,
  ...more,
});
const NOTHING = { objects: [], events: [], subscriptions: [], labels: [], limits: [] };
const ofContacts = (...properties: readonly CatalogueProperty[]) =>
  typesText({ ...NOTHING, objects: [{ objectType: 'contacts', groups: [{ name: 'loyalty', properties }] }] });
const tier = (more: Partial<CatalogueProperty>): CatalogueProperty =>
  property('tier', { type: 'enumeration', options: [{ value: 'gold', label: 'Gold' }], ...more });
const typeOf = (text: string, name: string) => text.match(new RegExp(`readonly ${name}\\?: (.*);`))?.[1];

test('a property has a constant for its name, a type for its options and one for its value', () => {
  expect(ofContacts(tier({ fieldType: 'select', description: 'Set every night.' }))).toBe(
    `// Written by trueup generate types. Do not edit: change the configuration and write it again.
// Values are as the service's API has them: every one is a string, and null or '' where a record has none.

/** Internal names of the declared properties of contacts. */
export const ContactsProperty = {
  tier: 'tier',
} as const;
export type ContactsProperty = (typeof ContactsProperty)[keyof typeof ContactsProperty];

/** Options of tier: TIER. */
export const ContactsTier = [
  'gold',
] as const;
export type ContactsTier = (typeof ContactsTier)[number];

/** Values of the declared properties of contacts. */
export interface ContactsValues {
  /**
   * TIER (enumeration, select).
   * Set every night.
   */
  readonly tier?: ContactsTier | (string & {}) | null;
}
`,
  );
});

test('an option of others is no mistake, unless the files own the whole list', () => {
  expect(typeOf(ofContacts(tier({ optionsMode: 'exact' })), 'tier')).toBe("ContactsTier | '' | null");
  expect(typeOf(ofContacts(tier({ optionsMode: 'merge' })), 'tier')).toBe('ContactsTier | (string & {}) | null');
});

test('a field with several values is a text, and the comment says how they are separated', () => {
  const text = ofContacts(tier({ fieldType: 'checkbox' }));
  expect(typeOf(text, 'tier')).toBe('string | null');
  expect(text).toContain('Several values are separated by semicolons.');
  expect(text).toContain('export type ContactsTier =');
});

test('an option that is retired and hidden is still on records; one that is removed is not', () => {
  const retire = [
    { value: 'bronze', stage: 'hide' },
    { value: 'iron', stage: 'remove' },
  ] as const;
  expect(ofContacts(tier({ retire: [...retire] }))).toContain("= [\n  'gold',\n  'bronze',\n] as const;");
});

test('true and false need no options', () => {
  expect(typeOf(ofContacts(property('agreed', { type: 'bool' })), 'agreed')).toBe("'true' | 'false' | '' | null");
});

test('an object without properties has no section', () => {
  expect(ofContacts().split('\n').length).toBe(3);
});

test('a property takes no name that stands for all of them', () => {
  const listed = { type: 'enumeration', options: [{ value: 'a', label: 'A' }] };
  const text = ofContacts(property('values', listed), property('property', listed));
  expect(text).toContain('export interface ContactsValues {');
  expect(text).toContain('export const ContactsProperty = {');
  expect(text).toContain('export const ContactsValues2 = [');
});

test('a label cannot steer a terminal that shows the types', () => {
  const text = ofContacts(property('tier', { label: 'A\u001b[31m\u202eB\u009b' }));
  expect(text).toContain('A\\u001b[31m\\u202eB\\u009b');
  expect([...text].filter((sign) => sign !== '\n' && /[\p{Cc}\p{Cf}]/u.test(sign))).toEqual([]);
});

test('the pipelines of an object type are a map of ids to stages, in the order of the file', () => {
  const stages = [
    { value: 'r_open', label: 'Open', probability: 0.2 },
    { value: "r'won", label: 'Won\u2028*/', probability: 1 },
  ];
  const pipeline = { objectType: 'deals', id: 'renew als', label: 'Renewals', stages, provenance };
  const text = typesText({
    ...NOTHING,
    objects: [{ objectType: 'deals', groups: [], pipelines: [{ ...pipeline, address: 'pipeline:deals/renew%20als' }] }],
  });
  expect(text).toContain(`export const DealsPipelines = {
  /** Renewals. */
  'renew als': [
    'r_open', // 'Open'
    'r\\'won', // 'Won\\u2028*/'
  ],
} as const;
export type DealsPipeline = keyof typeof DealsPipelines;
export type DealsStage = (typeof DealsPipelines)[DealsPipeline][number];
`);
});

test('association labels are a map of names to pairs and texts', () => {
  const label = { from: 'contacts', to: '2-11', name: 'billing', label: "Billed\u2028' by", inverseLabel: 'Bills' };
  const address = 'association-label:contacts/2-11/billing' as const;
  expect(
    typesText({ ...NOTHING, labels: [{ ...label, address, provenance }] }),
  ).toContain(`export const AssociationLabels = {
  billing: {
    from: 'contacts',
    to: '2-11',
    label: 'Billed\\u2028\\' by',
    inverseLabel: 'Bills',
  },
} as const;
export type AssociationLabel = keyof typeof AssociationLabels;
`);
});
