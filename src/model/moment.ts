/** Times in readable form. */

const STEPS: readonly (readonly [string, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `3 days ago`; `just now` below a minute; the text itself when it is no time. */
export function ago(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (Number.isNaN(passed)) return iso;
  const span = spanOf(passed);
  return span === undefined ? 'just now' : `${span} ago`;
}

/** `3 days`; undefined below a minute. */
export function spanOf(ms: number): string | undefined {
  for (const [unit, size] of STEPS) {
    const amount = Math.floor(ms / size);
    if (amount >= 1) return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
  }
  return undefined;
}

/** `2026-11-18 10:20 UTC`. */
export function moment(iso: string): string {
  return cutOff(iso, 16);
}

/** `2026-11-18 10:20:07 UTC`: where what follows may be seconds away. */
export function momentToSecond(iso: string): string {
  return cutOff(iso, 19);
}

function cutOff(iso: string, length: number): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : `${new Date(time).toISOString().slice(0, length).replace('T', ' ')} UTC`;
}
