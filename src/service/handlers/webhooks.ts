/** The endpoint of webhook subscriptions (interface 4.4, 2.8, 6). */

import { OBJECT_TYPE_ID } from '../../contract/object-types.ts';
import type { SubscriptionCreate } from '../../contract/webhooks.ts';
import { ownAppId, subscriptionReply } from '../data/app-subscriptions.ts';
import { checkKeys } from '../model/keys.ts';
import { conflicting, invalid, invalidMember } from '../model/refusal.ts';
import { nextNumber } from '../store/open.ts';
import { insertNew, listRows } from '../store/rows.ts';
import type { SubscriptionRow } from '../store/tables.ts';
import type { Handler } from './handler.ts';

/** Most subscriptions of an app (assumption A75). */
const MOST = 1000;

/** A second subscription of the same event type, property, object type and event type name is refused (assumption A11), unless a fault lets it through. */
export const createSubscription: Handler<'createSubscription'> = async ({
  db,
  identity,
  params,
  body,
  now,
  duplicates,
}) => {
  const appId = ownAppId(identity, params.appId);
  checkMembers(body);
  checkKeys({ propertyName: body.propertyName });
  // The sequence makes other creates wait, so that none comes between the list and the insert.
  const id = await nextNumber(db, 'subscription', 1);
  const listed = await listRows(db, 'subscriptions', { app_id: appId });
  if (listed.length >= MOST) {
    throw invalid(`An app can have at most ${MOST} subscriptions.`);
  }
  const row: SubscriptionRow = {
    app_id: appId,
    id,
    event_type: body.eventType,
    property_name: body.propertyName ?? '',
    object_type_id: body.objectTypeId ?? '',
    event_type_name: body.eventTypeName ?? '',
    active: body.active ? 1 : 0,
    created_at: now,
    updated_at: now,
  };
  if (duplicates === 'refused' && listed.some((held) => isLike(held, row))) {
    const named = [body.eventType, body.objectTypeId, body.propertyName].filter((part) => part !== undefined);
    throw conflicting(`The app already has a subscription to ${named.join(' ')}.`);
  }
  await insertNew(db, 'subscriptions', row);
  return { body: subscriptionReply(row) };
};

function isLike(left: SubscriptionRow, right: SubscriptionRow): boolean {
  const columns = ['event_type', 'property_name', 'object_type_id', 'event_type_name'] as const;
  return columns.every((column) => left[column] === right[column]);
}

/** propertyChange events need propertyName (assumption A34), and only they take it; object events need their object type, as an id (A40, A34). */
function checkMembers({ eventType, propertyName, objectTypeId }: SubscriptionCreate): void {
  const ofProperty = eventType.endsWith('.propertyChange');
  if (ofProperty && (propertyName ?? '') === '')
    throw invalidMember('propertyName', `propertyName is required with ${eventType}`);
  if (!ofProperty && propertyName !== undefined) {
    throw invalidMember('propertyName', `propertyName is not allowed with ${eventType}`);
  }
  if (eventType.startsWith('object.') && objectTypeId === undefined) {
    throw invalidMember('objectTypeId', `objectTypeId is required with ${eventType}`);
  }
  if (objectTypeId !== undefined && !OBJECT_TYPE_ID.test(objectTypeId)) {
    throw invalidMember('objectTypeId', `objectTypeId must be an id such as 0-1 or 2-3451, not '${objectTypeId}'`);
  }
}
