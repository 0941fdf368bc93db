/** Plain JSON data. */

import { escapedUnits, UNSAFE } from './unsafe-text.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Values of one resource by name. An absent key is not declared, or unknown. */
export type Fields = Readonly<Record<string, Json>>;

/** Printable ASCII with the line breaks of the layout. Most documents match and need no replacement. */
const PLAIN = /^[\n -~]*$/;

/** Returns a value as JSON text. Characters that could control a terminal or reverse a line are escaped. */
export function jsonText(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, undefined, indent);
  // JSON escapes all characters below the space. A remaining line break belongs to the layout.
  return PLAIN.test(text) ? text : text.replace(UNSAFE, (sign) => (sign === '\n' ? sign : escapedUnits(sign)));
}

/** Array.isArray that keeps readonly lists apart from mappings. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the value if it is a mapping. */
export function mapping(value: Json | undefined): Readonly<Record<string, Json>> | undefined {
  return typeof value === 'object' && value !== null && !isList(value) ? value : undefined;
}

/** True if two values look the same because only the Unicode form of their texts differs. */
export function differsInUnicodeForm(left: Json | undefined, right: Json | undefined): boolean {
  const [one = '', other = ''] = [JSON.stringify(left), JSON.stringify(right)];
  return one !== other && one.normalize() === other.normalize();
}

/** True if two values are equal. The order of keys does not count. */
export function equalJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isList(a) !== isList(b)) return false;
  const left = Object.entries(a);
  return (
    left.length === Object.keys(b).length &&
    left.every(([key, value]) => {
      const other = (b as Fields)[key];
      return other !== undefined && equalJson(value, other);
    })
  );
}

/** For each number of keys, the last list of keys that was sorted. Mappings of the same shape often follow each other. */
export type KeyOrders = { readonly keys: readonly string[]; readonly sorted: readonly string[] }[];

/**
 * Returns plain data with the keys of every mapping sorted, so that their original order has no effect. Undefined members are left out, as
 * in JSON. Values that are already sorted are not copied. `orders` reuses sorted key lists across many values.
 */
export function inKeyOrder<T>(value: T, orders: KeyOrders = []): T {
  return ordered(value, orders) as T;
}

function ordered(value: unknown, orders: KeyOrders): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => ordered(item, orders));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(members);
  const sorted = inOrder(keys, orders);
  const copy: Record<string, unknown> = {};
  let same = sorted === keys;
  for (const key of sorted) {
    const member = members[key];
    const after = ordered(member, orders);
    if (after === undefined || after !== member) same = false;
    if (after === undefined) continue;
    if (key === '__proto__') Object.defineProperty(copy, key, { value: after, ...OWN });
    else copy[key] = after;
  }
  return same ? value : copy;
}

const OWN = { enumerable: true, configurable: true, writable: true };

/** Longer lists of keys, such as the addresses of all records, are not kept. */
const FEW = 100;

/** Returns the same list if it is sorted. */
function inOrder(keys: readonly string[], orders: KeyOrders): readonly string[] {
  if (keys.every((key, index) => (keys[index - 1] ?? '') <= key)) return keys;
  const last = orders[keys.length];
  if (last !== undefined && keys.every((key, index) => key === last.keys[index])) return last.sorted;
  const sorted = keys.toSorted();
  if (keys.length <= FEW) orders[keys.length] = { keys, sorted };
  return sorted;
}
