/** Calls that create webhook subscriptions; the interface has no other write for them (interface 4.4). */

import { canonicalObjectType } from '../../../contract/object-types.ts';
import { Subscription, SubscriptionCreate } from '../../../contract/webhooks.ts';
import { parseAddress } from '../../../model/address.ts';
import type { CallDraft, DesiredChange, KindWriter, Unsupported } from '../../../model/kind.ts';
import { bodyFrom } from '../../bodies.ts';
import { blockedBy } from '../../unsupported.ts';
import type { WebhookSubscriptionSpec } from '../spec.ts';

const update: Unsupported = {
  unsupported: true,
  reason: 'The interface has no update for subscriptions.',
  section: '4.4',
};

const remove: Unsupported = {
  unsupported: true,
  reason: 'The interface has no call that deletes a subscription.',
  section: '4.4',
};

/** What identifies the subscription that a call asks for. */
const Sent = SubscriptionCreate.pick({ eventType: true, propertyName: true, objectTypeId: true }).partial().loose();

export const writer: KindWriter<WebhookSubscriptionSpec> = {
  update,
  remove,
  write(changes) {
    const { possible, blocked } = blockedBy({ update, remove }, changes);
    return { calls: possible.map(creation), blocked };
  },
  names({ body }, _covers, reply) {
    const sent = Sent.parse(body);
    const shown = Subscription.parse(reply);
    return [
      { member: 'eventType', sent: sent.eventType, shown: shown.eventType },
      // The service may fill in the object type of an event, and never a property.
      { member: 'propertyName', sent: sent.propertyName ?? '', shown: shown.propertyName },
      { member: 'objectTypeId', sent: typeOf(sent.objectTypeId), shown: typeOf(shown.objectTypeId) },
    ];
  },
  settle(_call, covers, reply) {
    const { id, active, eventTypeName } = Subscription.parse(reply);
    const echo = { active, eventTypeName: eventTypeName ?? '' };
    return covers.map((address) => ({ address, status: 'applied', id, echo }));
  },
};

/** Every spelling of an object type names the same one. */
function typeOf(id: string | null | undefined): string | undefined {
  return id == null ? undefined : canonicalObjectType(id);
}

function creation({ address, spec, after }: DesiredChange<WebhookSubscriptionSpec>): CallDraft {
  const [appId = ''] = parseAddress(address)?.parts ?? [];
  return {
    endpoint: 'createSubscription',
    params: { appId },
    body: bodyFrom(SubscriptionCreate, { ...spec, ...after }),
    covers: [address],
    writes: Object.keys(after),
    expects: { [address]: after },
    route: 'The only call that creates a subscription (interface 4.4).',
    after: [],
  };
}
