/** Bodies and replies of association labels (interface 11.7). */

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

/** Most labels of one pair in one direction. */
export const MOST_LABELS = 50;
