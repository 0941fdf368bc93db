import { describe, expect, it } from 'vitest';
import { listKinds } from '../../../src/kinds/index.ts';
import type { Address } from '../../../src/model/address.ts';
import { scopeOf } from '../../../src/reconciler/pull/scope.ts';
import type { PullOptions } from '../../../src/reconciler/types.ts';

const USUAL = ['companies', 'contacts', 'deals'];

const scoped = (patterns: readonly string[], known: readonly Address[] = [], options: PullOptions = {}) =>
  scopeOf(listKinds('dated'), known, { ...options, patterns });

describe('the scope of a pull', () => {
  it.each([
    ['nothing', [], USUAL],
    ['an address', ['property:deals/amount'], ['deals']],
    ['a pattern of one object type', ['property:deals/*'], ['deals']],
    ['a pattern of any object type', ['property:*/loyalty*'], USUAL],
    ['a kind', ['property'], USUAL],
    ['a kind that belongs to no object type', ['webhook-subscription'], []],
    [
      'an address beside a pattern of any object type',
      ['property:tickets/a', 'property:*/loyalty*'],
      [...USUAL, 'tickets'],
    ],
    ['an address beside a kind', ['property:deals/amount', 'property-group'], USUAL],
    [
      'an address beside a kind that belongs to no object type',
      ['property:deals/amount', 'webhook-subscription'],
      ['deals'],
    ],
    ['two addresses', ['property:deals/amount', 'property-group:tickets/g'], ['deals', 'tickets']],
    ['a pair of which one side is open', ['association-limit:contacts/*'], USUAL],
  ])('reads for %s the object types of each pattern', (_, patterns, objectTypes) => {
    expect(scoped(patterns).objectTypes).toEqual(objectTypes);
  });

  it('matches each pattern separately, even next to an exact address', () => {
    const { isMeant } = scoped(['property:contacts/tier', 'property:*/loyalty*', 'association-limit:contacts/*']);
    const addresses: readonly Address[] = [
      'property:contacts/tier',
      'property:contacts/other',
      'property:deals/loyalty_points',
      'association-limit:contacts/companies/SERVICE_DEFINED/279',
      'association-limit:companies/contacts/SERVICE_DEFINED/280',
    ];
    expect(addresses.filter(isMeant)).toEqual([
      'property:contacts/tier',
      'property:deals/loyalty_points',
      'association-limit:contacts/companies/SERVICE_DEFINED/279',
    ]);
  });

  it('means object types that files or ledger name where a pattern leaves them open', () => {
    expect(scoped(['property:contacts/tier', 'property:*/x'], ['property:cars/x']).objectTypes).toEqual([
      'cars',
      ...USUAL,
    ]);
    expect(scoped(['property:*/x'], ['property:cars/x'], { drift: true }).objectTypes).toEqual(['cars']);
  });

  it('reads the object types that are given and no others', () => {
    expect(scoped(['property:contacts/tier', 'property:*/x'], [], { objects: ['deals'] }).objectTypes).toEqual([
      'deals',
    ]);
  });

  it.each([
    ['association-limit:contacts/companies/*', true],
    ['association-label:contacts/companies/*', true],
    ['association-label:contacts/*', false],
    ['property:contacts/*', false],
  ] as const)('reads %s by its pair: %s', (pattern, isNamed) => {
    expect(scoped([pattern]).named).toEqual(isNamed ? [pattern] : []);
  });
});
