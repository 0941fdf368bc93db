import { expect, it } from 'vitest';
import { reader } from '../../../../src/kinds/property-group/documented/read.ts';

const call = { endpoint: 'listProperties', params: { object_type: 'contacts' } } as const;

it('infers each group that a property names, once, and nothing about it', () => {
  const rows = [
    { name: 'a', groupName: 'loyalty' },
    { name: 'b', groupName: 'loyalty' },
    { name: 'c', groupName: 'shipping' },
    { name: 'd', groupName: null },
    { name: 'e', groupName: '' },
    { name: 'f', groupName: 'gone', deleted: true },
  ];
  expect(reader.interpret(call, rows, { calls: [], others: [], covers: [] })).toEqual(
    ['loyalty', 'shipping'].map((name) => ({
      address: `property-group:contacts/${name}`,
      kind: 'property-group',
      fields: {},
      basis: 'inferred',
    })),
  );
});

it('proves only the existence of a group', () => {
  expect(reader.proves).toBe('existence');
});
