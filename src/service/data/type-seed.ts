/** Custom object types and their number, as a seed gives them to an account. */

import { z } from 'zod';
import { LONGEST_SCHEMA_LABEL, MOST_SECONDARY_PROPERTIES } from '../../contract/dated-schema-writes.ts';
import { OBJECT_TYPE_ID } from '../../contract/object-types.ts';

/** Returns the keys of an account. `filled` is a text that the store can keep, and `heldName` a name that it can hold. */
export function typeSeeds({ filled, heldName }: { readonly filled: z.ZodString; readonly heldName: z.ZodString }) {
  const label = filled.max(LONGEST_SCHEMA_LABEL).optional().describe('Defaults to the name.');
  const names = z.array(filled).optional();
  const SeedType = z.strictObject({
    id: z.string().regex(OBJECT_TYPE_ID, 'expected an object type id of the form <number>-<number>, such as 2-7'),
    name: heldName,
    labels: z.strictObject({ singular: label, plural: label }).optional(),
    description: filled.optional(),
    primaryDisplayProperty: filled.optional().describe('Defaults to `hs_object_name`.'),
    secondaryDisplayProperties: z.array(filled).max(MOST_SECONDARY_PROPERTIES).optional(),
    requiredProperties: names,
    searchableProperties: names.describe('Defaults to `hs_object_id`.'),
    allowsSensitiveProperties: z.boolean().optional().describe('Defaults to true.'),
    archived: z.boolean().optional().describe('The type is archived: a create of its name purges it.'),
  });
  return {
    objectTypes: z.array(SeedType).default([]).describe('Object types in addition to those that every account has.'),
    objectTypeLimit: z
      .int()
      .min(0)
      .optional()
      .describe('Number of object types that calls can create, including those of the seed. Defaults to 20.'),
  };
}
