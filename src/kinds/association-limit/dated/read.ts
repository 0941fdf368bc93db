/** Live association limits, pair by pair: what has no limit is not shown (interface 11.7). */

import { canonicalCategory } from '../../../contract/association-limits.ts';
import { DatedLimits } from '../../../contract/dated-limits.ts';
import { canonicalObjectType } from '../../../contract/object-types.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import type { AccountNames, Pair } from '../../../model/account-names.ts';
import type { KindReader } from '../../../model/kind-reader.ts';
import type { LiveResource } from '../../../model/live.ts';
import { addressOfLimit } from '../spec.ts';
import { associationTypeOf } from '../types.ts';

export function readerWith(names: AccountNames): KindReader {
  return {
    // A pair shows every limit that is set, so a type that it does not show has none.
    proves: 'both',
    partial: 'Only pairs that the configuration or the ledger names are read: no call lists limits with their pairs.',
    reads(addresses) {
      const covered = Map.groupBy(addresses, (address) => {
        const { from, to } = associationTypeOf(address);
        return JSON.stringify([names.typeIdOf(from), names.typeIdOf(to)]);
      });
      return [...covered].map(([pair, covers]) => {
        const [fromObjectType, toObjectType] = JSON.parse(pair) as [string, string];
        return { call: { endpoint: 'readAssociationLimits', params: { fromObjectType, toObjectType } }, covers };
      });
    },
    lists: () => [],
    interpret({ params }, reply) {
      const pair = {
        from: spelledWith(names, params['fromObjectType'] ?? ''),
        to: spelledWith(names, params['toObjectType'] ?? ''),
      };
      return parsedWith(DatedLimits(), reply).results.flatMap((row) => resourceOf(names, pair, row));
    },
  };
}

function spelledWith(names: AccountNames, objectType: string): string {
  return canonicalObjectType(names.objectTypeOf(objectType));
}

function resourceOf(
  names: AccountNames,
  pair: Pair,
  { category: shown, typeId, userEnforcedMaxToObjectIds: limit }: DatedLimits['results'][number],
): readonly LiveResource[] {
  if (limit == null) return [];
  const category = canonicalCategory(shown);
  const label = names.labelOf(pair, { category, typeId });
  const named = label === undefined ? { typeId } : { label };
  return [
    {
      address: addressOfLimit({ ...pair, category, ...named }),
      kind: 'association-limit',
      fields: { maxToObjectIds: limit },
      basis: 'observed',
      // As the reply to a write spells it.
      id: `${shown}/${typeId}`,
    },
  ];
}
