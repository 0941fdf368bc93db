/** Live properties of an event, from the one read that shows the event with all of them (interface 11.6). */

import { EventDefinition } from '../../../contract/dated-events.ts';
import { defined } from '../../../contract/defined.ts';
import type { EventProperty } from '../../../contract/event-definitions.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import { type Address, formatAddress, parseAddress } from '../../../model/address.ts';
import type { KindReader, PlannedRead } from '../../../model/kind-reader.ts';
import type { LiveResource } from '../../../model/live.ts';
import { isoTime } from '../../../model/moment.ts';
import { selectFields } from '../replies.ts';
import { buildCall, holders } from './events.ts';

export const reader: KindReader = {
  // A definition shows all properties of its event, so a name that is missing in it does not exist.
  proves: 'both',
  partial: 'Only events that the configuration or the ledger names are read.',
  reads(addresses) {
    const covered = Map.groupBy(addresses, (address) => parseAddress(address)?.parts[0] ?? '');
    return [...covered].map(([eventName, covers]) => readOf(eventName, covers));
  },
  // Events do not belong to object types.
  lists: () => [],
  ofHolder: (eventName) => [readOf(eventName, [])],
  interpret({ params }, reply) {
    return listExisting(reply).map((property) => buildResource(params['eventName'] ?? '', property));
  },
  missing: ({ params }) => ({
    message: `The account has no event definition named ${JSON.stringify(params['eventName'])}.`,
    hint: 'Create the event in the account, or correct its name.',
  }),
  holderIn: ({ params }, reply) => {
    const { objectTypeId, name } = parsedWith(EventDefinition(), reply);
    return { id: objectTypeId, name, asked: params['eventName'] ?? '' };
  },
  holders,
};

function listExisting(reply: unknown): readonly EventProperty[] {
  return parsedWith(EventDefinition(), reply).properties.filter(({ archived }) => archived !== true);
}

function readOf(eventName: string, covers: readonly Address[]): PlannedRead {
  return { call: buildCall(eventName), covers };
}

function buildResource(eventName: string, property: EventProperty): LiveResource {
  return {
    address: buildAddress(eventName, property.name),
    kind: 'event-definition-property',
    fields: selectFields(property),
    basis: 'observed',
    ...defined({
      defined: readDefined(property),
      changedAt: isoTime(property.updatedAt),
      changedBy: property.updatedUserId ?? undefined,
    }),
  };
}

function buildAddress(eventName: string, name: string): Address {
  return formatAddress('event-definition-property', eventName, name);
}

/** The flag has two names with the same meaning (assumption A14). */
function readDefined({ serviceDefined, hubspotDefined }: EventProperty): LiveResource['defined'] {
  const flag = serviceDefined ?? hubspotDefined;
  if (flag == null) return undefined;
  return flag ? 'default' : 'custom';
}
