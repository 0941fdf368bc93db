/** Lists the members that the body of a call sets. */

import type { ApiCall } from '../contract/calls.ts';

/** Returns the members of the body, and of the inputs if it is a batch (interface 4.5). */
export function listMembers({ body }: Pick<ApiCall, 'body'>): readonly string[] {
  const { inputs, ...members } = Object.fromEntries(Object.entries(body ?? {}));
  const batch = Array.isArray(inputs) ? inputs.flatMap((input: unknown) => Object.keys(input ?? {})) : [];
  return [...new Set([...Object.keys(members), ...batch])].sort();
}
