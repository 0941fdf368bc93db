/** The endpoint of webhook subscriptions (interface 4.4, 2.8, 6). */

import { OBJECT_TYPE_ID } from '../../contract/object-types.ts';
import type { SubscriptionCreate } from '../../contract/webhooks.ts';
import { ownAppId, subscriptionReply } from '../data/app-subscriptions.ts';
import { checkKeys } from '../model/keys.ts';
import { conflicting, invalid } from '../model/refusal.ts';
import { nextNumber } from '../store/open.ts';
import { insertCopy, insertSubscription, listSubscriptions, type SubscriptionRow } from '../store/subscriptions.ts';
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
  const listed = await listSubscriptions(db, [appId]);
  if (listed.length >= MOST) {
    throw invalid(`An app can have at most ${MOST} subscriptions.`);
  }
  const row: SubscriptionRow = {
    app_id: appId,
    id: await nextNumber(db, 'subscription', 1),
    event_type: body.eventType,
    property_name: body.propertyName ?? '',
    object_type_id: body.objectTypeId ?? '',
    event_type_name: body.eventTypeName ?? null,
    active: body.active ? 1 : 0,
    created_at: now,
    updated_at: now,
  };
  const isNew = !listed.some((one) => isLike(one, row));
  if (isNew && (await insertSubscription(db, row))) return { body: subscriptionReply(row) };
  // One of another name may be there, or one that came meanwhile.
  const isTaken = (await listSubscriptions(db, [appId])).some((one) => isLike(one, row));
  if (isTaken && duplicates === 'refused') {
    const named = [body.eventType, body.objectTypeId, body.propertyName].filter((part) => part !== undefined);
    throw conflicting(`The app already has a subscription to ${named.join(' ')}.`);
  }
  await insertCopy(db, row);
  return { body: subscriptionReply(row) };
};

function isLike(one: SubscriptionRow, other: SubscriptionRow): boolean {
  const isSame = (['event_type', 'property_name', 'object_type_id'] as const).every(
    (column) => one[column] === other[column],
  );
  return isSame && (one.event_type_name ?? '') === (other.event_type_name ?? '');
}

/** propertyChange events need propertyName (assumption A34), and only they take it; object events need their object type, as an id (A40, A34). */
function checkMembers({ eventType, propertyName, objectTypeId }: SubscriptionCreate): void {
  const ofProperty = eventType.endsWith('.propertyChange');
  if (ofProperty && (propertyName ?? '') === '')
    throw wrong('propertyName', `propertyName is required with ${eventType}`);
  if (!ofProperty && propertyName !== undefined) {
    throw wrong('propertyName', `propertyName is not allowed with ${eventType}`);
  }
  if (eventType.startsWith('object.') && objectTypeId === undefined) {
    throw wrong('objectTypeId', `objectTypeId is required with ${eventType}`);
  }
  if (objectTypeId !== undefined && !OBJECT_TYPE_ID.test(objectTypeId)) {
    throw wrong('objectTypeId', `objectTypeId must be an id such as 0-1 or 2-3451, not '${objectTypeId}'`);
  }
}

function wrong(member: string, message: string) {
  return invalid(message, { errors: [{ message, code: 'INVALID_VALUE', in: member }] });
}
