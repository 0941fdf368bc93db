import { describe, expect, it } from 'vitest';
import { createRoute, retypeRoute } from '../../../../src/kinds/property/documented/routes.ts';

type Case = readonly [
  objectType: string,
  name: string,
  type: string,
  fieldType: string,
  expected: string | { readonly field: string; readonly cause: string; readonly section: string },
];

const values = (field: string) => ({ field, cause: 'values', section: '2.6' });
const byName = { field: 'type', cause: 'name', section: '4.3' };
const byObjectType = { field: 'type', cause: 'object-type', section: '4.3' };

const CREATES: readonly Case[] = [
  ['contacts', 'tier', 'enumeration', 'select', 'createProperty'],
  ['contacts', 'loyalty_tier', 'bool', 'radio', 'createProperty'],
  ['contacts', 'tier', 'date', 'date', 'createContactProperty'],
  ['contacts', 'loyalty_tier', 'date', 'date', 'createContactProperty'],
  ['contacts', 'tier', 'enumeration', 'booleancheckbox', 'createContactProperty'],
  ['contacts', 'tier', 'date', 'booleancheckbox', 'createContactProperty'],
  ['contacts', 'tier', 'bool', 'booleancheckbox', values('fieldType')],
  ['companies', 'tier', 'string', 'file', 'createProperty'],
  ['companies', 'tier', 'bool', 'radio', 'createProperty'],
  ['companies', 'tier', 'date', 'date', 'createProperty then updateCompanyProperty'],
  ['companies', 'tier', 'enumeration', 'booleancheckbox', 'createProperty then updateCompanyProperty'],
  ['companies', 'loyalty_tier', 'date', 'date', byName],
  ['companies', 'tier', 'date', 'file', values('fieldType')],
  ['companies', 'tier', 'bool', 'booleancheckbox', values('fieldType')],
  ['deals', 'tier', 'datetime', 'date', 'createProperty'],
  ['deals', 'tier', 'date', 'date', values('type')],
  ['deals', 'tier', 'enumeration', 'booleancheckbox', values('fieldType')],
  ['tickets', 'tier', 'date', 'date', values('type')],
  ['2-3451', 'loyalty_tier', 'number', 'number', 'createProperty'],
  ['2-3451', 'tier', 'date', 'booleancheckbox', values('type')],
];

const RETYPES: readonly Case[] = [
  ['companies', 'tier', 'number', 'number', 'updateCompanyProperty'],
  ['companies', 'tier', 'date', 'date', 'updateCompanyProperty'],
  ['companies', 'tier', 'enumeration', 'booleancheckbox', 'updateCompanyProperty'],
  ['companies', 'tier', 'bool', 'radio', values('type')],
  ['companies', 'tier', 'string', 'file', values('fieldType')],
  ['companies', 'loyalty_tier', 'number', 'number', byName],
  ['deals', 'tier', 'bool', 'radio', 'updateDealProperty'],
  ['deals', 'tier', 'string', 'file', 'updateDealProperty'],
  ['deals', 'tier', 'date', 'date', values('type')],
  ['deals', 'loyalty_tier', 'number', 'number', byName],
  ['contacts', 'tier', 'number', 'number', byObjectType],
  ['tickets', 'tier', 'number', 'number', byObjectType],
  ['2-3451', 'tier', 'number', 'number', byObjectType],
];

describe('the routes of properties', () => {
  it.each(CREATES)('create %s/%s as %s %s', (objectType, name, type, fieldType, expected) => {
    const routed = createRoute({ objectType, name, type, fieldType });
    if ('none' in routed) return expect(routed.none).toMatchObject(Object(expected));
    const { endpoint, followUp } = routed.route;
    expect(followUp === undefined ? endpoint : `${endpoint} then ${followUp}`).toBe(expected);
  });

  it.each(RETYPES)('give %s/%s the type %s %s', (objectType, name, type, fieldType, expected) => {
    const routed = retypeRoute({ objectType, name, type, fieldType });
    if ('none' in routed) return expect(routed.none).toMatchObject(Object(expected));
    expect(routed.route.endpoint).toBe(expected);
  });

  it('list the allowed types of an object type if no route exists', () => {
    expect(createRoute({ objectType: 'deals', name: 'closed', type: 'date', fieldType: 'date' })).toEqual({
      none: {
        field: 'type',
        cause: 'values',
        reason: 'For deals, the interface does not allow type date.',
        allowed: ['string', 'number', 'bool', 'datetime', 'enumeration'],
        section: '2.6',
      },
    });
  });

  it('list the field types that go with a type that the object type has', () => {
    const routed = createRoute({ objectType: 'contacts', name: 'vip', type: 'bool', fieldType: 'booleancheckbox' });
    expect(routed).toMatchObject({
      none: {
        field: 'fieldType',
        reason: 'For contacts, the interface does not allow fieldType booleancheckbox with type bool.',
        allowed: ['textarea', 'select', 'text', 'date', 'file', 'number', 'radio', 'checkbox'],
      },
    });
  });
});
