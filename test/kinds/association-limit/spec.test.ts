import { expect, it } from 'vitest';
import { associationLimit } from '../../../src/kinds/association-limit/index.ts';
import { buildSpec, levels } from '../../../src/kinds/association-limit/spec.ts';
import { NO_NAMES } from '../../../src/model/account-names.ts';

const { check, checkGiven, address } = associationLimit('documented', NO_NAMES);
const dated = associationLimit('dated', NO_NAMES);
const limit = { from: 'contacts', to: 'companies', typeId: 31, maxToObjectIds: 1 };
const codes = (category?: string) =>
  check(buildSpec({ ...limit, ...(category === undefined ? {} : { category }) })).map(({ code }) => code);

it.each(['SERVICE_DEFINED', 'HUBSPOT_DEFINED', 'INTEGRATOR_DEFINED', 'USER_DEFINED', 'WORK', undefined])(
  'knows the category %s',
  (category) => {
    expect(codes(category)).toEqual([]);
  },
);

it('accepts positive whole numbers of any size as limits and ids', () => {
  const given = (member: string, value: unknown) => levels[1]?.fields[member]?.safeParse(value).success;
  const values = [0, 1, 1.5, 10_001, 500_000, Number.MAX_SAFE_INTEGER];
  const taken = [false, true, false, true, true, true];
  expect(values.map((value) => given('maxToObjectIds', value))).toEqual(taken);
  expect(values.map((value) => given('typeId', value))).toEqual(taken);
});

it('takes any text as a category, without blanks at its ends', () => {
  const given = (value: string) => levels[1]?.fields['category']?.safeParse(value).success;
  expect(['A1', 'own-category', 'Größe 2', ' A1', 'A1 ', ''].map(given)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('finds another category odd, and no more than that', () => {
  expect(check(buildSpec({ ...limit, category: 'USER_DEFINDE' }))).toEqual([
    {
      code: 'category-unknown',
      severity: 'warning',
      path: ['category'],
      message: 'Unknown category USER_DEFINDE.',
      hint: 'Known categories: SERVICE_DEFINED, INTEGRATOR_DEFINED, USER_DEFINED, WORK, and HUBSPOT_DEFINED for the first.',
    },
  ]);
});

it('warns of a category unknown to the dated surface, and accepts both default spellings', () => {
  const found = (category: string) =>
    dated.check(buildSpec({ ...limit, category })).map((one) => [one.severity, one.message]);
  expect(found('OWN')).toEqual([['warning', 'The dated surface has no category OWN.']]);
  expect(['SERVICE_DEFINED', 'HUBSPOT_DEFINED', 'WORK'].flatMap(found)).toEqual([]);
});

const { typeId: _none, ...untyped } = limit;

it.each([
  [untyped, ['type-or-label: A limit requires the typeId or the label of its association type.']],
  [
    { ...limit, label: 'Board member' },
    ['type-or-label: A limit takes the typeId or the label of its association type, not both.'],
  ],
  [{ ...untyped, label: 'Board member' }, []],
])('finds for %j: %j', (given, issues) => {
  const found = dated.check(buildSpec(given));
  expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual(issues);
});

it('says nothing of a type that is there and faulty', () => {
  expect(checkGiven({ from: 'contacts', to: 'companies' })).toEqual([]);
});

it('keeps a label in the address, of the category USER_DEFINED unless another is declared', () => {
  const labelled = { ...untyped, label: 'Board member' };
  expect(address(buildSpec(labelled))).toBe('association-limit:contacts/companies/USER_DEFINED/Board%20member');
  expect(address(buildSpec({ ...labelled, category: 'HUBSPOT_DEFINED' }))).toBe(
    'association-limit:contacts/companies/SERVICE_DEFINED/Board%20member',
  );
});

it('says on the documented surface which one takes a label', () => {
  expect(check(buildSpec({ ...untyped, label: 'Board member' }))).toMatchObject([
    { code: 'dated-only', severity: 'error', path: ['label'] },
  ]);
});

it('takes any label that is no number', () => {
  const given = (value: string) => levels[1]?.fields['label']?.safeParse(value).success;
  expect(['Board member', '7th', 'a/b', '31', ''].map(given)).toEqual([true, true, true, false, false]);
});
