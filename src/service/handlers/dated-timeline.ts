/** Handles timeline events of the dated surface (interface 11.8; assumption A64). A sent event never changes. */

import { resolveRecord } from '../data/timeline-records.ts';
import { checkKeys } from '../model/keys.ts';
import { alreadyExists } from '../model/refusal.ts';
import { findTimelineEvent, saveTimelineEvent } from '../store/timeline.ts';
import type { Handler } from './handler.ts';
import { readObjectType } from './timeline.ts';

export const sendDatedTimelineEvent: Handler<'sendDatedTimelineEvent'> = async (call) => {
  const { db, identity, body, now } = call;
  const { eventTypeName, id, timestamp = new Date(now).toISOString(), ...rest } = body;
  checkKeys({ id, objectId: rest.objectId, email: rest.email, utk: rest.utk });
  const objectType = await readObjectType(call, eventTypeName);
  const key = { appId: identity.appId, eventTemplateId: eventTypeName, id };
  if ((await findTimelineEvent(db, identity.hubId, key)) !== undefined) {
    throw alreadyExists(`An event with the id '${id}' already exists, and event occurrences are immutable.`);
  }
  const { objectId } = await resolveRecord(call, objectType, rest);
  const createdAt = new Date(now).toISOString();
  const event = { ...key, via: 'dated', objectType, objectId, timestamp, createdAt, body: rest } as const;
  await saveTimelineEvent(db, identity.hubId, event);
  return { body: { ...rest, eventTypeName, id, objectId, objectType, timestamp, createdAt } };
};
