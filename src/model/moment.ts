/** Times: their only form in files, and readable forms. */

const STEPS: readonly (readonly [string, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

const ISO_TIME = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const NO_TIME = 'an unknown time';

/** True for an ISO time such as `2026-11-18T10:20:07.000Z`. Files and documents may contain no other form. */
export function isTime(text: string): boolean {
  return ISO_TIME.test(text) && !Number.isNaN(Date.parse(text));
}

/** Form of most times in replies, limited to days that every month has. Such a time needs no calendar check. */
const OUR_FORM = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Returns the ISO form of a time that the service wrote in any form. Returns undefined if it cannot be parsed. */
export function isoTime(text: string | null | undefined): string | undefined {
  if (text == null || OUR_FORM.test(text)) return text ?? undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/**
 * Returns a text such as `3 days ago`, or `just now` below a minute. An invalid time is not repeated, because the text may come from
 * another source.
 */
export function ago(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (Number.isNaN(passed)) return NO_TIME;
  const span = formatSpan(passed);
  return span === undefined ? 'just now' : `${span} ago`;
}

/** Returns a text such as `3 days`. Returns undefined below a minute. */
export function formatSpan(ms: number): string | undefined {
  for (const [unit, size] of STEPS) {
    const amount = Math.floor(ms / size);
    if (amount >= 1) return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
  }
  return undefined;
}

/** Returns a text such as `2026-11-18 10:20 UTC`. An invalid time is not repeated, because the text may come from another source. */
export function moment(iso: string): string {
  return cutOff(iso, 16);
}

/** Returns `2026-11-18 10:20:07 UTC`, for events that may be seconds apart. */
export function momentToSecond(iso: string): string {
  return cutOff(iso, 19);
}

function cutOff(iso: string, length: number): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? NO_TIME : `${new Date(time).toISOString().slice(0, length).replace('T', ' ')} UTC`;
}
