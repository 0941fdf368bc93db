/** Members of an event-definition property that replies show and no request sets (interface 2.9): a seed sets them. */

import { z } from 'zod';
import { DATA_SENSITIVITIES, DATE_DISPLAY_HINTS } from '../../contract/event-definitions.ts';

/** Field type of an event property by its type. */
export const EVENT_FIELD_TYPES = { string: 'text', number: 'number', enumeration: 'select', datetime: 'date' } as const;

const moment = z.iso.datetime({ offset: true, error: 'expected a date and time such as 2026-01-31T09:30:00Z' });

/** `text` is a text that the store can keep. */
export function eventMembers(text: z.ZodString) {
  return {
    fieldType: text.optional().describe('Defaults to one that suits the type.'),
    groupName: text.optional().describe('Defaults to `<event>_information`.'),
    archived: z.boolean().optional(),
    archivedAt: moment.optional(),
    calculated: z.boolean().optional(),
    calculationFormula: text.optional(),
    createdAt: moment.optional(),
    createdUserId: text.optional(),
    dataSensitivity: z.enum(DATA_SENSITIVITIES).optional().describe('Defaults to `non_sensitive`.'),
    dateDisplayHint: z.enum(DATE_DISPLAY_HINTS).optional(),
    displayOrder: z.int().optional().describe('Defaults to -1.'),
    externalOptions: z.boolean().optional().describe('Only for an enumeration with the referencedObjectType OWNER.'),
    externalOptionsReferenceType: text.optional(),
    formField: z.boolean().optional(),
    hasUniqueValue: z.boolean().optional(),
    hidden: z.boolean().optional(),
    serviceDefined: z.boolean().optional(),
    referencedObjectType: text.optional(),
    sensitiveDataCategories: z.array(text).optional(),
    showCurrencySymbol: z.boolean().optional(),
    updatedAt: moment.optional(),
    updatedUserId: text.optional(),
  };
}

export type EventMembers = Partial<z.infer<z.ZodObject<ReturnType<typeof eventMembers>>>>;
