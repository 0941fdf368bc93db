/** Dates of what happens one after the other, however fast the tests are: merges of one millisecond are asked about, which costs requests. */

/** In milliseconds since the epoch. */
let latest = 0;

/** Now, or the millisecond after the last one that was given. */
export function later(): string {
  latest = Math.max(latest + 1, Date.now());
  return new Date(latest).toISOString();
}
