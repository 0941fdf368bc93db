/** Property groups (interface 2.5, 4.2). */

import { parseAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import { fieldRules } from '../field-rules.ts';
import { reader } from './read.ts';
import { addressOfGroup, check, levels, neededGroup, type PropertyGroupSpec, specOf } from './spec.ts';
import { propertyGroupWords } from './words.ts';
import { UPDATE_BODIES, writer } from './write.ts';

export const propertyGroup: Kind<PropertyGroupSpec> = {
  name: 'property-group',
  words: propertyGroupWords,
  section: '4.2',
  levels,
  mayRefer: true,
  fields: fieldRules(
    { displayName: { compare: 'exact' }, displayOrder: { compare: 'order' } },
    { bodies: UPDATE_BODIES, identity: [] },
  ),
  traits: { description: false, type: false, name: 'on-request' },
  spec: specOf,
  address: addressOfGroup,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 1) ?? [],
  dependsOn: () => [],
  mentions: neededGroup,
  check,
  checkGiven: check,
  checkAll: () => [],
  reader,
  writer,
};
