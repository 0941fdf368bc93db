/**
 * Calls that create a subscription, switch it on or off, and delete it. The last two need the id that the service assigned (interface 4.4,
 * 11.5).
 */

import { SubscriptionUpdate } from '../../../contract/dated-webhooks.ts';
import { Subscription } from '../../../contract/webhooks.ts';
import { type Address, parseAddress } from '../../../model/address.ts';
import type { Blockage, CallDraft, DesiredChange, KindWriter, Naming } from '../../../model/kind.ts';
import { pick } from '../../bodies.ts';
import { draftCall, draftEach } from '../../drafts.ts';
import { creation, namedByCreate, settleCreate } from '../create.ts';
import { appOfSubscription, type WebhookSubscriptionSpec } from '../spec.ts';

type Change = DesiredChange<WebhookSubscriptionSpec>;

export const writer: KindWriter<WebhookSubscriptionSpec> = {
  remove: { risk: 'subscription-removal' },
  write: (changes) => draftEach(changes, buildDraft),
  names(call, covers, reply) {
    switch (call.endpoint) {
      case 'createSubscription':
        return namedByCreate(call, reply);
      case 'updateSubscription':
        return covers.flatMap((address) => namedByUpdate(address, call.params['subscriptionId'], reply));
      default:
        return [];
    }
  },
  settle: ({ endpoint }, covers, reply) =>
    endpoint === 'deleteSubscription'
      ? covers.map((address) => ({ address, status: 'applied' }))
      : settleCreate(covers, reply),
};

function buildDraft(change: Change): CallDraft | Blockage {
  if (change.action === 'create') return creation(change, 'Creates a subscription of the app (interface 4.4).');
  const { address, id } = change;
  if (id === undefined) return unidentified(address);
  const params = { appId: appOfSubscription(address), subscriptionId: id };
  return change.action === 'update' ? switching(change, params) : deletion(change, params);
}

/** Updates only `active`, because the service has no update of other members. */
function switching({ address, after }: Change, params: CallDraft['params']): CallDraft {
  const body = pick(after, Object.keys(SubscriptionUpdate().shape));
  return draftCall(address, after, {
    endpoint: 'updateSubscription',
    params,
    body,
    writes: Object.keys(body),
    route: 'Switches the subscription on or off; nothing else of it can be changed (interface 11.5).',
  });
}

function deletion({ address }: Change, params: CallDraft['params']): CallDraft {
  const route = 'Deletes the subscription from the app (interface 11.5).';
  return draftCall(address, null, { endpoint: 'deleteSubscription', params, route });
}

/** The id is known only if the list contains the subscription exactly once. */
function unidentified(address: Address): Blockage {
  return {
    address,
    because: 'read-only',
    reason: 'The app has it more than once, and the declaration could mean any of them: first delete all but one.',
    section: '11.5',
  };
}

function namedByUpdate(address: Address, id: string | undefined, reply: unknown): readonly Naming[] {
  const shown = Subscription().parse(reply);
  const [, eventType] = parseAddress(address)?.parts ?? [];
  return [
    { member: 'id', sent: id, shown: shown.id },
    { member: 'eventType', sent: eventType, shown: shown.eventType },
  ];
}
