/** Small schemas that several bodies and replies share. */

import { z } from 'zod';
import { lazy } from './lazy.ts';

// Each schema exists once and is shared, because every new schema takes time at each start.
export const text = z.string();
export const optionalText = text.optional();
export const flag = z.boolean();
export const optionalFlag = flag.optional();
/** Whole numbers of the interface: ids, orders, epoch milliseconds. */
export const integer = z.int();
export const optionalInteger = integer.optional();

/** Replies show an unset string, number or flag as null, as a missing member, or as the empty value. All three mean unset. */
export const maybeText = text.nullish();
export const maybeInteger = integer.nullish();
const maybeNumber = z.number().nullish();
export const maybeFlag = flag.nullish();

/** An option in a request (interface 2.4). */
export const OptionInput = lazy(() =>
  z.strictObject({
    label: text.describe('Label shown to users.'),
    value: text.describe('Value stored on records.'),
    description: optionalText.describe('Help text for this option.'),
    displayOrder: optionalInteger.describe('Position among the options, ascending.'),
    hidden: optionalFlag.describe('Kept on records that have it, but no longer offered.'),
  }),
);
export type OptionInput = z.infer<ReturnType<typeof OptionInput>>;

/** An option in a reply (interface 2.4). */
export const OptionReply = lazy(() =>
  z.looseObject({
    label: text,
    value: text,
    description: maybeText,
    displayOrder: maybeInteger,
    hidden: maybeFlag,
    readOnly: maybeFlag,
    doubleData: maybeNumber,
  }),
);
export type OptionReply = z.infer<ReturnType<typeof OptionReply>>;
