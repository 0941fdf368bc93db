/** Limits on how many records one record can be associated with, by association type (interface 2.10, 4.5, 11.7). */

import type { AccountNames } from '../../model/account-names.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { KindFrame, KindOn, KindSides } from '../../model/kind.ts';
import { dated } from './dated/index.ts';
import { documented } from './documented/index.ts';
import { labelsOfLimit, labelsOfText } from './labels.ts';
import { type AssociationLimitSpec, addressOfLimit, buildSpec, checkAll, levels } from './spec.ts';
import { parseAssociationType } from './types.ts';
import { associationLimitWords } from './words.ts';

const frame = (names: AccountNames): KindFrame<AssociationLimitSpec> => ({
  name: 'association-limit',
  words: associationLimitWords,
  levels,
  mayRefer: false,
  traits: { description: false, type: false, name: 'none' },
  spec: buildSpec,
  address: addressOfLimit,
  associationType: parseAssociationType,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 2) ?? [],
  dependsOn: (spec) => labelsOfText(addressOfLimit(spec), names),
  mentions: (spec) => labelsOfText(addressOfLimit(spec), names),
  needs: { kinds: ['association-label'], firm: true, goesWith: true, of: (limit) => labelsOfLimit(limit, names) },
  checkAll,
  capture: ({ address, fields }) => ({ ...buildCaptured(address), ...fields }),
});

const SIDES: KindSides<AssociationLimitSpec> = { documented: () => documented, dated };

export const associationLimit: KindOn<AssociationLimitSpec> = (surface, names) => ({
  ...frame(names),
  ...SIDES[surface](names),
});

/** Leaves out the category if it is the default. */
function buildCaptured(address: Address): Fields {
  const { category, label, ...others } = parseAssociationType(address);
  const usual = label === undefined ? 'SERVICE_DEFINED' : 'USER_DEFINED';
  return { ...others, ...(category === usual ? {} : { category }), ...(label === undefined ? {} : { label }) };
}
