/** Bodies and replies of association labels, and of association types in v3 (interface 11.7, 10.4). */

import { z } from 'zod';
import { integer, maybeText, optionalText, text } from './shapes.ts';

export const AssociationLabelCreate = z.strictObject({
  name: text,
  label: text,
  inverseLabel: optionalText,
});

export const AssociationLabelUpdate = z.strictObject({
  associationTypeId: integer,
  label: text,
  inverseLabel: optionalText,
});

/** Of the unlabelled type the label is null. */
const AssociationLabel = z.looseObject({
  category: text,
  typeId: integer,
  label: maybeText,
  fromObjectTypeId: maybeText,
  toObjectTypeId: maybeText,
});

export const AssociationLabels = z.looseObject({ results: z.array(AssociationLabel) });

/** Version 3 knows the types of a pair by a name, without a category. */
export const AssociationTypes = z.looseObject({
  results: z.array(z.looseObject({ id: text, name: text })),
});

/** Most labels of one pair in one direction. */
export const MOST_LABELS = 50;
