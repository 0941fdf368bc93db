/** Calls that create event-definition properties; the interface has no other write for them (interface 4.4). */

import { EventProperty, EventPropertyCreate } from '../../../contract/event-definitions.ts';
import type { CallDraft, DesiredChange, KindWriter, Unsupported } from '../../../model/kind.ts';
import { selectBody } from '../../bodies.ts';
import { draftCall, draftEach } from '../../drafts.ts';
import { parseIdentity, selectFields, withFullOptions } from '../replies.ts';
import type { EventDefinitionPropertySpec } from '../spec.ts';
import { unnameable } from '../unnameable.ts';

const update: Unsupported = {
  unsupported: true,
  reason: 'The interface has no update for event-definition properties.',
  section: '4.4',
};

const remove: Unsupported = {
  unsupported: true,
  reason: 'The interface has no call that deletes an event-definition property.',
  section: '4.4',
  elsewhere: 'dated',
};

export const writer: KindWriter<EventDefinitionPropertySpec> = {
  update,
  remove,
  write: (changes) => draftEach(changes, (change) => unnameable(change) ?? creation(change), { update, remove }),
  names(_call, covers, reply) {
    const { name: shown } = EventProperty().parse(reply);
    return covers.map((address) => ({ member: 'name', sent: parseIdentity(address).name, shown }));
  },
  settle(_call, covers, reply) {
    const echo = selectFields(EventProperty().parse(reply));
    return covers.map((address) => ({ address, status: 'applied', echo }));
  },
};

function creation({ address, after }: DesiredChange<EventDefinitionPropertySpec>): CallDraft {
  const { eventName, name } = parseIdentity(address);
  return draftCall(address, after, {
    endpoint: 'createEventProperty',
    params: { eventName },
    body: selectBody(EventPropertyCreate(), { ...withFullOptions(after), name }),
    route: 'The only call that creates an event-definition property (interface 4.4).',
  });
}
