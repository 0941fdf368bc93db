/** Labels of associations between object types (interface 11.7). */

import { OWN_LABELS } from '../../contract/association-limits.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import type { AccountNames } from '../../model/account-names.ts';
import { parseAddress } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { KindFrame, KindOn, KindSides } from '../../model/kind.ts';
import { lackingSide } from '../lacking-side.ts';
import { checkAll } from './check.ts';
import { dated } from './dated/index.ts';
import {
  type AssociationLabelSpec,
  addressOfLabel,
  buildSpec,
  FIELD_HINTS,
  isMirrored,
  levels,
  mirrored,
  parseIdentity,
} from './spec.ts';
import { associationLabelWords } from './words.ts';

const frame = (names: AccountNames): KindFrame<AssociationLabelSpec> => ({
  name: 'association-label',
  words: associationLabelWords,
  levels,
  mayRefer: false,
  traits: { description: false, type: false, name: 'on-request' },
  spec: buildSpec,
  address: addressOfLabel,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 2).map(canonicalObjectType) ?? [],
  provides({ address, fields: { label, inverseLabel } }) {
    const { from, to } = parseIdentity(address);
    const category = OWN_LABELS;
    return [
      ...(typeof label === 'string' ? [{ from, to, category, label, side: 0 } as const] : []),
      ...(typeof inverseLabel === 'string'
        ? [{ from: to, to: from, category, label: inverseLabel, side: 1 } as const]
        : []),
    ];
  },
  otherEnd: (address) => addressOfLabel(mirrored(parseIdentity(address))),
  checkAll,
  now(address) {
    const identity = parseIdentity(address);
    return isMirrored(names, identity) ? addressOfLabel(mirrored(identity)) : address;
  },
  capture: ({ address, fields }) => ({ ...parseIdentity(address), ...selectTexts(fields) }),
  indispensable: ['inverseLabel'],
});

const SIDES: KindSides<AssociationLabelSpec> = {
  documented: () => lackingSide(FIELD_HINTS, associationLabelWords, '11.7'),
  dated,
};

export const associationLabel: KindOn<AssociationLabelSpec> = (surface, names) => ({
  ...frame(names),
  ...SIDES[surface](names),
});

/** A declaration without an inverseLabel means that both texts are equal, so that both have to be known. */
function selectTexts({ label, inverseLabel }: Fields): Fields {
  if (typeof label !== 'string' || typeof inverseLabel !== 'string') return {};
  return inverseLabel === label ? { label } : { label, inverseLabel };
}
