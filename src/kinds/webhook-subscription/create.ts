/** The call that creates a subscription on both surfaces, and the interpretation of its reply (interface 2.8, 4.4, 11.5). */

import type { ApiCall } from '../../contract/calls.ts';
import { defined } from '../../contract/defined.ts';
import { lazy } from '../../contract/lazy.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { Subscription, SubscriptionCreate } from '../../contract/webhooks.ts';
import type { Address } from '../../model/address.ts';
import type { CallDraft, DesiredChange, Naming, Settled } from '../../model/kind.ts';
import { selectBody } from '../bodies.ts';
import { draftCall } from '../drafts.ts';
import { appOfSubscription, parseWatched, type WebhookSubscriptionSpec } from './spec.ts';

/** Identity of the subscription in the body of a create. */
const Sent = lazy(() =>
  SubscriptionCreate().pick({ eventType: true, propertyName: true, objectTypeId: true }).partial().loose(),
);

export function creation({ address, spec, after }: DesiredChange<WebhookSubscriptionSpec>, route: string): CallDraft {
  return draftCall(address, after, {
    endpoint: 'createSubscription',
    params: { appId: appOfSubscription(address) },
    // For a subscription that a revert creates again, only the address contains the identity.
    body: selectBody(SubscriptionCreate(), { ...defined(parseWatched(address)), ...spec, ...after }),
    route,
  });
}

export function namedByCreate({ body }: ApiCall, reply: unknown): readonly Naming[] {
  const sent = Sent().parse(body);
  const shown = Subscription().parse(reply);
  return [
    { member: 'eventType', sent: sent.eventType, shown: shown.eventType },
    // The service may add the object type of an event, but never a property.
    { member: 'propertyName', sent: sent.propertyName ?? '', shown: shown.propertyName },
    { member: 'objectTypeId', sent: resolveType(sent.objectTypeId), shown: resolveType(shown.objectTypeId) },
  ];
}

export function settleCreate(covers: readonly Address[], reply: unknown): readonly Settled[] {
  const { id, active, eventTypeName } = Subscription().parse(reply);
  const echo = { active, eventTypeName: eventTypeName ?? '' };
  return covers.map((address) => ({ address, status: 'applied', id, echo }));
}

/** All spellings of an object type are equal. */
function resolveType(id: string | null | undefined): string | undefined {
  return id == null ? undefined : canonicalObjectType(id);
}
