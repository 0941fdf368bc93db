/** Bodies and replies of association labels, and of association types in v3 (interface 11.7, 10.4). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { onePage } from './one-page.ts';
import { integer, maybeText, optionalText, text } from './shapes.ts';

/** An empty label creates only the unlabelled type of the pair (assumption A61). */
export const AssociationLabelCreate = lazy(() =>
  z.strictObject({
    name: text,
    label: text,
    inverseLabel: optionalText,
  }),
);

/** Without `inverseLabel` the label is that of both directions, so a client sends both (assumption A85). */
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

/** Time until a schema read shows a new label and its name, in milliseconds (assumption A86). */
export const SCHEMA_LAG_MS = 300_000;

/** Time for which the limits still count a deleted label, in milliseconds (assumption A87). */
export const LIMIT_LAG_MS = 40_000;

export const LabelLimitQuery = lazy(() =>
  z.strictObject({ fromObjectTypeId: optionalText, toObjectTypeId: optionalText }),
);

const LimitedType = lazy(() => z.looseObject({ objectTypeId: text, singularLabel: maybeText, pluralLabel: maybeText }));

/** Number of labels that a pair may have and has, in each direction. The labels are texts, not names. */
export const LabelLimits = lazy(() =>
  onePage(
    z.array(
      z.looseObject({
        fromObjectType: LimitedType(),
        toObjectType: LimitedType(),
        limit: integer,
        usage: integer,
        percentage: z.number().nullish(),
        allLabels: z.array(text).nullish(),
      }),
    ),
  ),
);
