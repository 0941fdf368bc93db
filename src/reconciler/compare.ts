/** Compares the left side with the account of a reconciler. Writes nothing. */

import { defined } from '../contract/defined.ts';
import { listNotCovered } from '../contract/not-covered.ts';
import { compareWith } from '../engine/comparison/comparison.ts';
import { isPortable } from '../engine/comparison/matching.ts';
import { kindLookup } from '../engine/kind-lookup.ts';
import { provisional } from '../engine/observe/provisional.ts';
import { UsageError } from '../errors.ts';
import type { Address } from '../model/address.ts';
import { matchesPattern } from '../model/address-pattern.ts';
import type { Comparison } from '../model/comparison.ts';
import { nearHint } from '../model/nearest.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Parts } from './parts.ts';
import { readNow } from './snapshot.ts';
import type { SnapshotOptions } from './types.ts';

/** Throws ConfigError if a finding is an error, and UsageError for a pattern without a match. A refused read is a finding. */
export async function compare(
  parts: Parts,
  left: Snapshot,
  { concurrency }: Pick<SnapshotOptions, 'concurrency'> = {},
): Promise<Comparison> {
  const held = [...left.live.resources.keys()];
  const { kindOf } = kindLookup(parts.kinds);
  const portable = held.filter((address) => {
    const kind = kindOf(address);
    return left.source === 'account' && kind !== undefined && isPortable(kind, address);
  });
  const right = await readNow(parts, { ...left.scope, concurrency }, portable);
  const ledger = await parts.store.read();
  const known =
    left.source === 'files' ? provisional(ledger, right.live, parts.kinds) : { ...ledger, records: {}, intentions: [] };
  const comparison = compareWith(left, right, known);
  if (comparison.complete) requireMatched(left.scope.patterns ?? [], [...held, ...right.live.resources.keys()]);
  const onRight = [...right.live.resources.values()].filter(
    (resource) => right.isMeant(resource.address) && !right.isOwn(resource),
  );
  const own = [...left.resources.filter(({ isOwn }) => !isOwn), ...onRight];
  return { ...comparison, ...defined({ notCovered: listNotCovered(own.map(({ kind }) => kind)) }) };
}

/** Throws UsageError for a pattern that neither side matches: it may be misspelt. The name of a kind was checked before. */
function requireMatched(patterns: readonly string[], addresses: readonly Address[]): void {
  const unmatched = patterns.filter(
    (pattern) => pattern.includes(':') && !addresses.some((address) => matchesPattern(pattern, address)),
  );
  const [first] = unmatched;
  if (first === undefined) return;
  const hint = [nearHint(first, addresses), 'Nothing was compared.'].filter((text) => text !== undefined).join(' ');
  throw new UsageError('address-unknown', `Neither side has ${unmatched.join(', ')}.`, { hint });
}
