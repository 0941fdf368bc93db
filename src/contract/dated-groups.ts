/** Bodies and replies of property groups on the dated surface (interface 11.2). */

import { z } from 'zod';
import { integer, maybeInteger } from './shapes.ts';

export const DatedGroupCreate = z.strictObject({
  name: z.string(),
  label: z.string(),
  displayOrder: integer.optional(),
});

/** Partial: what is left out keeps its value. */
export const DatedGroupUpdate = z.strictObject({
  label: z.string().optional(),
  displayOrder: integer.optional(),
});

export const DatedGroup = z.looseObject({
  name: z.string(),
  label: z.string(),
  displayOrder: maybeInteger,
  archived: z.boolean(),
});
export type DatedGroup = z.infer<typeof DatedGroup>;

/** All groups of the object type, in one page; an archived one is not among them. */
export const DatedGroups = z.looseObject({ results: z.array(DatedGroup) });
