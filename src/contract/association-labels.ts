/** Bodies and replies of association labels, and of association types in v3 (interface 11.7, 10.4). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { onePage } from './one-page.ts';
import { integer, maybeText, optionalText, text } from './shapes.ts';

export const AssociationLabelCreate = lazy(() =>
  z.strictObject({
    name: text,
    label: text,
    inverseLabel: optionalText,
  }),
);

export const AssociationLabelUpdate = lazy(() =>
  z.strictObject({
    associationTypeId: integer,
    label: text,
    inverseLabel: optionalText,
  }),
);

/** The label of the unlabelled type is null. */
const AssociationLabel = lazy(() =>
  z.looseObject({
    category: text,
    typeId: integer,
    label: maybeText,
    fromObjectTypeId: maybeText,
    toObjectTypeId: maybeText,
  }),
);

export const AssociationLabels = lazy(() => onePage(z.array(AssociationLabel())));
export type AssociationLabels = z.infer<ReturnType<typeof AssociationLabels>>;

/** Version 3 identifies the types of a pair by name, without a category. */
export const AssociationTypes = lazy(() => onePage(z.array(z.looseObject({ id: text, name: text }))));

/** Maximum number of labels of a pair of object types. A label with two names counts once (assumption A61). */
export const MOST_LABELS = 50;
