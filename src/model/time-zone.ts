/** Computes the start of the next day in a time zone. */

const DAY_MS = 86_400_000;

/** Returns the first midnight after `now` in milliseconds since the epoch. Returns undefined if the name is not a time zone. */
export function nextMidnight(now: number, timeZone: string): number | undefined {
  const clock = createClock(timeZone);
  if (clock === undefined) return undefined;
  const begins = (at: number) => at + (DAY_MS - timeOfDay(clock, at));
  const first = begins(now);
  // If the clock changes on that day, midnight is an hour earlier or later than computed.
  const off = timeOfDay(clock, first);
  return off > DAY_MS / 2 ? begins(first) : first - off;
}

function createClock(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const parts = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts });
  } catch {
    return undefined;
  }
}

/** Returns the milliseconds since midnight. */
function timeOfDay(clock: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const ms = ((at % 1000) + 1000) % 1000;
  return ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1000 + ms;
}
