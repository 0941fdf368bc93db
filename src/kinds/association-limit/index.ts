/** Limits on how many records one record can be associated with, by association type (interface 2.10, 4.5). */

import { parseAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import { fieldRules } from '../field-rules.ts';
import { reader } from './read.ts';
import { type AssociationLimitSpec, addressOfLimit, check, checkAll, levels, specOf } from './spec.ts';
import { associationLimitWords } from './words.ts';
import { UPDATE_BODIES, writer } from './write.ts';

export const associationLimit: Kind<AssociationLimitSpec> = {
  name: 'association-limit',
  words: associationLimitWords,
  section: '4.5',
  levels,
  mayRefer: false,
  fields: fieldRules(
    { maxToObjectIds: { compare: 'exact' } },
    { bodies: UPDATE_BODIES, identity: ['category', 'typeId'] },
  ),
  traits: { description: false, type: false, name: 'none' },
  spec: specOf,
  address: addressOfLimit,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 2) ?? [],
  dependsOn: () => [],
  mentions: () => [],
  check,
  checkGiven: check,
  checkAll,
  reader,
  writer,
};
