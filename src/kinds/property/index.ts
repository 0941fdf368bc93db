/** Properties of object types (interface 2.3, 2.4, 4.3, 11.3). */

import { parseAddress } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { KindFrame, KindOn, KindSides } from '../../model/kind.ts';
import type { LiveResource } from '../../model/live.ts';
import { parseIdentity } from '../object-levels.ts';
import { declaredOptions } from '../options.ts';
import { dated } from './dated/index.ts';
import { documented } from './documented/index.ts';
import { calculatedFromForSure, listSources } from './formula.ts';
import { addressOfProperty, buildGroupAddress, buildSpec, levels, type PropertySpec } from './spec.ts';
import { readRules, toMapping } from './validation.ts';
import { propertyWords } from './words.ts';

const frame: KindFrame<PropertySpec> = {
  name: 'property',
  words: propertyWords,
  levels,
  mayRefer: false,
  traits: { description: true, type: true, name: 'always' },
  spec: buildSpec,
  address: addressOfProperty,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 1) ?? [],
  dependsOn: (spec) => [buildGroupAddress(spec), ...listSources(spec)],
  home: buildGroupAddress,
  mentions: (spec) => [buildGroupAddress(spec), ...calculatedFromForSure(spec)],
  needs: {
    kinds: ['property-group', 'property'],
    firm: true,
    of: ({ address, fields: { groupName, calculationFormula } }) => {
      const { objectType, name } = parseIdentity(address);
      return [
        ...(typeof groupName === 'string' ? [buildGroupAddress({ objectType, groupName })] : []),
        ...(typeof calculationFormula === 'string' ? listSources({ objectType, name, calculationFormula }) : []),
      ];
    },
  },
  capture: buildCaptured,
};

const SIDES: KindSides<PropertySpec> = { documented: () => documented, dated };

export const property: KindOn<PropertySpec> = (surface, names) => ({ ...frame, ...SIDES[surface](names) });

/** Options that come from the account itself are not declared. */
function buildCaptured({ address, fields: { options, validation, ...fields } }: LiveResource): Fields {
  const listed = fields['externalOptions'] === true ? {} : { options: declaredOptions(options) };
  const rules = readRules(validation).length === 0 ? {} : { validation: toMapping(validation) };
  return { ...parseIdentity(address), ...fields, ...listed, ...rules };
}
