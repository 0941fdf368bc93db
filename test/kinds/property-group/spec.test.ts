import { describe, expect, it } from 'vitest';
import { buildSpec, check, neededGroup } from '../../../src/kinds/property-group/spec.ts';

const referred = { objectType: 'contact', name: 'loyalty' };

describe('the spec of a property group', () => {
  it('is undefined where the group is only referred to', () => {
    expect(buildSpec(referred)).toBeUndefined();
  });

  it('has one object type for every spelling', () => {
    expect(buildSpec({ ...referred, displayName: 'Loyalty' })).toEqual({
      objectType: 'contacts',
      name: 'loyalty',
      displayName: 'Loyalty',
    });
  });

  it('owns an order alone, of a group that has to exist', () => {
    const spec = buildSpec({ ...referred, displayOrder: 2 });
    expect(spec).toEqual({ objectType: 'contacts', name: 'loyalty', displayOrder: 2 });
    expect(spec && check(spec)).toEqual([]);
    expect(spec && neededGroup(spec)).toEqual(['property-group:contacts/loyalty']);
  });

  it('owns nothing with an order that is left to the service', () => {
    expect(buildSpec({ ...referred, displayOrder: -1 })).toBeUndefined();
  });

  it.each([
    [-1, []],
    [-2, ['warning group-order-below-zero displayOrder']],
  ])('has orders from 0 on, and -1: %i', (displayOrder, issues) => {
    const found = check({ ...referred, displayName: 'Loyalty', displayOrder });
    expect(found.map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`)).toEqual(issues);
  });

  it.each(['Loyalty-Programme', 'sales.eu', 'a'.repeat(101), '1st', 'with blank'])(
    'has to exist when its name is %s',
    (name) => {
      const spec = buildSpec({ ...referred, name, displayName: 'Loyalty' });
      expect(spec && check(spec).map(({ severity, code }) => `${severity} ${code}`)).toEqual(['warning name-unusual']);
      expect(spec && neededGroup(spec)).toHaveLength(1);
    },
  );

  it('reports an empty name at the name', () => {
    const spec = buildSpec({ ...referred, displayName: '' });
    expect(spec && check(spec).map(({ code, path }) => [code, path])).toEqual([['text-blank', ['displayName']]]);
  });
});
