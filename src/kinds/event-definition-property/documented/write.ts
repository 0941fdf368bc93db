/** Calls that create event-definition properties; the interface has no other write for them (interface 4.4). */

import { EventProperty, EventPropertyCreate } from '../../../contract/event-definitions.ts';
import { type Address, parseAddress } from '../../../model/address.ts';
import type { Fields, Json } from '../../../model/json.ts';
import type { CallDraft, DesiredChange, KindWriter, Unsupported } from '../../../model/kind.ts';
import { bodyFrom } from '../../bodies.ts';
import { DeclaredOptions, optionsOf } from '../../options.ts';
import { blockedBy } from '../../unsupported.ts';
import type { EventDefinitionPropertySpec } from '../spec.ts';

const update: Unsupported = {
  unsupported: true,
  reason: 'The interface has no update for event-definition properties.',
  section: '4.4',
};

const remove: Unsupported = {
  unsupported: true,
  reason: 'The interface has no call that deletes an event-definition property.',
  section: '4.4',
};

export const writer: KindWriter<EventDefinitionPropertySpec> = {
  update,
  remove,
  write(changes) {
    const { possible, blocked } = blockedBy({ update, remove }, changes);
    return { calls: possible.map(creation), blocked };
  },
  names(_call, covers, reply) {
    const { name: shown } = EventProperty.parse(reply);
    return covers.map((address) => ({ member: 'name', sent: identityOf(address).name, shown }));
  },
  settle(_call, covers, reply) {
    const { label, type, fieldType, description, options } = EventProperty.parse(reply);
    const echo: Fields = {
      label,
      type,
      ...(fieldType == null ? {} : { fieldType }),
      description: description ?? '',
      options: optionsOf(options),
    };
    return covers.map((address) => ({ address, status: 'applied', echo }));
  },
};

function creation({ address, after }: DesiredChange<EventDefinitionPropertySpec>): CallDraft {
  const { eventName, name } = identityOf(address);
  const options: Fields = after['options'] === undefined ? {} : { options: fullOptions(after['options']) };
  return {
    endpoint: 'createEventProperty',
    params: { eventName },
    body: bodyFrom(EventPropertyCreate, { ...after, ...options, name }),
    covers: [address],
    writes: Object.keys(after),
    expects: { [address]: after },
    route: 'The only call that creates an event-definition property (interface 4.4).',
    after: [],
  };
}

function identityOf(address: Address): { readonly eventName: string; readonly name: string } {
  const [eventName = '', name = ''] = parseAddress(address)?.parts ?? [];
  return { eventName, name };
}

/** The body needs displayOrder and hidden of every option (assumption A36): the position and false where not declared. */
function fullOptions(options: Json): Json {
  return DeclaredOptions.parse(options).map((option, index) => ({ displayOrder: index, hidden: false, ...option }));
}
