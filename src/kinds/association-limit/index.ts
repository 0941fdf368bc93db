/** Limits on how many records one record can be associated with, by association type (interface 2.10, 4.5, 11.7). */

import { parseAddress } from '../../model/address.ts';
import type { KindFrame, KindOn, KindSides } from '../../model/kind.ts';
import { dated } from './dated/index.ts';
import { documented } from './documented/index.ts';
import { type AssociationLimitSpec, addressOfLimit, checkAll, levels, specOf } from './spec.ts';
import { associationTypeOf } from './types.ts';
import { associationLimitWords } from './words.ts';

const frame: KindFrame<AssociationLimitSpec> = {
  name: 'association-limit',
  words: associationLimitWords,
  levels,
  mayRefer: false,
  traits: { description: false, type: false, name: 'none' },
  spec: specOf,
  address: addressOfLimit,
  associationType: associationTypeOf,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 2) ?? [],
  dependsOn: () => [],
  mentions: () => [],
  checkAll,
};

const SIDES: KindSides<AssociationLimitSpec> = { documented: () => documented, dated };

export const associationLimit: KindOn<AssociationLimitSpec> = (surface, names) => ({
  ...frame,
  ...SIDES[surface](names),
});
