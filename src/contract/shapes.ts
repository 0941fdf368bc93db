/** Small schemas that several bodies and replies share. */

import { z } from 'zod';

/** Whole numbers of the interface: ids, orders, epoch milliseconds. */
export const integer = z.int();

/** Replies write an unset string, number or flag as null, leave it out, or give the empty value; all three mean unset. */
export const maybeText = z.string().nullish();
export const maybeInteger = z.int().nullish();
const maybeNumber = z.number().nullish();
export const maybeFlag = z.boolean().nullish();

/** An option in a request (interface 2.4). */
export const OptionInput = z.strictObject({
  label: z.string().describe('Label shown to users.'),
  value: z.string().describe('Value stored on records.'),
  description: z.string().optional().describe('Help text for this option.'),
  displayOrder: z.int().optional().describe('Position among the options, ascending.'),
  hidden: z.boolean().optional().describe('Kept on records that have it, but no longer offered.'),
});
export type OptionInput = z.infer<typeof OptionInput>;

/** An option in a reply (interface 2.4). */
export const OptionReply = z.looseObject({
  label: z.string(),
  value: z.string(),
  description: maybeText,
  displayOrder: maybeInteger,
  hidden: maybeFlag,
  readOnly: maybeFlag,
  doubleData: maybeNumber,
});
export type OptionReply = z.infer<typeof OptionReply>;
