/** Time zone of every account, which has no summer time. */

export const UTC_OFFSET_MS = -18_000_000;
