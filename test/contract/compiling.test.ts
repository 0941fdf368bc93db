import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkedBy, createParser, parsedWith, parseWith } from '../../src/contract/parse-with.ts';

/** The number of functions compiled from strings. */
function compiled(work: () => void): number {
  const { Function: original } = globalThis;
  let count = 0;
  globalThis.Function = new Proxy(original, {
    construct(target, given) {
      count += 1;
      return Reflect.construct(target, given);
    },
  });
  try {
    work();
  } finally {
    globalThis.Function = original;
  }
  return count;
}

const item = () => z.strictObject({ name: z.string(), order: z.int().optional() });
const items = (count: number) => Array.from({ length: count }, (_, order) => ({ name: `n${order}`, order }));

test('a schema is compiled only for a large value', () => {
  // zod checks once whether compiling is allowed.
  z.object({}).parse({});
  for (const check of [parseWith, parsedWith]) {
    const schema = z.array(item());
    expect(compiled(() => check(schema, items(100)))).toBe(0);
    expect(compiled(() => check(schema, items(3_000)))).toBe(1);
  }
});

test('a schema is compiled after many values are checked one by one', () => {
  const parse = createParser(item());
  const [first, ...rest] = items(400);
  expect(compiled(() => items(299).forEach(parse))).toBe(0);
  expect(compiled(() => parse(first))).toBe(1);
  expect(compiled(() => rest.forEach(parse))).toBe(0);
});

test('compiled and interpreted schemas give the same results', () => {
  const schema = z.array(item());
  const wrong = [{ name: 1 }, { name: 'a', extra: true }, { order: 0.5, name: 'b' }];
  const few = parseWith(schema, wrong);
  const many = parseWith(schema, [...wrong, ...items(3_000)]);
  expect([few.success, few]).toEqual([false, many]);
  const parse = createParser(item());
  items(400).forEach(parse);
  expect(() => parse(wrong[0])).toThrow(z.ZodError);
  expect(parse({ name: 'a' })).toEqual(createParser(item())({ name: 'a' }));
});

test('accepts a value that contains itself', () => {
  const round: Record<string, unknown> = {};
  round['self'] = round;
  expect(parseWith(z.object({ self: z.object({}) }), round).success).toBe(true);
});

test('only a value that came out of a schema counts as checked by it', () => {
  const schema = z.array(item());
  const given = items(2);
  const parsed = parseWith(schema, given);
  const checked = parsed.success ? parsed.data : [];
  expect(checkedBy(schema, checked)).toBe(checked);
  expect([given, structuredClone(checked), 'n0', null].map((value) => checkedBy(schema, value))).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
  expect(checkedBy(z.array(item()), checked)).toBeUndefined();
});
