/** Bodies and replies of event-definition properties (interface 2.9). */

import { z } from 'zod';
import { EVENT_PROPERTY_TYPES } from './allowed-values.ts';
import { lazy } from './lazy.ts';
import { flag, integer, maybeFlag, maybeInteger, maybeText, OptionReply, optionalText, text } from './shapes.ts';

/**
 * Values of two members of the reply (interface 2.9). A reply may contain other values, so that a successful write does not appear failed
 * (assumption A38).
 */
export const DATA_SENSITIVITIES = ['highly_sensitive', 'non_sensitive', 'sensitive'] as const;
export const DATE_DISPLAY_HINTS = ['absolute', 'absolute_with_relative', 'time_since', 'time_until'] as const;

/** The members displayOrder, hidden, label and value are required (assumption A36). */
const EventOptionInput = lazy(() =>
  z.strictObject({
    label: text,
    value: text,
    displayOrder: integer,
    hidden: flag,
    description: optionalText,
  }),
);

/**
 * The members label and type are required (assumption A12). The table of allowed values contains fieldType, but the members of the body do
 * not (interface 2.6, 2.9; assumption A41).
 */
export const EventPropertyCreate = lazy(() =>
  z.strictObject({
    label: text,
    type: z.enum(EVENT_PROPERTY_TYPES),
    name: optionalText,
    fieldType: optionalText,
    description: optionalText,
    options: z.array(EventOptionInput()).optional(),
  }),
);
export type EventPropertyCreate = z.infer<ReturnType<typeof EventPropertyCreate>>;

/** Partial. The name and the type cannot change (interface 11.6). */
export const EventPropertyUpdate = lazy(() =>
  z.strictObject({
    label: optionalText,
    description: optionalText,
    options: z.array(EventOptionInput()).optional(),
  }),
);
export type EventPropertyUpdate = z.infer<ReturnType<typeof EventPropertyUpdate>>;

export const EventProperty = lazy(() =>
  z.looseObject({
    name: text,
    label: text,
    type: text,
    fieldType: maybeText,
    groupName: maybeText,
    description: maybeText,
    options: z.array(OptionReply()).nullish(),
    archived: maybeFlag,
    archivedAt: maybeText,
    calculated: maybeFlag,
    calculationFormula: maybeText,
    createdAt: maybeText,
    createdUserId: maybeText,
    dataSensitivity: maybeText,
    dateDisplayHint: maybeText,
    displayOrder: maybeInteger,
    externalOptions: maybeFlag,
    externalOptionsReferenceType: maybeText,
    formField: maybeFlag,
    hasUniqueValue: maybeFlag,
    hidden: maybeFlag,
    serviceDefined: maybeFlag,
    hubspotDefined: maybeFlag,
    referencedObjectType: maybeText,
    sensitiveDataCategories: z.array(text).nullish(),
    showCurrencySymbol: maybeFlag,
    updatedAt: maybeText,
    updatedUserId: maybeText,
  }),
);
export type EventProperty = z.infer<ReturnType<typeof EventProperty>>;
