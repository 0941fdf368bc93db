import { expect, it } from 'vitest';
import { check, specOf } from '../../../src/kinds/association-limit/spec.ts';

const limit = { from: 'contacts', to: 'companies', typeId: 31, maxToObjectIds: 1 };
const codes = (category?: string) =>
  check(specOf({ ...limit, ...(category === undefined ? {} : { category }) })).map(({ code }) => code);

it.each(['SERVICE_DEFINED', 'HUBSPOT_DEFINED', 'INTEGRATOR_DEFINED', 'USER_DEFINED', 'WORK', undefined])(
  'knows the category %s',
  (category) => {
    expect(codes(category)).toEqual([]);
  },
);

it('finds another category odd, and no more than that', () => {
  expect(check(specOf({ ...limit, category: 'USER_DEFINDE' }))).toEqual([
    {
      code: 'category-unknown',
      severity: 'warning',
      path: ['category'],
      message: 'The category USER_DEFINDE is not one that is known.',
      hint: 'Known are SERVICE_DEFINED, INTEGRATOR_DEFINED, USER_DEFINED, WORK, and HUBSPOT_DEFINED for the first.',
    },
  ]);
});
