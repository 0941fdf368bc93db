/** Bodies and replies of timeline events, v3 and legacy (interface 2.7, 10.5). */

import { z } from 'zod';
import { buildBatchSchema } from './batches.ts';
import { lazy } from './lazy.ts';
import { flag, integer, maybeText, optionalText, text } from './shapes.ts';

/** The type of a token's value is not specified. Any plain value is accepted and kept unchanged (interface 2.7; assumption A37). */
export const TokenValue = lazy(() => z.union([text, z.number(), flag, z.null()]));

/** Members of the v3 timelineIFrame object are assumption A13. */
const TimelineIFrame = lazy(() =>
  z.strictObject({
    headerLabel: text,
    linkLabel: text,
    url: text,
    width: integer,
    height: integer,
  }),
);

/** The interface lists `id` as required and recommends leaving it out. It is optional here (interface 2.7; assumption A29). */
export const TimelineEvent = lazy(() =>
  z.strictObject({
    eventTemplateId: z.string().register(z.globalRegistry, { description: 'Id of the event template.' }),
    id: z.string().optional().register(z.globalRegistry, {
      description: 'Id of the event, unique per app and template. {{uuid}} in it is replaced with a unique string.',
    }),
    tokens: z
      .record(text, TokenValue())
      .register(z.globalRegistry, { description: 'Template token keys and their values.' }),
    customObjectTypeId: optionalText,
    domain: optionalText,
    email: optionalText.describe('Finds or creates a contact.'),
    extraData: z.record(text, z.unknown()).optional(),
    objectId: optionalText.describe('Id of the record the event belongs to.'),
    timelineIFrame: TimelineIFrame().optional(),
    timestamp: z.iso
      .datetime({ offset: true, error: 'expected a date and time such as 2026-01-31T09:30:00Z' })
      .optional()
      .register(z.globalRegistry, { description: 'When it happened. Defaults to now.' }),
    utk: optionalText,
  }),
);
export type TimelineEvent = z.infer<ReturnType<typeof TimelineEvent>>;

export const TimelineEventReply = lazy(() =>
  z.looseObject({
    eventTemplateId: text,
    id: text,
    tokens: z.record(text, z.unknown()),
    objectType: text,
    customObjectTypeId: maybeText,
    domain: maybeText,
    email: maybeText,
    extraData: z.record(text, z.unknown()).nullish(),
    objectId: maybeText,
    timelineIFrame: z.record(text, z.unknown()).nullish(),
    timestamp: maybeText,
    utk: maybeText,
    createdAt: maybeText,
  }),
);
export type TimelineEventReply = z.infer<ReturnType<typeof TimelineEventReply>>;

/** Maximum number of inputs of a batch (assumption A65). */
export const TIMELINE_BATCH_SIZE = 100;

export const TimelineEvents = lazy(() => z.strictObject({ inputs: z.array(TimelineEvent()).min(1) }));
export const TimelineEventBatch = lazy(() => buildBatchSchema(TimelineEventReply()));

const legacyMembers = lazy(() => ({
  id: text,
  eventTypeId: text,
  extraData: z.record(text, text).optional(),
  presentationId: optionalText,
  timelineIFrame: z
    .strictObject({
      linkLabel: text,
      iframeLabel: text,
      iframeUri: text,
      width: integer,
      height: integer,
    })
    .partial()
    .optional(),
}));

const EXACTLY_ONE = 'set exactly one of objectId, email and utk';

/** Refuses a second way to name the record. */
const namedAlready = lazy(() => z.custom<undefined>((value) => value === undefined, EXACTLY_ONE).optional());

/** The record is named by exactly one of objectId, email and utk (interface 2.7; assumption A35). */
export const LegacyTimelineEvent = lazy(() =>
  z.union([
    z.strictObject({ ...legacyMembers(), objectId: integer, email: namedAlready(), utk: namedAlready() }),
    z.strictObject({ ...legacyMembers(), email: text, objectId: namedAlready(), utk: namedAlready() }),
    z.strictObject({ ...legacyMembers(), utk: text, objectId: namedAlready(), email: namedAlready() }),
  ]),
);
export type LegacyTimelineEvent = z.infer<ReturnType<typeof LegacyTimelineEvent>>;

/** An object with unknown members, or an empty reply (interface 4.4; assumption A01). */
export const LegacyTimelineReply = lazy(() => z.looseObject({}).optional());
export type LegacyTimelineReply = z.infer<ReturnType<typeof LegacyTimelineReply>>;
