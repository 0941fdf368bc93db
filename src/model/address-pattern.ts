/** Patterns of addresses: `*` matches any characters, and the name of a kind matches all of its resources. */

import { type Address, KIND_NAMES } from './address.ts';

/** Returns the addresses that a pattern selects, in their order. */
export function selectMatching(pattern: string, addresses: readonly Address[]): readonly Address[] {
  return addresses.filter((address) => matchesPattern(pattern, address));
}

export function matchesPattern(pattern: string, address: string): boolean {
  if (address === pattern) return true;
  const whole = KIND_NAMES.some((kind) => kind === pattern) ? `${pattern}:*` : pattern;
  const [first = '', ...rest] = whole.split('*');
  const last = rest.pop();
  if (last === undefined) return address === first;
  let at = first.length;
  if (!address.startsWith(first)) return false;
  for (const part of rest) {
    const found = address.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return address.length - last.length >= at && address.endsWith(last);
}

/** True if the pattern can match an address, because its kind exists. */
export function isPattern(text: string): boolean {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? text : text.slice(0, colon);
  return colon !== text.length - 1 && KIND_NAMES.some((name) => matchesPattern(kind, name));
}
