/** Calls that create webhook subscriptions; the documented surface has no other write for them (interface 4.4). */

import type { KindWriter, Unsupported } from '../../../model/kind.ts';
import { draftEach } from '../../drafts.ts';
import { creation, namedByCreate, settleCreate } from '../create.ts';
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
  elsewhere: 'dated',
};

const ROUTE = 'The only call that creates a subscription (interface 4.4).';

export const writer: KindWriter<WebhookSubscriptionSpec> = {
  update,
  remove,
  write: (changes) => draftEach(changes, (change) => creation(change, ROUTE), { update, remove }),
  names: (call, _covers, reply) => namedByCreate(call, reply),
  settle: (_call, covers, reply) => settleCreate(covers, reply),
};
