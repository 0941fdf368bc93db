/** The order in which the keys of a mapping are written: that of the documentation, as far as no alias comes before its anchor. */

import type { z } from 'zod';
import { allowedKeys } from '../schema/walk.ts';
import { isAlias, isMap, isPair, isScalar, isSeq } from '../yaml/parse.ts';

/** Positions of the pairs, in the order in which they are written. Names that somebody chose stay as they are, unknown keys too. */
export function orderOf(pairs: readonly unknown[], schema: z.ZodType | undefined): readonly number[] {
  const asIs = pairs.map((_, index) => index);
  const known = schema === undefined ? [] : allowedKeys(schema, []);
  const ranks = pairs.map((pair) => known.indexOf(keyOf(pair) ?? ''));
  if (ranks.some((rank) => rank < 0) || new Set(ranks).size < ranks.length) return asIs;
  const order = asIs.toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  return isSound(pairs, order) ? order : asIs;
}

export function keyOf(pair: unknown): string | undefined {
  return isPair(pair) && isScalar(pair.key) && typeof pair.key.value === 'string' ? pair.key.value : undefined;
}

/** An alias repeats the nearest anchor above it. */
function isSound(pairs: readonly unknown[], order: readonly number[]): boolean {
  if (order.every((position, index) => position === index)) return true;
  const names = pairs.map(namesIn);
  const seen = new Map<string, number>();
  for (const [index, { anchors }] of names.entries()) {
    for (const anchor of anchors) {
      if (seen.has(anchor)) return false;
      seen.set(anchor, index);
    }
  }
  const rank = new Map(order.map((position, index) => [position, index]));
  return names.every(({ aliases }, index) =>
    aliases.every((alias) => {
      const anchored = seen.get(alias);
      return anchored === undefined || (rank.get(anchored) ?? 0) <= (rank.get(index) ?? 0);
    }),
  );
}

interface Names {
  readonly anchors: readonly string[];
  readonly aliases: readonly string[];
}

function namesIn(root: unknown): Names {
  const anchors: string[] = [];
  const aliases: string[] = [];
  const walk = (node: unknown): void => {
    if (isPair(node)) {
      walk(node.key);
      walk(node.value);
      return;
    }
    if (isAlias(node)) aliases.push(node.source);
    else if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) anchors.push(node.anchor);
    if (isMap(node) || isSeq(node)) for (const item of node.items) walk(item);
  };
  walk(root);
  return { anchors, aliases };
}
