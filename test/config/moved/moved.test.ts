/** Tests of `moved`: the addresses that can change, and the entries that the files need for them. */

import { expect, test } from 'vitest';
import { places, resolveTexts } from '../builders.ts';

const group = (name: string, of = 'g') =>
  `{ groups: { ${of}: { displayName: G, properties: { ${name}: { label: L, type: string, fieldType: text } } } } }`;
const DECLARED = `version: 1
objects: { contacts: ${group('a')}, companies: ${group('b')}, 2-3451: ${group('c')}, p77_cars: ${group('d', 'h')} }
eventDefinitions: { pe77_order: { properties: { total: { label: Total, type: number } } } }
associationLimits: [{ from: contacts, to: companies, limits: [{ category: USER_DEFINED, typeId: 7, maxToObjectIds: 2 }] }]
webhooks: [{ appId: 2001, subscriptions: [{ eventType: contact.propertyChange, propertyName: a }] }]
`;
const LIMIT = 'association-limit:contacts/companies/USER_DEFINED';
const moves = (...pairs: readonly (readonly [string, string])[]) =>
  `${DECLARED}moved:\n${pairs.map(([from, to]) => `  - { from: "${from}", to: "${to}" }\n`).join('')}`;
const codes = (text: string) => resolveTexts(text, { offline: true }).findings.map(({ code }) => code);

test.each([
  ['property:cars/c', 'property:2-3451/c'],
  ['property-group:cars/g', 'property-group:2-3451/g'],
  ['property:cars/d', 'property:p77_cars/d'],
  ['property:2-11/d', 'property:p77_cars/d'],
  ['event-definition-property:order/total', 'event-definition-property:pe77_order/total'],
  ['event-definition-property:6-12/total', 'event-definition-property:pe77_order/total'],
  [`${LIMIT}/Board%20member`, `${LIMIT}/7`],
])('takes %s and %s for one thing', (from, to) => {
  const { moved, findings } = resolveTexts(moves([from, to]), { offline: true });
  expect(findings.filter(({ code }) => code.startsWith('moved'))).toEqual([]);
  expect(moved).toEqual([{ from, to, provenance: { file: 'trueup.yaml', line: 7, column: 5 } }]);
});

test.each([
  [
    'property:contacts/old',
    'property:contacts/a',
    'The service cannot rename a property: property:contacts/a is new, and the values of property:contacts/old do not move to it.',
  ],
  [
    'property-group:contacts/old',
    'property-group:contacts/g',
    'The service cannot rename a group: property-group:contacts/g is new, and property-group:contacts/old stays as it is.',
  ],
  ['property:contacts/b', 'property:companies/b', 'contacts and companies are two object types.'],
  ['property:2-1/c', 'property:2-3451/c', '2-1 and 2-3451 are two object types.'],
  ['property:boats/d', 'property:p77_cars/d', 'boats and p77_cars are two object types.'],
  [
    'event-definition-property:sale/total',
    'event-definition-property:pe77_order/total',
    'sale and pe77_order are two events: the service cannot rename an event.',
  ],
  [`${LIMIT}/8`, `${LIMIT}/7`, '8 and 7 are two association types.'],
  [
    'webhook-subscription:2002/contact.propertyChange/a',
    'webhook-subscription:2001/contact.propertyChange/a',
    'The service cannot rename a subscription: webhook-subscription:2001/contact.propertyChange/a is new, and webhook-subscription:2002/contact.propertyChange/a stays as it is.',
  ],
  [
    'property-group:contacts/a',
    'property:contacts/a',
    'property-group:contacts/a and property:contacts/a are of two kinds.',
  ],
])('refuses to take %s and %s for one thing', (from, to, message) => {
  const { moved, findings } = resolveTexts(moves([from, to]), { offline: true });
  const [found] = findings.filter(({ code }) => code.startsWith('moved'));
  expect(moved).toEqual([]);
  expect(found).toMatchObject({ code: 'moved-impossible', severity: 'error', provenance: { line: 7 } });
  expect(found?.message).toBe(message);
});

test('refuses chains, cycles, and two entries about one address', () => {
  const [a, b, c] = ['property:cars/c', 'property:2-3451/c', 'property:p1_cars/c'] as const;
  expect(codes(moves([a, b], [b, c]))).toEqual(['moved-ambiguous']);
  expect(codes(moves([a, b], [b, a]))).toEqual(['moved-ambiguous', 'moved-ambiguous']);
  expect(codes(moves([a, b], [a, b]))).toEqual(['moved-ambiguous']);
  expect(codes(moves([a, b], ['property:p7_cars/c', b]))).toEqual(['moved-ambiguous']);
  expect(codes(moves([b, b]))).toEqual(['moved-ambiguous']);
});

test('refuses contradictions with the files, each at its position', () => {
  const text = moves(
    ['property:p77_cars/d', 'property:2-11/d'],
    ['property:cars/cc', 'property:2-3451/cc'],
    ['contacts/a', 'property:2-3451/c'],
  );
  const { findings } = resolveTexts(text, { offline: true });
  expect(places(findings)).toEqual(['moved-contradicted 7:13', 'moved-contradicted 8:37', 'bad-address 9:13']);
  expect(findings.map(({ message, hint }) => [message, hint])).toEqual([
    ['property:p77_cars/d is moved and still declared.', 'Remove its declaration, or this entry.'],
    ['property:cars/cc is moved to property:2-3451/cc, which is not declared.', 'Did you mean property:2-3451/c?'],
    ['"contacts/a" is not an address.', 'An address is a kind and an identity, such as property:contacts/loyaltytier.'],
  ]);
});

test('takes a single entry without a list, and values of the account', () => {
  const text = `${DECLARED}accounts: { a: { values: { event: order } } }
moved: { from: "event-definition-property:\${values.event}/total", to: event-definition-property:pe77_order/total }
`;
  expect(resolveTexts(text, { offline: true }).moved).toMatchObject([
    { from: 'event-definition-property:order/total' },
  ]);
});
