/** Dates of events in the order in which they happen, however fast the tests are. */

/** Milliseconds since the epoch. */
let latest = 0;

/** Returns the current time, at least a millisecond after the previous result. */
export function later(): string {
  latest = Math.max(latest + 1, Date.now());
  return new Date(latest).toISOString();
}
