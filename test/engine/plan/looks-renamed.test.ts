/** A create that looks like something that is no longer declared, and creates that do not. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aWorld, converge } from '../../laws/world.ts';
import { declare, planOf, recorded } from '../planning.ts';

type Fields = Readonly<Record<string, unknown>>;
const TEXT = { type: 'string', fieldType: 'text' };
const options = (...values: readonly string[]) => ({
  type: 'enumeration',
  fieldType: 'select',
  options: values.map((value) => ({ value, label: value })),
});

/** A project of one file: properties by name, of contacts, in one group. */
const files = (properties: Readonly<Record<string, Fields>>, more: Fields = {}) => [
  {
    path: 'trueup.yaml',
    text: JSON.stringify({
      version: 1,
      objects: { contacts: { groups: { loyalty: { displayName: 'Loyalty', properties } } } },
      ...more,
    }),
  },
];

async function said(
  before: ReturnType<typeof files>,
  after: ReturnType<typeof files>,
): Promise<readonly (readonly [string, string | undefined])[]> {
  const world = await aWorld();
  try {
    await converge(world.reconciler(before), []);
    const { findings } = await world.reconciler(after).plan();
    return findings.filter(({ code }) => code === 'looks-renamed').map(({ message, hint }) => [message, hint]);
  } finally {
    await world.close();
  }
}

test.each([
  ['the same label', { ...TEXT, label: 'Level' }, { ...TEXT, label: 'Level' }, 'both have the label "Level"'],
  [
    'the same options',
    { ...options('gold', 'silver'), label: 'One' },
    { ...options('silver', 'gold'), label: 'Other' },
    'both have the same options',
  ],
])('says so of %s', async (_, before, after, why) => {
  expect(await said(files({ tier: before }), files({ stage: after }))).toEqual([
    [
      `property:contacts/stage is new and looks like property:contacts/tier, which is no longer declared: ${why}. The service cannot rename a property: the values of property:contacts/tier do not move.`,
      'If it is the same, keep its name and change its label. Else keep both until everything that uses the old one is moved.',
    ],
  ]);
});

test('says so of nearly the same name', async () => {
  const [found] = await said(
    files({ loyalty_tier: { ...TEXT, label: 'One' } }),
    files({ loyalty_teir: { ...TEXT, label: 'Other' } }),
  );
  expect(found?.[0]).toContain('their names are nearly the same');
});

test('suggests to move what an event or an object has by another of its names', async () => {
  const event = (name: string) => ({
    eventDefinitions: { [name]: { properties: { total: { label: 'T', type: 'number' } } } },
  });
  expect(await said(files({}, event('order_placed')), files({}, event('pe1001_order_placed')))).toEqual([
    [
      'event-definition-property:pe1001_order_placed/total is new and may be event-definition-property:order_placed/total, which is no longer declared.',
      'If both mean the same thing, add to the files: moved: { from: "event-definition-property:order_placed/total", to: "event-definition-property:pe1001_order_placed/total" }.',
    ],
  ]);
});

test.each([
  ['of another type', { ...TEXT, label: 'Level' }, { label: 'Level', type: 'number', fieldType: 'number' }],
  ['without anything in common', { ...TEXT, label: 'Level' }, { ...TEXT, label: 'Shoe size' }],
  ['with other options', { ...options('a', 'b'), label: 'One' }, { ...options('a', 'c'), label: 'Other' }],
  ['with one option', { ...options('a'), label: 'One' }, { ...options('a'), label: 'Other' }],
])('says nothing of a create %s', async (_, before, after) => {
  expect(await said(files({ tier: before }), files({ shoesize: after }))).toEqual([]);
});

test('says nothing where names only number things, or where the old one is still declared', async () => {
  const one = { ...TEXT, label: 'One' };
  const other = { ...TEXT, label: 'Other' };
  expect(await said(files({ field_1: one }), files({ field_2: other }))).toEqual([]);
  expect(await said(files({ tier: one }), files({ tier: one, level: one }))).toEqual([]);
});

/** Names and labels of which no two are alike: what is dropped has other letters than what is new. */
const unrelated = (letters: string) =>
  fc.uniqueArray(
    fc.record({
      name: fc.stringMatching(new RegExp(`^[${letters}]{4,12}$`)),
      label: fc.stringMatching(new RegExp(`^[${letters}]{3,12}$`)),
      form: fc.constantFrom(TEXT, { type: 'number', fieldType: 'number' }, options(...letters.slice(0, 3))),
    }),
    { selector: ({ name }) => name, maxLength: 12 },
  );

test('says nothing of any number of unrelated ones', () => {
  fc.assert(
    fc.property(unrelated('abcdefgh'), unrelated('qrstuvw'), (before, after) => {
      const plan = planOf({
        records: before.map(({ name, label, form }) => recorded(`property:contacts/${name}`, { label, ...form })),
        desired: after.map(({ name, label, form }) =>
          declare('property', { objectType: 'contacts', groupName: 'g', name, label, ...form }),
        ),
      });
      expect(plan.summary.create).toBe(after.length);
      expect(plan.findings.filter(({ code }) => code === 'looks-renamed')).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
