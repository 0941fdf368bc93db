/** The events of an account: the read of one event, and the paged list of all events (interface 11.6). */

import type { ReadCall } from '../../../contract/calls.ts';
import { EVENT_PAGE, EventDefinitions } from '../../../contract/dated-events.ts';
import { defined } from '../../../contract/defined.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import { OF_ACCOUNT } from '../../../model/event-name.ts';
import type { Holders } from '../../../model/holders.ts';

export function buildCall(eventName: string): ReadCall {
  return { endpoint: 'readEventDefinition', params: { eventName } };
}

export const holders: Holders = {
  nameOf: ({ params }) => params['eventName'] ?? '',
  page(before) {
    const after = before === undefined ? undefined : parsedWith(EventDefinitions(), before).paging?.next?.after;
    const isLast = before !== undefined && after === undefined;
    // The pages include the properties, so that no event needs a separate read.
    return isLast ? undefined : listOf({ includeProperties: 'true', ...defined({ after }) });
  },
  heldIn: (reply) =>
    parsedWith(EventDefinitions(), reply)
      .results.filter(({ archived, fullyQualifiedName }) => !archived && OF_ACCOUNT.test(fullyQualifiedName))
      .map((event) => ({
        names: [event.name, event.fullyQualifiedName, event.objectTypeId],
        call: buildCall(event.name),
        reply: event,
      })),
};

function listOf(query: Readonly<Record<string, string>>): ReadCall {
  return { endpoint: 'listEventDefinitions', params: {}, query: { limit: String(EVENT_PAGE), ...query } };
}
