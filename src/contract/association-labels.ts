/** Bodies and replies of association labels, and of association types in v3 (interface 11.7, 10.4). */

import { z } from 'zod';
import { integer, maybeText } from './shapes.ts';

export const AssociationLabelCreate = z.strictObject({
  name: z.string(),
  label: z.string(),
  inverseLabel: z.string().optional(),
});

export const AssociationLabelUpdate = z.strictObject({
  associationTypeId: integer,
  label: z.string(),
  inverseLabel: z.string().optional(),
});

/** Of the unlabelled type the label is null. */
const AssociationLabel = z.looseObject({
  category: z.string(),
  typeId: integer,
  label: maybeText,
  fromObjectTypeId: maybeText,
  toObjectTypeId: maybeText,
});

export const AssociationLabels = z.looseObject({ results: z.array(AssociationLabel) });

/** Version 3 knows the types of a pair by a name, without a category. */
export const AssociationTypes = z.looseObject({
  results: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});

/** Most labels of one pair in one direction. */
export const MOST_LABELS = 50;
