/** Sorts the keys of a mapping in the order of the documentation. */

import type { z } from 'zod';
import { allowedKeys } from '../schema/walk.ts';
import { isPair, isScalar } from '../yaml/parse.ts';

/** Returns the positions of the pairs in the order in which they are written. Mappings with free names or unknown keys keep their order. */
export function orderOf(pairs: readonly unknown[], schema: z.ZodType | undefined): readonly number[] {
  const asIs = pairs.map((_, index) => index);
  const known = schema === undefined ? [] : allowedKeys(schema, []);
  const ranks = pairs.map((pair) => known.indexOf(keyOf(pair) ?? ''));
  if (ranks.some((rank) => rank < 0) || new Set(ranks).size < ranks.length) return asIs;
  return asIs.toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
}

export function keyOf(pair: unknown): string | undefined {
  return isPair(pair) && isScalar(pair.key) && typeof pair.key.value === 'string' ? pair.key.value : undefined;
}
