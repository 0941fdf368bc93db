/** Patterns that a comparison was given and that match nothing on either side: that both lack it does not make them the same. */

import { meantBy } from '../engine/comparison/filters.ts';
import type { Operand } from '../engine/comparison/side.ts';
import { kindLookup } from '../engine/kind-lookup.ts';
import { UsageError } from '../errors.ts';
import { KINDS } from '../kinds/index.ts';
import type { Address } from '../model/address.ts';
import type { Comparison } from '../model/comparison.ts';
import { nearHint } from '../model/nearest.ts';
import type { CompareOptions } from './types.ts';

interface Compared {
  readonly comparison: Comparison;
  readonly operands: readonly Operand[];
}

/**
 * Throws UsageError: for an address that neither side has, and where no pattern matches anything. A kind alone cannot be misspelt, so it
 * may have nothing. What was not read completely may have it.
 */
export function requireMatched({ patterns = [], kinds, objects }: CompareOptions, compared: Compared): void {
  const { comparison, operands } = compared;
  if (!comparison.complete) return;
  const { kindOf } = kindLookup(KINDS);
  const all = [...new Set(operands.flatMap(({ state }) => state.resources.map(({ address }) => address)))];
  const isMatched = (pattern: string): boolean => {
    if (!pattern.includes(':')) return true;
    const isMeant = meantBy({
      patterns: [pattern],
      ...(kinds === undefined ? {} : { kinds }),
      ...(objects === undefined ? {} : { objects }),
    });
    return all.some((address) => {
      const kind = kindOf(address);
      return kind !== undefined && isMeant(kind, address);
    });
  };
  const unmatched = patterns.filter((pattern) => !isMatched(pattern));
  const exact = unmatched.filter((pattern) => !pattern.includes('*'));
  const named = exact.length === 0 && unmatched.length === patterns.length ? unmatched : exact;
  const [first] = named;
  if (first === undefined) return;
  const sides = `${comparison.left.name} or ${comparison.right.name}`;
  const near = first.includes('*') ? nearPattern(first, all) : nearHint(first, all);
  throw new UsageError('address-unknown', `Nothing that ${sides} shows matches ${named.join(', ')}.`, {
    hint: [...(near === undefined ? [] : [near]), 'Nothing was compared.'].join(' '),
  });
}

/** Of a pattern that ends in its only star: the beginnings that it could have meant. */
function nearPattern(pattern: string, all: readonly Address[]): string | undefined {
  const start = pattern.slice(0, -1);
  if (!pattern.endsWith('*') || start.includes('*')) return undefined;
  const lengths = [-2, -1, 0, 1, 2].map((more) => start.length + more);
  const starts = new Set(all.flatMap((address) => lengths.map((length) => address.slice(0, length))));
  return nearHint(start, starts)?.replace(/\?$/, '*?');
}
