/** Announced days on which older paths of the vendor end. A sunset shows the service of a later day. */

import { UsageError } from '../../errors.ts';

/** Announced end dates, first match wins. For the last entry only the month is announced, so its last day is used. */
const ANNOUNCED: readonly { readonly from: string; readonly path: RegExp }[] = [
  { from: '2027-02-16', path: /^\/oauth\/v1\// },
  { from: '2027-03-30', path: /\/v4\// },
  { from: '2027-09-30', path: /\/v[123]\// },
];

/** Path that has neither a dated successor nor an end date. */
const STAYS = '/oauth/v2/private-apps/get/access-token-info';

/** True: every announced day has passed. Else the day that it is, `2027-09-30`. */
export type Sunset = boolean | string;

/** Throws UsageError for anything that is not a day. */
export function checkedSunset(sunset: Sunset): Sunset {
  if (typeof sunset === 'boolean' || isDay(sunset)) return sunset;
  throw new UsageError('sunset-invalid', `${JSON.stringify(sunset)} is not a day.`, {
    hint: 'A sunset is a day such as 2027-09-30; without one every announced day has passed.',
  });
}

/** Returns true if the path is gone on that day. */
export function isGone(path: string, sunset: Sunset): boolean {
  if (sunset === false || path === STAYS) return false;
  const announced = ANNOUNCED.find((one) => one.path.test(path));
  return announced !== undefined && (sunset === true || sunset >= announced.from);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
}
