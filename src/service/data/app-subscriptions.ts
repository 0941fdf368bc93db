/** The app that a call of webhooks is made for, and a subscription as replies show it (interface 2.8). */

import type { Identity } from '../model/identity.ts';
import { notFound } from '../model/refusal.ts';
import type { SubscriptionRow } from '../store/tables.ts';

/** A developer key was checked against the app already; a token must be one of the app. Throws a 404. */
export function ownAppId(identity: Identity | undefined, appId: string): number {
  if (identity !== undefined && appId !== String(identity.appId)) {
    throw notFound(`This token does not belong to app ${appId}.`);
  }
  return Number(appId);
}

export function subscriptionReply(row: SubscriptionRow) {
  return {
    id: String(row.id),
    eventType: row.event_type,
    active: row.active === 1,
    ...(row.property_name === '' ? {} : { propertyName: row.property_name }),
    ...(row.object_type_id === '' ? {} : { objectTypeId: row.object_type_id }),
    ...(row.event_type_name === '' ? {} : { eventTypeName: row.event_type_name }),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
