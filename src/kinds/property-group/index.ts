/** Property groups (interface 2.5, 4.2). */

import { parseAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import { fieldRules } from '../field-rules.ts';
import { reader } from './read.ts';
import { addressOfGroup, check, neededGroup, type PropertyGroupSpec, place, specOf } from './spec.ts';
import { UPDATE_BODIES, writer } from './write.ts';

export const propertyGroup: Kind<PropertyGroupSpec> = {
  name: 'property-group',
  title: 'Property groups',
  about: 'Groups in which the properties of an object type are shown.',
  place,
  fields: fieldRules(
    { displayName: { compare: 'exact' }, displayOrder: { compare: 'order' } },
    { bodies: UPDATE_BODIES, identity: [] },
  ),
  spec: specOf,
  address: addressOfGroup,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 1) ?? [],
  dependsOn: () => [],
  mentions: neededGroup,
  check,
  checkGiven: check,
  reader,
  writer,
};
