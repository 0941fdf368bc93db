/** The endpoints of single timeline events, v3 and legacy (interface 4.4, 2.7, 10.5; assumptions A06, A29). */

import { canonicalObjectType } from '../../contract/object-types.ts';
import type { TimelineEvent, TimelineEventReply } from '../../contract/timeline.ts';
import { resolveRecord } from '../data/timeline-records.ts';
import { checkKeys } from '../model/keys.ts';
import { notFound } from '../model/refusal.ts';
import { findRow } from '../store/rows.ts';
import { findTimelineEvent, type StoredTimelineEvent, saveTimelineEvent } from '../store/timeline.ts';
import type { Handler, HandlerCall } from './handler.ts';

export const sendTimelineEvent: Handler<'sendTimelineEvent'> = async (call) => ({ body: await sent(call, call.body) });

/** Creates a missing id. `{{uuid}}` in an id becomes a unique string. A known id moves or replaces its event. */
export async function sent(call: Sending, body: TimelineEvent): Promise<TimelineEventReply> {
  const { identity, now, newId } = call;
  const { eventTemplateId, id: given = '{{uuid}}', timestamp, ...rest } = body;
  const id = given.replaceAll('{{uuid}}', () => newId());
  checkKeys({ id, objectId: rest.objectId, email: rest.email, utk: rest.utk });
  const objectType = await readObjectType(call, eventTemplateId);
  const record = await resolveRecord(call, objectType, rest);
  const event = await saved(call, {
    appId: identity.appId,
    eventTemplateId,
    id,
    via: 'v3',
    objectType,
    objectId: record.objectId,
    timestamp: timestamp ?? new Date(now).toISOString(),
    body: rest,
  });
  return buildReply(event, rest.tokens);
}

/** Returns only events that v3 sent. Other forms of events have no tokens (assumption A65). */
export const readTimelineEvent: Handler<'readTimelineEvent'> = async ({ db, identity, params }) => {
  const { eventTemplateId, eventId: id } = params;
  const event = await findTimelineEvent(db, identity.hubId, { appId: identity.appId, eventTemplateId, id });
  if (event?.via !== 'v3') throw notFound(`The template '${eventTemplateId}' has no event '${id}'.`);
  return { body: buildReply(event, Object(event.body['tokens'])) };
};

/** Creates the event of this id or replaces it; the id is taken as it is, so that a repeated call changes nothing (assumption A74). */
export const sendLegacyTimelineEvent: Handler<'sendLegacyTimelineEvent'> = async (call) => {
  const { identity, params, body, now } = call;
  if (params['application-id'] !== String(identity.appId)) {
    throw notFound(`This token does not belong to app ${params['application-id']}.`);
  }
  const { eventTypeId, id, ...rest } = body;
  const keys = {
    objectId: rest.objectId === undefined ? undefined : String(rest.objectId),
    email: rest.email,
    utk: rest.utk,
  };
  checkKeys({ id, ...keys });
  const objectType = await readObjectType(call, eventTypeId);
  const record = await resolveRecord(call, objectType, keys);
  const event = await saved(call, {
    appId: identity.appId,
    eventTemplateId: eventTypeId,
    id,
    via: 'legacy',
    objectType,
    objectId: record.objectId,
    timestamp: new Date(now).toISOString(),
    body: rest,
  });
  return {
    body: {
      ...rest,
      id: event.id,
      eventTypeId,
      objectId: event.objectId,
      objectType: event.objectType,
      timestamp: event.timestamp,
      createdAt: event.createdAt,
    },
  };
};

type TimelineCall = Pick<HandlerCall<'sendTimelineEvent'>, 'db' | 'identity' | 'now'>;
type Sending = TimelineCall & Pick<HandlerCall<'sendTimelineEvent'>, 'newId'>;

function buildReply(event: StoredTimelineEvent, tokens: TimelineEvent['tokens']): TimelineEventReply {
  const { body, eventTemplateId, id, objectId, objectType, timestamp, createdAt } = event;
  return { ...body, tokens, eventTemplateId, id, objectId, objectType, timestamp, createdAt };
}

/** The type of object that a template's events belong to, in its one spelling. */
export async function readObjectType({ db, identity }: TimelineCall, templateId: string): Promise<string> {
  const template = await findRow(db, 'event_templates', { app_id: identity.appId, id: templateId });
  if (template === undefined) throw notFound(`The app has no event template '${templateId}'.`);
  return canonicalObjectType(template.object_type);
}

async function saved(
  { db, identity, now }: TimelineCall,
  event: Omit<StoredTimelineEvent, 'createdAt'>,
): Promise<StoredTimelineEvent> {
  const before = await findTimelineEvent(db, identity.hubId, event);
  const stored = { ...event, createdAt: before?.createdAt ?? new Date(now).toISOString() };
  await saveTimelineEvent(db, identity.hubId, stored);
  return stored;
}
