/** Bodies, queries and replies of event definitions and their properties on the dated surface (interface 11.6). */

import { z } from 'zod';
import { EventProperty, EventPropertyCreate } from './event-definitions.ts';
import { integer, maybeInteger, maybeText } from './shapes.ts';

/** Without the fieldType that the documented surface takes. */
export const DatedEventPropertyCreate = EventPropertyCreate.omit({ fieldType: true });

/** Which members are required is assumption A62. */
export const EventDefinitionCreate = z.strictObject({
  label: z.string(),
  includeDefaultProperties: z.boolean(),
  propertyDefinitions: z.array(DatedEventPropertyCreate),
  name: z.string().optional(),
  description: z.string().optional(),
  primaryObject: z.string().optional(),
});

/** Partial: what is left out keeps its value. */
export const EventDefinitionUpdate = z.strictObject({
  label: z.string().optional(),
  description: z.string().optional(),
});

export const EventDefinition = z.looseObject({
  id: z.string(),
  name: z.string(),
  fullyQualifiedName: z.string(),
  objectTypeId: z.string(),
  labels: z.looseObject({ singular: z.string(), plural: maybeText }),
  archived: z.boolean(),
  associations: z.array(z.unknown()),
  properties: z.array(EventProperty),
  description: maybeText,
  primaryObject: maybeText,
  trackingType: maybeText,
  createdAt: maybeText,
  createdUserId: maybeInteger,
  updatedAt: maybeText,
});
export type EventDefinition = z.infer<typeof EventDefinition>;

/** Most definitions of one page, and how many it has unless asked otherwise (assumption A62). */
export const EVENT_PAGE = 100;

/** Without includeProperties the definitions come with an empty list of properties. */
export const EventDefinitionsQuery = z
  .strictObject({
    after: z.string().optional(),
    limit: z.string().regex(/^\d+$/, 'must be a whole number').optional(),
    includeProperties: z.enum(['true', 'false']).optional(),
    searchString: z.string().optional(),
    sortOrder: z.enum(['ASC', 'DESC']).optional(),
  })
  .optional();

export const EventDefinitions = z.looseObject({
  total: integer,
  results: z.array(EventDefinition),
  paging: z.looseObject({ next: z.looseObject({ after: z.string(), link: maybeText }).nullish() }).nullish(),
});
