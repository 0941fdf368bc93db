/** Checks the number of association labels that a pair may still get (interface 11.7, assumption A87). */

import { LabelLimits } from '../../../contract/association-labels.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Room } from '../../../model/kind-reader.ts';
import { pathType } from '../../dated-definition-reads.ts';
import { parseIdentity } from '../spec.ts';

export function createRoom(names: AccountNames): Room {
  const buildKey = (address: Address): string => {
    const { from, to } = parseIdentity(address);
    return pairKey([pathType(names, from), pathType(names, to)]);
  };
  return {
    reads: () => [{ endpoint: 'readLabelLimits', params: {} }],
    exceeded(_call, reply, created) {
      const byPair = Map.groupBy(created, buildKey);
      const seen = new Set<string>();
      return LabelLimits()
        .parse(reply)
        .results.flatMap(({ fromObjectType, toObjectType, limit, usage }): readonly Finding[] => {
          const key = pairKey([fromObjectType.objectTypeId, toObjectType.objectTypeId]);
          const own = byPair.get(key) ?? [];
          const [address] = own;
          // A pair has a row for each direction.
          if (address === undefined || seen.has(key) || usage + own.length <= limit) return [];
          seen.add(key);
          const { from, to } = parseIdentity(address);
          return [
            {
              code: 'account-limit',
              severity: 'warning',
              message: `The plan creates ${own.length === 1 ? 'a label' : `${own.length} labels`} between ${from} and ${to}. The account has ${usage} of at most ${limit}.`,
              hint: 'The service refuses what passes its limit. Remove labels in the account first.',
              address,
            },
          ];
        });
    },
  };
}

/** Returns the key of a pair. The limit covers both directions. */
function pairKey(types: readonly string[]): string {
  return types.toSorted().join('/');
}
