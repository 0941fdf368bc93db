/** The time zone of every account: the same one, without summer time. */

export const UTC_OFFSET_MS = -18_000_000;
