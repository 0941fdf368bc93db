import { expect, it } from 'vitest';
import { check, levels, specOf } from '../../../src/kinds/association-limit/spec.ts';

const limit = { from: 'contacts', to: 'companies', typeId: 31, maxToObjectIds: 1 };
const codes = (category?: string) =>
  check(specOf({ ...limit, ...(category === undefined ? {} : { category }) })).map(({ code }) => code);

it.each(['SERVICE_DEFINED', 'HUBSPOT_DEFINED', 'INTEGRATOR_DEFINED', 'USER_DEFINED', 'WORK', undefined])(
  'knows the category %s',
  (category) => {
    expect(codes(category)).toEqual([]);
  },
);

it('takes the limits and the ids that the service takes: whole numbers from 1, without a highest', () => {
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
  expect(check(specOf({ ...limit, category: 'USER_DEFINDE' }))).toEqual([
    {
      code: 'category-unknown',
      severity: 'warning',
      path: ['category'],
      message: 'Unknown category USER_DEFINDE.',
      hint: 'Known categories: SERVICE_DEFINED, INTEGRATOR_DEFINED, USER_DEFINED, WORK, and HUBSPOT_DEFINED for the first.',
    },
  ]);
});
