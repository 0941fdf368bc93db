import { describe, expect, it } from 'vitest';
import type { Address } from '../../src/model/address.ts';
import type { Json } from '../../src/model/json.ts';
import { type LaterId, withLaterIds } from '../../src/model/later-id.ts';

const OWNER: Address = 'association-label:contacts/companies/owner';
const OTHER: Address = 'association-label:contacts/companies/other';
const later = (idOf: Address, side: 0 | 1): LaterId => ({ idOf, side });
const idAt = ({ idOf, side }: LaterId) => (idOf === OWNER ? [3, 4][side] : undefined);

describe('a body', () => {
  it.each<[string, Json]>([
    ['a text', 'typeId'],
    ['null', null],
    ['an empty list', []],
    ['an empty mapping', {}],
    ['an address without a side', { idOf: OWNER }],
    ['an unknown side', { idOf: OWNER, side: 2 }],
    ['a side as text', { idOf: OWNER, side: '1' }],
    ['a further member', { idOf: OWNER, side: 1, label: 'Owner' }],
    ['an address that is no text', { idOf: 3, side: 1 }],
    ['nested values', { inputs: [{ typeId: 279, maxToObjectIds: 3 }, null, 'x', [true]] }],
  ])('with %s stays the same', (_, body) => {
    expect(withLaterIds(body, idAt)).toEqual({ value: body });
  });

  it('gets the id of each side, at any depth', () => {
    const body = { inputs: [{ typeId: later(OWNER, 0), maxToObjectIds: 3 }, { typeId: later(OWNER, 1) }], of: [] };
    expect(withLaterIds(body, idAt)).toEqual({
      value: { inputs: [{ typeId: 3, maxToObjectIds: 3 }, { typeId: 4 }], of: [] },
    });
    expect(withLaterIds(later(OWNER, 1), idAt)).toEqual({ value: 4 });
  });

  it('reports the address of the first unknown id', () => {
    const body = [{ typeId: later(OWNER, 0) }, { typeId: later(OTHER, 0) }];
    expect(withLaterIds(body, idAt)).toEqual({ unknown: OTHER });
    expect(withLaterIds(later(OTHER, 1), idAt)).toEqual({ unknown: OTHER });
  });
});
