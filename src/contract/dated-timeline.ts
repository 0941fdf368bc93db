/** Body and reply of a timeline event on the dated surface (interface 11.8). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { maybeText, optionalText, text } from './shapes.ts';
import { TimelineEvent, TokenValue } from './timeline.ts';

/** The caller sets the id. It distinguishes a repeated event from a new event. */
export const DatedTimelineEvent = lazy(() => {
  const { shape } = TimelineEvent();
  return z.strictObject({
    eventTypeName: z.string().register(z.globalRegistry, { description: 'Name of the event type of the app.' }),
    id: z.string().register(z.globalRegistry, {
      description: 'Id of the event, unique per app and event type. An event cannot be changed once it is sent.',
    }),
    properties: z
      .record(text, TokenValue())
      .register(z.globalRegistry, { description: 'Properties of the event type and their values.' }),
    objectId: shape.objectId,
    objectTypeFullyQualifiedName: optionalText,
    email: shape.email,
    utk: shape.utk,
    domain: shape.domain,
    extraData: shape.extraData,
    timelineIFrame: shape.timelineIFrame,
    timestamp: shape.timestamp,
  });
});
export type DatedTimelineEvent = z.infer<ReturnType<typeof DatedTimelineEvent>>;

/** The contents of the reply are unknown, so no member is required (assumption A64). */
export const DatedTimelineReply = lazy(() => z.looseObject({ id: maybeText, eventTypeName: maybeText }).optional());
