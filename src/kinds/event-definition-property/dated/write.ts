/** Calls that create, change and delete event-definition properties (interface 11.6). */

import { DatedEventPropertyCreate } from '../../../contract/dated-events.ts';
import { EventProperty, EventPropertyUpdate } from '../../../contract/event-definitions.ts';
import type { Blockage, CallDraft, DesiredChange, KindWriter } from '../../../model/kind.ts';
import { pick, selectBody } from '../../bodies.ts';
import { draftCall, draftEach } from '../../drafts.ts';
import { parseIdentity, selectFields, withFullOptions } from '../replies.ts';
import type { EventDefinitionPropertySpec } from '../spec.ts';
import { unnameable } from '../unnameable.ts';

type Change = DesiredChange<EventDefinitionPropertySpec>;

/** The field type that the service chooses for a new property of each type (assumption A41). */
const CHOSEN: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  enumeration: 'select',
  datetime: 'date',
};

export const writer: KindWriter<EventDefinitionPropertySpec> = {
  remove: { risk: 'event-property-removal' },
  write: (changes) => draftEach(changes, (change) => unnameable(change) ?? unchoosable(change) ?? buildDraft(change)),
  names: ({ endpoint }, covers, reply) =>
    endpoint === 'deleteDatedEventProperty'
      ? []
      : covers.map((address) => ({
          member: 'name',
          sent: parseIdentity(address).name,
          shown: EventProperty().parse(reply).name,
        })),
  settle: ({ endpoint }, covers, reply) =>
    covers.map((address) => ({
      address,
      status: 'applied',
      ...(endpoint === 'deleteDatedEventProperty' ? {} : { echo: selectFields(EventProperty().parse(reply)) }),
    })),
};

/** Blocks a create with another field type than the service chooses. A create cannot send fieldType here, and no call changes it later. */
function unchoosable({ address, action, after: { type, fieldType } }: Change): Blockage | undefined {
  if (action !== 'create' || fieldType === undefined || fieldType === CHOSEN[String(type)]) return undefined;
  const reason = `A new event property gets the fieldType that goes with its type: ${CHOSEN[String(type)]} for ${type}, not ${fieldType}.`;
  return { address, because: 'no-endpoint', reason, section: '11.6' };
}

function buildDraft(change: Change): CallDraft {
  switch (change.action) {
    case 'create':
      return creation(change);
    case 'update':
      return update(change);
    case 'remove':
      return removal(change);
  }
}

function creation({ address, after }: Change): CallDraft {
  const { eventName, name } = parseIdentity(address);
  const values = selectBody(DatedEventPropertyCreate(), withFullOptions(after));
  return draftCall(address, after, {
    endpoint: 'createDatedEventProperty',
    params: { eventName },
    body: { ...values, name },
    writes: Object.keys(values),
    route: 'The call that creates an event-definition property (interface 11.6).',
  });
}

/** Sends only changed members. Members that are missing in the body keep their values. */
function update({ address, after, changed }: Change): CallDraft {
  const { eventName, name } = parseIdentity(address);
  return draftCall(address, after, {
    endpoint: 'updateDatedEventProperty',
    params: { eventName, propertyName: name },
    body: selectBody(EventPropertyUpdate(), withFullOptions(pick(after, changed))),
    writes: changed,
    route: 'The call that changes label, description and options of an event-definition property (interface 11.6).',
  });
}

function removal({ address }: Change): CallDraft {
  const { eventName, name } = parseIdentity(address);
  return draftCall(address, null, {
    endpoint: 'deleteDatedEventProperty',
    params: { eventName, propertyName: name },
    route: 'The call that deletes an event-definition property (interface 11.6).',
  });
}
