import { describe, expect, it } from 'vitest';
import { HELD_NAME } from '../../src/contract/names.ts';
import { canonicalObjectType, STANDARD_OBJECT_TYPES } from '../../src/contract/object-types.ts';
import { KNOWN_SCOPES, listScopes } from '../../src/contract/scopes.ts';

describe('an object type', () => {
  it.each([
    ['contacts', ['0-1', 'contact', 'CONTACTS']],
    ['calls', ['0-48', 'call', 'Calls']],
    ['emails', ['0-49', 'email']],
    ['meetings', ['0-47', 'meeting']],
    ['notes', ['0-46', 'note']],
    ['tasks', ['0-27', 'task']],
    ['projects', ['0-970', 'project']],
  ])('has one name for every spelling: %s', (name, spellings) => {
    expect(spellings.map(canonicalObjectType)).toEqual(spellings.map(() => name));
  });

  it.each(['2-3451', '0-999', 'p1001_Ovens', 'My.Objects'])(
    'stays unchanged if it is not a standard object: %s',
    (name) => {
      expect(canonicalObjectType(name)).toBe(name);
    },
  );

  it.each([
    [
      'contacts',
      ['crm.schemas.contacts.read', 'crm.objects.contacts.read', 'crm.objects.contacts.write', 'contacts'],
      ['crm.schemas.contacts.write', 'contacts'],
    ],
    [
      'tickets',
      ['tickets', 'crm.schemas.tickets.read', 'crm.objects.tickets.read', 'crm.objects.tickets.write'],
      ['tickets', 'crm.schemas.tickets.write'],
    ],
    [
      'line_items',
      ['e-commerce', 'crm.schemas.line_items.read', 'crm.objects.line_items.read', 'crm.objects.line_items.write'],
      ['e-commerce'],
    ],
    ['products', ['e-commerce', 'crm.objects.products.read', 'crm.objects.products.write'], ['e-commerce']],
    ['calls', ['crm.objects.calls.read'], []],
    ['leads', ['crm.objects.leads.read'], []],
    ['users', ['crm.objects.users.read'], ['crm.objects.users.write']],
    [
      '0-123',
      ['crm.schemas.orders.read', 'crm.objects.orders.read', 'crm.objects.orders.write'],
      ['crm.schemas.orders.write', 'crm.objects.orders.write', 'crm.pipelines.orders.write'],
    ],
    [
      '0-101',
      ['crm.schemas.commercepayments.read', 'crm.objects.commercepayments.read', 'crm.objects.commercepayments.write'],
      ['crm.schemas.commercepayments.write'],
    ],
    ['communications', [], []],
    [
      '2-7',
      ['crm.schemas.custom.read', 'crm.objects.custom.read', 'crm.objects.custom.write'],
      ['crm.schemas.custom.write'],
    ],
  ])('has its scopes as far as they are known: %s', (object_type, read, write) => {
    expect([listScopes('listProperties', { object_type }), listScopes('createGroup', { object_type })]).toEqual([
      read,
      write,
    ]);
  });

  it('accepts any scope of an object type for limits, scopes of the pair first', () => {
    const needed = listScopes('updateAssociationLimits', { fromObjectType: 'deals', toObjectType: '0-162' });
    expect(needed.slice(0, 8)).toEqual(
      ['deals', 'services'].flatMap((type) => [
        `crm.schemas.${type}.read`,
        `crm.objects.${type}.read`,
        `crm.objects.${type}.write`,
        `crm.schemas.${type}.write`,
      ]),
    );
    expect(needed).toEqual(expect.arrayContaining(['crm.objects.leads.read', 'crm.schemas.custom.write']));
    expect(needed.filter((scope) => !/^crm\.(objects|schemas)\./.test(scope))).toEqual([]);
    expect(new Set(needed).size).toBe(needed.length);
  });

  it('needs only scopes that an app can have', () => {
    const needed = STANDARD_OBJECT_TYPES.flatMap((object_type) => [
      ...listScopes('listProperties', { object_type }),
      ...listScopes('createGroup', { object_type }),
    ]);
    expect(needed.filter((scope) => !KNOWN_SCOPES.includes(scope))).toEqual([]);
  });
});

describe('a name that an account can hold', () => {
  it.each([
    'tier',
    'Tier',
    'loyalty-tier',
    'loyalty.tier',
    'a b',
    '1st',
    '_x',
    'Größe',
    '会員',
    'a/b%',
    '..a',
    ' tier',
    'tier ',
    'x'.repeat(255),
  ])('is %j', (name) => {
    expect(HELD_NAME.test(name)).toBe(true);
    // Editors read patterns as Unicode.
    expect(new RegExp(HELD_NAME.source, 'u').test(name)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '  ',
    '\ttier',
    'a\nb',
    'a\u0000b',
    '.',
    '..',
    '__proto__',
    '\ud800',
    '${' + 'env.X}',
    'x'.repeat(256),
  ])('is not %j', (name) => {
    expect(HELD_NAME.test(name)).toBe(false);
  });
});
