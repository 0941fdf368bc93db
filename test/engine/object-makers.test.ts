import { expect, it } from 'vitest';
import { objectMakers } from '../../src/engine/object-makers.ts';
import { listKinds } from '../../src/kinds/index.ts';
import type { Address } from '../../src/model/address.ts';

const makersIn = (...addresses: readonly Address[]) =>
  Object.fromEntries(
    objectMakers(
      addresses.map((address) => ({ address })),
      listKinds('dated'),
    ),
  );

it('makes an object only with its schema', () => {
  expect(makersIn('property:boats/hull', 'object-schema:ships', 'pipeline:boats/refits')).toEqual({
    ships: 'object-schema:ships',
  });
});

it('finds no object makers if resources are empty', () => {
  expect(makersIn()).toEqual({});
});
