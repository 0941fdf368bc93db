/** Plain JSON data. */

import { escapedUnits, UNSAFE } from './unsafe-text.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Named values of one resource. A key that is absent is not declared, or not known. */
export type Fields = Readonly<Record<string, Json>>;

/** Without line breaks of the layout, printable ASCII is all there is in most documents: passed at once. */
const PLAIN = /^[\n -~]*$/;

/** A value as the text of a JSON document. What would act on a terminal, or turn a line around, is written as an escape. */
export function jsonText(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, undefined, indent);
  // JSON escapes what stands below the blank itself; a line break is its layout.
  return PLAIN.test(text) ? text : text.replace(UNSAFE, (sign) => (sign === '\n' ? sign : escapedUnits(sign)));
}

/** Array.isArray that keeps readonly lists apart from mappings. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value when it is a mapping. */
export function mapping(value: Json | undefined): Readonly<Record<string, Json>> | undefined {
  return typeof value === 'object' && value !== null && !isList(value) ? value : undefined;
}

/** True if two values look the same because only the Unicode form of their texts differs. */
export function differsInUnicodeForm(left: Json | undefined, right: Json | undefined): boolean {
  const [one = '', other = ''] = [JSON.stringify(left), JSON.stringify(right)];
  return one !== other && one.normalize() === other.normalize();
}

/** Whether two values are the same; the order of keys tells nothing. */
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

/** Lists of keys that were sorted, by their length: of each the last. Mappings of one shape follow each other. */
export type KeyOrders = { readonly keys: readonly string[]; readonly sorted: readonly string[] }[];

/**
 * Plain data with the keys of every mapping in one order, so that the order in which they were written changes nothing.
 * Members that are undefined are left out, as JSON does. What is in order already is not copied. `orders`: of the values before,
 * where there are many.
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

/** A longer list of keys, such as that of all records, is not kept. */
const FEW = 100;

/** The same list where it is in order. */
function inOrder(keys: readonly string[], orders: KeyOrders): readonly string[] {
  if (keys.every((key, index) => (keys[index - 1] ?? '') <= key)) return keys;
  const last = orders[keys.length];
  if (last !== undefined && keys.every((key, index) => key === last.keys[index])) return last.sorted;
  const sorted = keys.toSorted();
  if (keys.length <= FEW) orders[keys.length] = { keys, sorted };
  return sorted;
}
