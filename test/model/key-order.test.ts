import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inKeyOrder } from '../../src/model/json.ts';

/** Sorts every mapping key by key, as a slow reference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(members).sort();
  return Object.fromEntries(keys.filter((key) => members[key] !== undefined).map((key) => [key, sorted(members[key])]));
}

const value = fc.object({
  key: fc.oneof(fc.constantFrom('b', 'a', '10', '2', '__proto__', 'é'), fc.string()),
  values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined)],
  withNullPrototype: false,
});

test('sorts the keys of every mapping and drops undefined values', () => {
  fc.assert(
    fc.property(value, (any) => {
      expect(JSON.stringify(inKeyOrder(any))).toBe(JSON.stringify(sorted(any)));
    }),
  );
});

test('returns ordered values unchanged and keeps its argument', () => {
  fc.assert(
    fc.property(value, (any) => {
      const before = structuredClone(any);
      const once = inKeyOrder(any);
      expect(any).toEqual(before);
      expect(JSON.stringify(inKeyOrder(once))).toBe(JSON.stringify(once));
    }),
  );
  const ordered = { a: [{ b: 1, c: 2 }], d: 'x' };
  expect(inKeyOrder(ordered)).toBe(ordered);
});
