/** Limits on how many records one record is associated with, by association type (interface 2.10, 4.5). */

import { parseAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import { fieldRules } from '../field-rules.ts';
import { reader } from './read.ts';
import { type AssociationLimitSpec, addressOfLimit, check, place, specOf } from './spec.ts';
import { UPDATE_BODIES, writer } from './write.ts';

export const associationLimit: Kind<AssociationLimitSpec> = {
  name: 'association-limit',
  title: 'Association limits',
  about: 'How many records of one object type a record of another can be associated with.',
  place,
  fields: fieldRules(
    { maxToObjectIds: { compare: 'exact' } },
    { bodies: UPDATE_BODIES, identity: ['category', 'typeId'] },
  ),
  spec: specOf,
  address: addressOfLimit,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 2) ?? [],
  dependsOn: () => [],
  mentions: () => [],
  // How the limits of a pair go together is a question of all of them.
  check,
  checkGiven: check,
  reader,
  writer,
};
