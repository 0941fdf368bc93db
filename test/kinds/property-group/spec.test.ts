import { describe, expect, it } from 'vitest';
import { check, specOf } from '../../../src/kinds/property-group/spec.ts';

const referred = { objectType: 'contact', name: 'loyalty' };

describe('the spec of a property group', () => {
  it('is undefined where the group is only referred to', () => {
    expect(specOf(referred)).toBeUndefined();
  });

  it('has one object type for every spelling', () => {
    expect(specOf({ ...referred, displayName: 'Loyalty' })).toEqual({
      objectType: 'contacts',
      name: 'loyalty',
      displayName: 'Loyalty',
    });
  });

  it('with an order alone is an error at the order', () => {
    const spec = specOf({ ...referred, displayOrder: 2 });
    expect(spec && check(spec)).toEqual([
      {
        code: 'group-order-without-name',
        severity: 'error',
        path: ['displayOrder'],
        message:
          'The group loyalty has a displayOrder and no displayName, so it is not clear whether it is to be kept.',
        hint: 'Declare its displayName, or remove displayOrder to only refer to the group.',
      },
    ]);
  });

  it('with an empty name is an error at the name', () => {
    const spec = specOf({ ...referred, displayName: '' });
    expect(spec && check(spec).map(({ code, path }) => [code, path])).toEqual([['text-blank', ['displayName']]]);
  });
});
