/** The limit on the number of association labels of a pair (interface 11.7, assumption A87). */

import { LabelLimits } from '../../../contract/association-labels.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import type { Room } from '../../../model/kind-reader.ts';
import { pathType } from '../../dated-definition-reads.ts';
import { parseIdentity } from '../spec.ts';

export function createRoom(names: AccountNames): Room {
  const buildKey = (address: Address): string => {
    const { from, to } = parseIdentity(address);
    return pairKey([pathType(names, from), pathType(names, to)]);
  };
  return {
    read: { endpoint: 'readLabelLimits', params: {} },
    limits(reply, created) {
      // A pair has a row for each direction. The fuller row is last and remains in the map.
      const rows = LabelLimits()
        .parse(reply)
        .results.toSorted((a, b) => a.usage - a.limit - (b.usage - b.limit));
      const byPair = new Map(
        rows.map((row) => [pairKey([row.fromObjectType.objectTypeId, row.toObjectType.objectTypeId]), row]),
      );
      return [...Map.groupBy(created, buildKey)].flatMap(([key, own]) => {
        const [row, [address]] = [byPair.get(key), own];
        if (row === undefined || address === undefined) return [];
        const { from, to } = parseIdentity(address);
        return [{ created: own, scope: `between ${from} and ${to}`, limit: row.limit, usage: row.usage }];
      });
    },
  };
}

/** Returns the key of a pair. The limit covers both directions. */
function pairKey(types: readonly string[]): string {
  return types.toSorted().join('/');
}
