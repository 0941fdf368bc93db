/** Checks a value against a schema, regardless of the number of issues: zod overflows the stack at some 60,000 of them. */

import { z } from 'zod';

export type Issue = z.core.$ZodIssue;
type Params = Parameters<z.ZodType['safeParse']>[1];

export type Parsed<T extends z.ZodType> =
  | { readonly success: true; readonly data: z.output<T> }
  | { readonly success: false; readonly issues: readonly Issue[] };

/** A value with fewer parts is checked faster with an interpreted schema, because compiling the schema takes longer. */
const SMALL = 5_000;
/** Like SMALL, for the number of values that are checked separately. */
const FEW = 300;

/** Marks a checked value with its schema. The mark is hidden from JSON, comparison and spreading. Checked values are never modified. */
const CHECKED = Symbol('trueup.checked');

export function parseWith<T extends z.ZodType>(schema: T, value: unknown, params?: Params): Parsed<T> {
  try {
    const result = schema.safeParse(value, { ...params, jitless: isSmall(value) });
    if (!result.success) return { success: false, issues: result.error.issues };
    const { data } = result;
    if (typeof data === 'object' && data !== null && !(CHECKED in data) && Object.isExtensible(data))
      Object.defineProperty(data, CHECKED, { value: schema });
    return result;
  } catch (error) {
    // zod hands the issues of each part on as the arguments of one call.
    if (!(error instanceof RangeError)) throw error;
    return { success: false, issues: issuesOfParts(schema, value, params) };
  }
}

/** Returns the value if `parseWith` returned it for this schema, so that it needs no second check. Otherwise returns undefined. */
export function checkedBy<T extends z.ZodType>(schema: T, value: unknown): z.output<T> | undefined {
  const isKnown = typeof value === 'object' && value !== null && CHECKED in value && value[CHECKED] === schema;
  return isKnown ? (value as z.output<T>) : undefined;
}

/** Parses a value that is known to be valid. Throws ZodError if it is not. */
export function parsedWith<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  return schema.parse(value, { jitless: isSmall(value) });
}

/** Checks values one by one, and compiles the schema only if there are many. Throws ZodError for an invalid value. */
export function createParser<T extends z.ZodType>(schema: T): (value: unknown) => z.output<T> {
  let count = 0;
  return (value) => {
    count += 1;
    return schema.parse(value, { jitless: count < FEW });
  };
}

function isSmall(value: unknown): boolean {
  const parts = [value];
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    const inside: readonly unknown[] = Object.values(part);
    if (parts.length + inside.length > SMALL) return false;
    parts.push(...inside);
  }
  return true;
}

function listIssues(schema: unknown, value: unknown, params: Params): readonly Issue[] {
  if (!(schema instanceof z.ZodType)) return [];
  const result = parseWith(schema, value, params);
  return result.success ? [] : result.issues;
}

function issuesOfParts(schema: unknown, value: unknown, params: Params): readonly Issue[] {
  const whole = bare(schema);
  if (whole instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => below(index, listIssues(whole.element, item, params)));
  }
  if (typeof value === 'object' && value !== null) {
    const fields = new Map(Object.entries(value));
    if (whole instanceof z.ZodRecord) {
      const keys = z.record(whole.keyType, z.unknown());
      return [...fields].flatMap(([key, item]) => {
        const wrong = listIssues(keys, { [key]: null }, params);
        return wrong.length > 0 ? wrong : below(key, listIssues(whole.valueType, item, params));
      });
    }
    if (whole instanceof z.ZodObject) return issuesOfMembers(whole, fields, params);
  }
  return [{ code: 'custom', path: [], message: 'too many problems to list', input: value }];
}

function issuesOfMembers(whole: z.ZodObject, fields: ReadonlyMap<string, unknown>, params: Params): readonly Issue[] {
  const known = Object.entries(whole.shape).flatMap(([key, member]) =>
    fields.has(key)
      ? below(key, listIssues(member, fields.get(key), params))
      : listIssues(z.object({ [key]: member }), {}, params),
  );
  if (!(whole.def.catchall instanceof z.ZodNever)) return known;
  const others = [...fields].filter(([key]) => !Object.hasOwn(whole.shape, key));
  return [...known, ...listIssues(z.strictObject({}), Object.fromEntries(others), params)];
}

function below(step: PropertyKey, issues: readonly Issue[]): readonly Issue[] {
  return issues.map((issue) => ({ ...issue, path: [step, ...issue.path] }));
}

/** Returns the schema without its wrappers: optional, default, pipe. */
export function bare(schema: unknown): unknown {
  let part = schema;
  for (;;) {
    if (
      part instanceof z.ZodOptional ||
      part instanceof z.ZodExactOptional ||
      part instanceof z.ZodNullable ||
      part instanceof z.ZodDefault
    )
      part = part.unwrap();
    else if (part instanceof z.ZodPipe) part = part.in;
    else return part;
  }
}
