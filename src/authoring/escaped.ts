/** Values as a file has them, where `${` would be read as an interpolation. */

import { isList, type Json, mapping } from '../model/json.ts';

const OPENING = '${';

export function escaped(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll(OPENING, `\\${OPENING}`);
  if (isList(value)) return value.map(escaped);
  const entries = mapping(value);
  return entries === undefined
    ? value
    : Object.fromEntries(Object.entries(entries).map(([key, item]) => [key, escaped(item)]));
}

/** True if the text contains an interpolation, so that its value must not replace it. */
export function isInterpolated(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.replaceAll(`\\${OPENING}`, '').includes(OPENING);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(isInterpolated);
}
