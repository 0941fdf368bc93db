/** Names how much of each object a graph shows. Has no imports, because every start of the command line loads it. */

export const DETAILS = ['objects', 'groups', 'properties'] as const;
export type Detail = (typeof DETAILS)[number];
