/** Bodies and replies of webhook subscriptions and the 48 event types (interface 2.8, 6). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { flag, integer, maybeText, optionalText, text } from './shapes.ts';

const ROWS = {
  company: ['associationChange', 'creation', 'deletion', 'merge', 'propertyChange', 'restore'],
  contact: ['associationChange', 'creation', 'deletion', 'merge', 'privacyDeletion', 'propertyChange', 'restore'],
  conversation: ['creation', 'deletion', 'newMessage', 'privacyDeletion', 'propertyChange'],
  deal: ['associationChange', 'creation', 'deletion', 'merge', 'propertyChange', 'restore'],
  event: ['completed'],
  line_item: ['associationChange', 'creation', 'deletion', 'merge', 'propertyChange', 'restore'],
  object: ['associationChange', 'creation', 'deletion', 'merge', 'propertyChange', 'restore'],
  product: ['creation', 'deletion', 'merge', 'propertyChange', 'restore'],
  ticket: ['associationChange', 'creation', 'deletion', 'merge', 'propertyChange', 'restore'],
} as const;

type EventTypeOf<R> = {
  [P in keyof R & string]: R[P] extends readonly (infer S extends string)[] ? `${P}.${S}` : never;
}[keyof R & string];
export type EventType = EventTypeOf<typeof ROWS>;

/** Full event names: object prefix, dot, suffix (interface 6). */
export const EVENT_TYPES = Object.entries(ROWS).flatMap(([prefix, suffixes]) =>
  suffixes.map((suffix) => `${prefix}.${suffix}`),
) as readonly string[] as readonly [EventType, ...EventType[]];

/**
 * The members eventType and active are required (assumption A11). The members that each event type needs or accepts are assumptions A34 and
 * A40. The notifications of a subscription are outside the interface (A39).
 */
export const SubscriptionCreate = lazy(() =>
  z.strictObject({
    eventType: z.enum(EVENT_TYPES),
    active: flag,
    propertyName: optionalText,
    objectTypeId: optionalText,
    eventTypeName: optionalText,
  }),
);
export type SubscriptionCreate = z.infer<ReturnType<typeof SubscriptionCreate>>;

/** The shape shows a string id, and the description an integer. Both are accepted (interface 2.8). */
export const Subscription = lazy(() =>
  z.looseObject({
    id: z.union([text, integer]).transform(String),
    eventType: text,
    active: flag,
    createdAt: text,
    updatedAt: maybeText,
    propertyName: maybeText,
    objectTypeId: maybeText,
    eventTypeName: maybeText,
  }),
);
export type Subscription = z.infer<ReturnType<typeof Subscription>>;
