/** Bodies and replies of timeline events, v3 and legacy (interface 2.7, 10.5). */

import { z } from 'zod';
import { batchOf } from './batches.ts';
import { integer, maybeText } from './shapes.ts';

/** The type of a token's value is not said: any plain value is taken and kept as it is (interface 2.7; assumption A37). */
export const TokenValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Members of the v3 timelineIFrame object are assumption A13. */
const TimelineIFrame = z.strictObject({
  headerLabel: z.string(),
  linkLabel: z.string(),
  url: z.string(),
  width: integer,
  height: integer,
});

/** `id` is listed as required and recommended to be left out; it is optional here (interface 2.7; assumption A29). */
export const TimelineEvent = z.strictObject({
  eventTemplateId: z.string().describe('Id of the event template.'),
  id: z
    .string()
    .optional()
    .describe('Id of the event, unique per app and template. {{uuid}} in it is replaced with a unique string.'),
  tokens: z.record(z.string(), TokenValue).describe('Template token keys and their values.'),
  customObjectTypeId: z.string().optional(),
  domain: z.string().optional(),
  email: z.string().optional().describe('Finds or creates a contact.'),
  extraData: z.record(z.string(), z.unknown()).optional(),
  objectId: z.string().optional().describe('Id of the record the event belongs to.'),
  timelineIFrame: TimelineIFrame.optional(),
  timestamp: z.iso
    .datetime({ offset: true, error: 'expected a date and time such as 2026-01-31T09:30:00Z' })
    .optional()
    .describe('When it happened. Defaults to now.'),
  utk: z.string().optional(),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

export const TimelineEventReply = z.looseObject({
  eventTemplateId: z.string(),
  id: z.string(),
  tokens: z.record(z.string(), z.unknown()),
  objectType: z.string(),
  customObjectTypeId: maybeText,
  domain: maybeText,
  email: maybeText,
  extraData: z.record(z.string(), z.unknown()).nullish(),
  objectId: maybeText,
  timelineIFrame: z.record(z.string(), z.unknown()).nullish(),
  timestamp: maybeText,
  utk: maybeText,
  createdAt: maybeText,
});
export type TimelineEventReply = z.infer<typeof TimelineEventReply>;

/** Most inputs of one batch (assumption A65). */
export const TIMELINE_BATCH_SIZE = 100;

export const TimelineEvents = z.strictObject({ inputs: z.array(TimelineEvent).min(1) });
export const TimelineEventBatch = batchOf(TimelineEventReply);

const legacyMembers = {
  id: z.string(),
  eventTypeId: z.string(),
  extraData: z.record(z.string(), z.string()).optional(),
  presentationId: z.string().optional(),
  timelineIFrame: z
    .strictObject({
      linkLabel: z.string(),
      iframeLabel: z.string(),
      iframeUri: z.string(),
      width: integer,
      height: integer,
    })
    .partial()
    .optional(),
};

const EXACTLY_ONE = 'set exactly one of objectId, email and utk';

/** The record is named already, in another way. */
const namedAlready = z.custom<undefined>((value) => value === undefined, EXACTLY_ONE).optional();

/** One of several shapes: the record is named by objectId, email or utk, and by one of them only (interface 2.7; assumption A35). */
export const LegacyTimelineEvent = z.union([
  z.strictObject({ ...legacyMembers, objectId: integer, email: namedAlready, utk: namedAlready }),
  z.strictObject({ ...legacyMembers, email: z.string(), objectId: namedAlready, utk: namedAlready }),
  z.strictObject({ ...legacyMembers, utk: z.string(), objectId: namedAlready, email: namedAlready }),
]);
export type LegacyTimelineEvent = z.infer<typeof LegacyTimelineEvent>;

/** An object whose members are not shown, or nothing at all (interface 4.4; assumption A01). */
export const LegacyTimelineReply = z.looseObject({}).optional();
export type LegacyTimelineReply = z.infer<typeof LegacyTimelineReply>;
