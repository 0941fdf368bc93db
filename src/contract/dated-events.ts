/** Bodies, queries and replies of event definitions and their properties on the dated surface (interface 11.6). */

import { z } from 'zod';
import { EventProperty, EventPropertyCreate } from './event-definitions.ts';
import { lazy } from './lazy.ts';
import { flag, integer, maybeInteger, maybeText, optionalText, text } from './shapes.ts';

/** Lacks fieldType, which the documented surface accepts. */
export const DatedEventPropertyCreate = lazy(() => EventPropertyCreate().omit({ fieldType: true }));

/** The required members are assumption A62. */
export const EventDefinitionCreate = lazy(() =>
  z.strictObject({
    label: text,
    includeDefaultProperties: flag,
    propertyDefinitions: z.array(DatedEventPropertyCreate()),
    name: optionalText,
    description: optionalText,
    primaryObject: optionalText,
  }),
);

/** Partial: missing members keep their values. */
export const EventDefinitionUpdate = lazy(() =>
  z.strictObject({
    label: optionalText,
    description: optionalText,
  }),
);

export const EventDefinition = lazy(() =>
  z.looseObject({
    id: text,
    name: text,
    fullyQualifiedName: text,
    objectTypeId: text,
    labels: z.looseObject({ singular: text, plural: maybeText }),
    archived: flag,
    associations: z.array(z.unknown()),
    properties: z.array(EventProperty()),
    description: maybeText,
    primaryObject: maybeText,
    trackingType: maybeText,
    createdAt: maybeText,
    createdUserId: maybeInteger,
    updatedAt: maybeText,
  }),
);
export type EventDefinition = z.infer<ReturnType<typeof EventDefinition>>;

/** Maximum and default number of definitions on a page (assumption A62). */
export const EVENT_PAGE = 100;

/** If includeProperties is missing, each definition has an empty list of properties. */
export const EventDefinitionsQuery = lazy(() =>
  z
    .strictObject({
      after: optionalText,
      limit: z.string().regex(/^\d+$/, 'must be a whole number').optional(),
      includeProperties: z.enum(['true', 'false']).optional(),
      searchString: optionalText,
      sortOrder: z.enum(['ASC', 'DESC']).optional(),
    })
    .optional(),
);

export const EventDefinitions = lazy(() =>
  z.looseObject({
    total: integer,
    results: z.array(EventDefinition()),
    paging: z.looseObject({ next: z.looseObject({ after: text, link: maybeText }).nullish() }).nullish(),
  }),
);
