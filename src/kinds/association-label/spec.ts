/** The spec of an association label: its place in the YAML, and its identity (interface 11.7). */

import { z } from 'zod';
import { HELD_NAME } from '../../contract/names.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { createParser } from '../../contract/parse-with.ts';
import type { AccountNames } from '../../model/account-names.ts';
import { type Address, formatAddress, parseAddress } from '../../model/address.ts';
import type { FieldHint } from '../../model/field-rule.ts';
import type { Fields } from '../../model/json.ts';
import type { Level } from '../../model/kind.ts';
import { pairLevel } from '../object-levels.ts';

/** The generator of the configuration reference reads this value. */
const surface = 'dated';

const pair = pairLevel('Object type of the records that have the label.', {
  key: 'associationLabels',
  about: 'Pairs of object types with the labels of their associations, in both directions. Only on the dated surface.',
});

const owned = {
  name: z
    .string()
    .regex(HELD_NAME, { error: 'expected a name such as billing_contact' })
    .register(z.globalRegistry, {
      description: 'Internal name, unique in the account. It never changes.',
      examples: ['billing_contact'],
      surface,
    }),
  label: z.string().register(z.globalRegistry, {
    description: 'Text in this direction.',
    examples: ['Billing contact'],
    surface,
  }),
  inverseLabel: z
    .string()
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Text in the other direction. Default: the same text. A label with one text never gets a second.',
      examples: ['Billed by'],
      surface,
    }),
};

export const levels: readonly Level[] = [
  pair,
  {
    key: 'labels',
    each: 'item',
    fields: owned,
    identity: { fields: ['name'], of: ({ name }) => (typeof name === 'string' ? name : undefined) },
    about: 'Labels of the pair, by name.',
  },
];

/** Comparison of the fields, on each surface. */
export const FIELD_HINTS: Readonly<Record<string, FieldHint>> = {
  label: { compare: 'exact' },
  inverseLabel: { compare: 'exact' },
};

const Declared = z.object({ ...pair.fields, ...owned });
const declaredOf = createParser(Declared);

export type LabelTexts = Readonly<Record<'label' | 'inverseLabel', string>>;
export type LabelIdentity = Readonly<Record<'from' | 'to' | 'name', string>>;
export type AssociationLabelSpec = LabelTexts & LabelIdentity;

export function buildSpec(captured: Fields): AssociationLabelSpec {
  const { from: given, to: other, name, label, inverseLabel = label } = declaredOf(captured);
  const [from, to] = [canonicalObjectType(given), canonicalObjectType(other)];
  return { from, to, name, ...inOrder(from === to, { label, inverseLabel }) };
}

/** Both directions of one object type are the same, so the texts have the order of the alphabet. */
function inOrder(isSameType: boolean, { label, inverseLabel }: LabelTexts): LabelTexts {
  return isSameType && inverseLabel < label ? { label: inverseLabel, inverseLabel: label } : { label, inverseLabel };
}

export function addressOfLabel({ from, to, name }: LabelIdentity): Address {
  return formatAddress('association-label', from, to, name);
}

export function parseIdentity(address: Address): LabelIdentity {
  const [from = '', to = '', name = ''] = parseAddress(address)?.parts ?? [];
  return { from: canonicalObjectType(from), to: canonicalObjectType(to), name };
}

/** The same label in the other direction. */
export function mirrored({ from, to, name }: LabelIdentity): LabelIdentity {
  return { from: to, to: from, name };
}

/** True if the files or the ledger name the label in the other direction only. */
export function isMirrored(names: Pick<AccountNames, 'isOwn'>, identity: LabelIdentity): boolean {
  return !names.isOwn(addressOfLabel(identity)) && names.isOwn(addressOfLabel(mirrored(identity)));
}
