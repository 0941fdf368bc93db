/** Properties of object types (interface 2.3, 2.4, 4.3). */

import { parseAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import { fieldRules } from '../field-rules.ts';
import { reader } from './read.ts';
import { addressOfProperty, check, checkGiven, groupOf, levels, type PropertySpec, specOf } from './spec.ts';
import { propertyWords } from './words.ts';
import { UPDATE_BODIES, writer } from './write.ts';

export const property: Kind<PropertySpec> = {
  name: 'property',
  words: propertyWords,
  section: '4.3',
  levels,
  mayRefer: false,
  fields: fieldRules(
    {
      label: { compare: 'exact' },
      description: { compare: 'text' },
      groupName: { compare: 'exact' },
      type: { compare: 'exact', risk: 'type-change' },
      fieldType: { compare: 'exact' },
      options: { compare: 'options' },
      displayOrder: { compare: 'order' },
      formField: { compare: 'flag' },
    },
    { bodies: UPDATE_BODIES, identity: ['name'] },
  ),
  traits: { description: true, type: true, name: 'always' },
  spec: specOf,
  address: addressOfProperty,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 1) ?? [],
  dependsOn: (spec) => [groupOf(spec)],
  mentions: (spec) => [groupOf(spec)],
  check,
  checkGiven,
  checkAll: () => [],
  reader,
  writer,
};
