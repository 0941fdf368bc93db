/** Property groups (interface 2.5, 4.2, 11.2). */

import { parseAddress } from '../../model/address.ts';
import type { KindFrame, KindOn, KindSides } from '../../model/kind.ts';
import { parseIdentity } from '../object-levels.ts';
import { dated } from './dated/index.ts';
import { documented } from './documented/index.ts';
import { addressOfGroup, buildSpec, levels, neededGroup, type PropertyGroupSpec } from './spec.ts';
import { propertyGroupWords } from './words.ts';

const frame: KindFrame<PropertyGroupSpec> = {
  name: 'property-group',
  words: propertyGroupWords,
  levels,
  mayRefer: true,
  traits: { description: false, type: false, name: 'on-request' },
  spec: buildSpec,
  address: addressOfGroup,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 1) ?? [],
  mentions: neededGroup,
  capture: ({ address, fields }) =>
    fields['displayName'] === undefined ? UNREAD : { ...parseIdentity(address), ...fields },
};

const SIDES: KindSides<PropertyGroupSpec> = { documented: () => documented, dated };

export const propertyGroup: KindOn<PropertyGroupSpec> = (surface, names) => ({ ...frame, ...SIDES[surface](names) });

const UNREAD = { because: 'label-unread', reason: 'Its label and its order cannot be read on this surface.' };
