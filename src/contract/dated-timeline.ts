/** Body and reply of a timeline event on the dated surface (interface 11.8). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { maybeText, optionalText, text } from './shapes.ts';
import { TimelineEvent, TokenValue } from './timeline.ts';

/** The id is the caller's: it is what tells a second one from the first. */
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

/** What the reply shows is not known, so none of it is relied on (assumption A64). */
export const DatedTimelineReply = lazy(() => z.looseObject({ id: maybeText, eventTypeName: maybeText }).optional());
