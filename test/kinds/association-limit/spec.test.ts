import { describe, expect, it } from 'vitest';
import { addressOfLimit, place, specOf } from '../../../src/kinds/association-limit/spec.ts';

const plain = { from: 'contact', to: '0-2', typeId: 279, maxToObjectIds: 1 };

describe('the spec of an association limit', () => {
  it('has one object type for every spelling and the category of the service when none is declared', () => {
    expect(specOf(plain)).toEqual({
      ...{ from: 'contacts', to: 'companies', category: 'SERVICE_DEFINED' },
      ...{ typeId: 279, maxToObjectIds: 1 },
    });
  });

  it('has one address for both spellings of that category', () => {
    const addresses = ['SERVICE_DEFINED', 'HUBSPOT_DEFINED'].map((category) =>
      addressOfLimit(specOf({ ...plain, category })),
    );
    expect(new Set(addresses)).toEqual(new Set(['association-limit:contacts/companies/SERVICE_DEFINED/279']));
  });

  it.each([
    ['typeId', 0],
    ['typeId', 1.5],
    ['maxToObjectIds', 0],
    ['maxToObjectIds', -1],
    ['maxToObjectIds', '5'],
    ['category', ''],
    ['category', 'service'],
  ])('refuses %s: %j', (field, value) => {
    expect(place[1]?.fields[field]?.safeParse(value).success).toBe(false);
  });
});
