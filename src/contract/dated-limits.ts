/** Bodies and replies of association limits on the dated surface (interface 11.7). */

import { z } from 'zod';
import { LimitBatchReply } from './association-limits.ts';
import { lazy } from './lazy.ts';
import { onePage } from './one-page.ts';
import { integer, maybeInteger, maybeText, text } from './shapes.ts';

/** The categories of association types. The category of the service has another name than on the documented surface. */
export const DATED_CATEGORIES = ['HUBSPOT_DEFINED', 'INTEGRATOR_DEFINED', 'USER_DEFINED', 'WORK'] as const;

export function isDatedCategory(category: string): category is (typeof DATED_CATEGORIES)[number] {
  return DATED_CATEGORIES.some((one) => one === category);
}

/** Body of creates and updates. */
export const DatedLimitWrite = lazy(() =>
  z.strictObject({
    inputs: z
      .array(z.strictObject({ category: z.enum(DATED_CATEGORIES), typeId: integer, maxToObjectIds: integer }))
      .min(1),
  }),
);
export type DatedLimitWrite = z.infer<ReturnType<typeof DatedLimitWrite>>;

/** The category is any text here. An unknown category is an error of its input (assumption A60). */
export const DatedLimitPurge = lazy(() =>
  z.strictObject({
    inputs: z.array(z.strictObject({ category: text, typeId: integer })).min(1),
  }),
);

/** A reply of status 200 contains the number and the reasons of failed inputs. */
export const DatedPurgeReply = lazy(() => LimitBatchReply().partial({ results: true }));

/** The limits that are set. In the list of all limits, rows do not contain the pair. */
export const DatedLimits = lazy(() =>
  onePage(
    z.array(
      z.looseObject({
        category: text,
        typeId: integer,
        label: maybeText,
        userEnforcedMaxToObjectIds: maybeInteger,
      }),
    ),
  ),
);
export type DatedLimits = z.infer<ReturnType<typeof DatedLimits>>;
