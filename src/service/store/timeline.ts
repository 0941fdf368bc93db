/** Rows of timeline events. */

import { findRow, listRows, saveRow } from './rows.ts';
import type { Db } from './tables.ts';

/** A stored event: `body` as it was sent, `via` the endpoint that received it. */
export interface StoredTimelineEvent {
  readonly appId: number;
  readonly eventTemplateId: string;
  readonly id: string;
  readonly via: 'v3' | 'legacy' | 'dated';
  readonly objectType: string;
  readonly objectId: string;
  readonly timestamp: string;
  readonly createdAt: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export async function listTimelineEvents(db: Db, hubId: number): Promise<readonly StoredTimelineEvent[]> {
  const rows = await listRows(db, 'timeline_events', { hub_id: hubId });
  return rows.map((row) => JSON.parse(row.definition));
}

type Key = Pick<StoredTimelineEvent, 'appId' | 'eventTemplateId' | 'id'>;

export async function findTimelineEvent(db: Db, hubId: number, key: Key): Promise<StoredTimelineEvent | undefined> {
  const row = await findRow(db, 'timeline_events', buildKey(hubId, key));
  return row && JSON.parse(row.definition);
}

/** Adds the event, or moves and replaces the one of this id (interface 2.7). */
export function saveTimelineEvent(db: Db, hubId: number, event: StoredTimelineEvent): Promise<void> {
  return saveRow(db, 'timeline_events', { ...buildKey(hubId, event), definition: JSON.stringify(event) });
}

function buildKey(hubId: number, { appId, eventTemplateId, id }: Key) {
  return { hub_id: hubId, app_id: appId, template_id: eventTemplateId, id };
}
