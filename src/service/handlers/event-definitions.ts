/** The documented endpoint of event-definition properties (interface 4.4, 2.9). */

import { eventPropertyReply } from '../data/event-property-reply.ts';
import { createEventProperty as create, existingDefinition } from '../data/event-property-writes.ts';
import type { Handler } from './handler.ts';

export const createEventProperty: Handler<'createEventProperty'> = async ({ params, body, ...call }) => {
  const row = await existingDefinition(call, params.eventName);
  return { body: eventPropertyReply(await create(call, row, body), row.name) };
};
