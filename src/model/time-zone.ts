/** When the next day begins in a time zone. */

const DAY_MS = 86_400_000;

/** Milliseconds since the epoch of the first midnight after `now`; undefined for a name that is no time zone. */
export function nextMidnight(now: number, timeZone: string): number | undefined {
  const clock = clockOf(timeZone);
  if (clock === undefined) return undefined;
  const begins = (at: number) => at + (DAY_MS - timeOfDay(clock, at));
  const first = begins(now);
  // Where a clock is put forward or back that day, midnight is an hour earlier or later than counted.
  const off = timeOfDay(clock, first);
  return off > DAY_MS / 2 ? begins(first) : first - off;
}

function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const parts = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts });
  } catch {
    return undefined;
  }
}

/** Milliseconds since midnight. */
function timeOfDay(clock: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const ms = ((at % 1000) + 1000) % 1000;
  return ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1000 + ms;
}
