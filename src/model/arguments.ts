/** Checks arguments that JavaScript callers can pass although the types forbid them, and reports all invalid arguments together. */

import { UsageError } from '../errors.ts';

/** Requirement of an argument. `what` completes "pass targets (a list of addresses)". */
export interface Expected {
  readonly what: string;
  fits(value: unknown): boolean;
}

/** @throws UsageError `argument-invalid` */
export function requireArguments(
  called: string,
  given: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, Expected>>,
): void {
  const wrong = Object.entries(expected).filter(([name, { fits }]) => !fits(given[name]));
  if (wrong.length === 0) return;
  const names = wrong.map(([name]) => name).join(', ');
  throw new UsageError('argument-invalid', `Invalid arguments to ${called}: ${names}.`, {
    hint: `Pass ${wrong.map(([name, { what }]) => `${name} (${what})`).join(', ')}.`,
  });
}

/** Checks optional options: all of them may be missing, and each may be undefined. */
export function requireOptionsOf(called: string, options: unknown, expected: Readonly<Record<string, Expected>>): void {
  if (options === undefined) return;
  requireArguments(called, { options }, { options: AN_OBJECT });
  const given = options as Readonly<Record<string, unknown>>;
  const each = Object.entries(expected).map(([name, { what, fits }]): [string, Expected] => [
    name,
    { what: `${what}, or nothing`, fits: (value) => value === undefined || fits(value) },
  ]);
  requireArguments(called, given, Object.fromEntries(each));
}

export const A_STRING: Expected = { what: 'a string', fits: (value) => typeof value === 'string' };
export const A_NUMBER: Expected = { what: 'a number', fits: (value) => typeof value === 'number' };
export const A_FLAG: Expected = { what: 'true or false', fits: (value) => typeof value === 'boolean' };
export const A_FUNCTION: Expected = { what: 'a function', fits: (value) => typeof value === 'function' };
export const AN_OBJECT: Expected = { what: 'an object', fits: isObject };

export function strings(what: string): Expected {
  return { what, fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string') };
}

export function objects(what: string, fits: (item: Readonly<Record<string, unknown>>) => boolean): Expected {
  return { what, fits: (value) => Array.isArray(value) && value.every((item) => isObject(item) && fits(item)) };
}

/** An object whose members have one of these `typeof` types. */
export function mapOf(what: string, types: readonly string[]): Expected {
  return { what, fits: (value) => isObject(value) && Object.values(value).every((one) => types.includes(typeof one)) };
}

export const FILES: Expected = objects(
  'a list of { path, text }',
  ({ path, text }) => typeof path === 'string' && typeof text === 'string',
);

/** An object of any class with these methods. */
export function having(what: string, ...methods: readonly string[]): Expected {
  return { what, fits: (value) => isObject(value) && methods.every((name) => typeof value[name] === 'function') };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
