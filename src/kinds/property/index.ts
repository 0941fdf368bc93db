/** Properties of object types (interface 2.3, 2.4, 4.3, 11.3). */

import { type Address, parseAddress } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { KindFrame, KindOn, KindSides } from '../../model/kind.ts';
import { declarationOf, declaredOptions } from '../declaration.ts';
import { dated } from './dated/index.ts';
import { documented } from './documented/index.ts';
import { calculatedFrom, calculatedFromForSure } from './formula.ts';
import { addressOfProperty, groupOf, levels, type PropertySpec, specOf } from './spec.ts';
import { readRules, toMapping } from './validation.ts';
import { propertyWords } from './words.ts';

const frame: KindFrame<PropertySpec> = {
  name: 'property',
  words: propertyWords,
  levels,
  mayRefer: false,
  traits: { description: true, type: true, name: 'always' },
  spec: specOf,
  address: addressOfProperty,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 1) ?? [],
  dependsOn: (spec) => [groupOf(spec), ...calculatedFrom(spec)],
  home: groupOf,
  mentions: (spec) => [groupOf(spec), ...calculatedFromForSure(spec)],
  needs: {
    kinds: ['property-group', 'property'],
    firm: true,
    of: ({ address, fields: { groupName, calculationFormula } }) => {
      const [objectType = '', name = ''] = parseAddress(address)?.parts ?? [];
      return [
        ...(typeof groupName === 'string' ? [groupOf({ objectType, groupName })] : []),
        ...(typeof calculationFormula === 'string' ? calculatedFrom({ objectType, name, calculationFormula }) : []),
      ];
    },
  },
  checkAll: () => [],
};

const SIDES: KindSides<PropertySpec> = { documented: () => documented, dated };

export const property: KindOn<PropertySpec> = (surface, names) => {
  const kind = { ...frame, ...SIDES[surface](names) };
  return { ...kind, declared: ({ address, fields }) => declarationOf(kind, address, capturedOf(address, fields)) };
};

/** Options that come from the account itself are not declared. */
function capturedOf(address: Address, { options, validation, ...fields }: Fields): Fields {
  const [objectType = '', name = ''] = parseAddress(address)?.parts ?? [];
  const listed = fields['externalOptions'] === true ? {} : { options: declaredOptions(options) };
  const rules = readRules(validation).length === 0 ? {} : { validation: toMapping(validation) };
  return { objectType, name, ...fields, ...listed, ...rules };
}
