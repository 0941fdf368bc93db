/** Calls every method of a class of the vendor's client once, in order, and records the calls. */

import type { Client } from '@hubspot/api-client';
import { expect } from 'vitest';
import type { startService } from '../../../src/service/index.ts';

/** A running service, and a client of its development account. */
export interface Given {
  readonly service: Awaited<ReturnType<typeof startService>>;
  readonly client: Client;
}

type MethodsOf<A> = Exclude<keyof A & string, `${string}WithHttpInfo`>;
/** Calls in order, with their expected results. */
export type Steps<A, Without extends MethodsOf<A> = never> = {
  readonly [M in Exclude<MethodsOf<A>, Without>]: readonly [call: (api: A) => Promise<unknown>, result: unknown];
};

const MADE = new Map<unknown, Set<string>>();

export async function run<A extends object, W extends MethodsOf<A>>(api: A, steps: Steps<A, W>): Promise<void> {
  const made = MADE.get(api.constructor) ?? new Set();
  MADE.set(api.constructor, made);
  for (const [method, step] of Object.entries<Steps<A>[MethodsOf<A>]>(steps)) {
    const [call, result] = step;
    expect([method, await call(api)]).toEqual([method, result]);
    made.add(method);
  }
}

/** Returns true if a method of the class succeeded. */
export function wasMade(api: unknown, method: string): boolean {
  return MADE.get(api)?.has(method) === true;
}

export const has = (members: object) => expect.objectContaining(members);
export const list = (...results: readonly object[]) =>
  has({ results: expect.arrayContaining(results.map((one) => has(one))) });
export const DATE = expect.any(Date);
