/** Dates of events in the order in which they happen, however fast the tests are. */

/** In milliseconds since the epoch. */
let latest = 0;

/** Now, or the millisecond after the last one that was given. */
export function later(): string {
  latest = Math.max(latest + 1, Date.now());
  return new Date(latest).toISOString();
}
