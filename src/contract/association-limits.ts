/** Bodies and replies of association limits, and known association types (interface 2.10, 4.5). */

import { z } from 'zod';
import { buildBatchSchema } from './batches.ts';
import { lazy } from './lazy.ts';
import { integer, maybeInteger, text } from './shapes.ts';

/** Maximum number of inputs of one batch call (assumption A05). */
export const LIMIT_BATCH_SIZE = 100;

/** Lowest limit and lowest id of an association type. There is no highest (assumption A42). */
export const LOWEST_LIMIT = 1;
export const LOWEST_TYPE_ID = 1;

/** A category is any string that is not empty. A leading or trailing blank is a mistake (assumption A42). */
export const CATEGORY_FORM = /^\S(?:.*\S)?$/;

const LimitInput = lazy(() => z.strictObject({ category: text, typeId: integer, maxToObjectIds: integer }));
export const LimitUpdate = lazy(() => z.strictObject({ inputs: z.array(LimitInput()).min(1) }));
export type LimitUpdate = z.infer<ReturnType<typeof LimitUpdate>>;

export const LimitPurge = lazy(() =>
  z.strictObject({
    inputs: z.array(z.strictObject({ category: text, typeId: integer })).min(1),
  }),
);
export type LimitPurge = z.infer<ReturnType<typeof LimitPurge>>;

/** The reply to an update. */
export const LimitBatchReply = lazy(() =>
  buildBatchSchema(z.looseObject({ category: text, typeId: integer, userEnforcedMaxToObjectIds: maybeInteger })),
);
export type LimitBatchReply = z.infer<ReturnType<typeof LimitBatchReply>>;

/** Known categories. The interface shows the first (interface 2.10; assumption A14). */
export const CATEGORIES: readonly string[] = ['SERVICE_DEFINED', 'INTEGRATOR_DEFINED', 'USER_DEFINED', 'WORK'];

/** Category of the labels that a user creates. */
export const OWN_LABELS = 'USER_DEFINED';

/** Category of the types that the service itself defines. */
const SERVICE_TYPES = 'SERVICE_DEFINED';

/** Returns one spelling of the category, because SERVICE_DEFINED and HUBSPOT_DEFINED mean the same (assumption A14). */
export function canonicalCategory(category: string): string {
  return category === 'HUBSPOT_DEFINED' ? SERVICE_TYPES : category;
}

/** Type ids of the unlabelled association by `from/to`. Its limit is the object-level limit (assumption A24). */
const UNLABELLED: Readonly<Record<string, number>> = {
  'contacts/companies': 279,
  'companies/contacts': 280,
  'contacts/deals': 4,
  'deals/contacts': 3,
  'companies/deals': 342,
  'deals/companies': 341,
  'contacts/tickets': 15,
  'tickets/contacts': 16,
  'companies/tickets': 340,
  'tickets/companies': 339,
  'deals/tickets': 27,
  'tickets/deals': 28,
  'deals/line_items': 19,
  'line_items/deals': 20,
  'contacts/contacts': 449,
  'companies/companies': 450,
  'deals/deals': 451,
  'tickets/tickets': 452,
};

/** Returns the type id for canonical object types. Returns undefined if it is unknown. */
export function unlabelledType(from: string, to: string): number | undefined {
  return UNLABELLED[`${from}/${to}`];
}

/** Returns the known unlabelled types that begin or end at an object type. */
export function listUnlabelledTypes(
  objectType: string,
): readonly { readonly from: string; readonly to: string; readonly typeId: number }[] {
  return Object.entries(UNLABELLED)
    .map(([pair, typeId]) => {
      const [from = '', to = ''] = pair.split('/');
      return { from, to, typeId };
    })
    .filter(({ from, to }) => from === objectType || to === objectType);
}

/** True if the association type has the object-level limit of its pair. The object types must be canonical. */
export function isObjectLevel(from: string, to: string, category: string, typeId: number): boolean {
  return canonicalCategory(category) === 'SERVICE_DEFINED' && unlabelledType(from, to) === typeId;
}
