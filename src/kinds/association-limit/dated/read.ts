/** Live association limits of each pair. The service shows only association types with a limit (interface 11.7). */

import { AssociationLabels } from '../../../contract/association-labels.ts';
import { canonicalCategory, OWN_LABELS } from '../../../contract/association-limits.ts';
import type { ReadCall } from '../../../contract/calls.ts';
import { DatedLimits } from '../../../contract/dated-limits.ts';
import { canonicalObjectType } from '../../../contract/object-types.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import type { AccountNames, Pair } from '../../../model/account-names.ts';
import { type Address, parseAddress } from '../../../model/address.ts';
import type { Missing } from '../../../model/holders.ts';
import type { KindReader, PlannedRead } from '../../../model/kind-reader.ts';
import type { LiveResource } from '../../../model/live.ts';
import { addressOfLimit } from '../spec.ts';
import { parseAssociationType } from '../types.ts';

export function createReader(names: AccountNames): KindReader {
  return {
    // A pair shows every limit that is set, so an association type that is not shown has no limit.
    proves: 'both',
    partial: 'Only pairs that the configuration or the ledger names are read: no call lists limits with their pairs.',
    reads(addresses) {
      return pairReads(names, addresses, 'readAssociationLimits');
    },
    lists: () => [],
    /** The limits of the pair of a label, in both directions. */
    needing: (labels) => {
      const pairs = labels.flatMap((address) => {
        const [from = '', to = ''] = parseAddress(address)?.parts ?? [];
        return [
          [from, to],
          [to, from],
        ] as const;
      });
      const calls = new Map(
        pairs.map(([from, to]) => [JSON.stringify([from, to]), buildLimitsCall(names, from, to)] as const),
      );
      return [...calls.values()].map((call) => ({ call, covers: [] }));
    },
    // An id that is neither limited nor a label of the pair does not exist, so a limit on it would be meaningless.
    hidden: [(unshown) => labelReads(names, unshown)],
    lacks(call, reply, covers) {
      if (call.endpoint !== LABELS) return new Map();
      const rows = parsedWith(AssociationLabels(), reply).results;
      return new Map(covers.flatMap((address) => missingLabel(address, rows) ?? []).map((one) => [one.address, one]));
    },
    interpret({ endpoint, params }, reply) {
      if (endpoint === LABELS) return [];
      const pair = {
        from: spellObjectType(names, params['fromObjectType'] ?? ''),
        to: spellObjectType(names, params['toObjectType'] ?? ''),
      };
      return parsedWith(DatedLimits(), reply).results.flatMap((row) => buildResource(names, pair, row));
    },
  };
}

function pairReads(
  names: AccountNames,
  addresses: readonly Address[],
  endpoint: 'readAssociationLimits' | typeof LABELS,
): readonly PlannedRead[] {
  const covered = Map.groupBy(addresses, (address) => {
    const { from, to } = parseAssociationType(address);
    return JSON.stringify([names.typeIdOf(from), names.typeIdOf(to)]);
  });
  return [...covered].map(([pair, covers]) => {
    const [fromObjectType, toObjectType] = JSON.parse(pair) as [string, string];
    return { call: { endpoint, params: { fromObjectType, toObjectType } }, covers };
  });
}

function buildLimitsCall(names: AccountNames, from: string, to: string): ReadCall {
  const params = { fromObjectType: names.typeIdOf(from), toObjectType: names.typeIdOf(to) };
  return { endpoint: 'readAssociationLimits', params };
}

const LABELS = 'listAssociationLabels';

/** Returns the reads of labels that are named by id. Labels that are named by text were already looked up. */
function labelReads(names: AccountNames, addresses: readonly Address[]): readonly PlannedRead[] {
  const numbered = addresses.filter((address) => {
    const { category, typeId } = parseAssociationType(address);
    return typeId !== undefined && canonicalCategory(category) === OWN_LABELS;
  });
  return pairReads(names, numbered, LABELS);
}

function missingLabel(
  address: Address,
  rows: AssociationLabels['results'],
): (Missing & { address: Address }) | undefined {
  const { from, to, typeId } = parseAssociationType(address);
  const own = rows.filter(({ category }) => canonicalCategory(category) === OWN_LABELS);
  if (own.some((row) => row.typeId === typeId)) return undefined;
  const known = own.map((row) => `${row.typeId} (${row.label ?? ''})`).join(', ');
  return {
    address,
    message: `The account has no label with the id ${typeId} from ${from} to ${to}.`,
    hint: `Ids of labels differ from account to account, and a label can be declared by its text instead. ${known === '' ? 'The account has no labels there.' : `The account has ${known}.`}`,
  };
}

function spellObjectType(names: AccountNames, objectType: string): string {
  return canonicalObjectType(names.objectTypeOf(objectType));
}

function buildResource(
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
      // The category in the spelling of the reply to a write.
      id: `${shown}/${typeId}`,
    },
  ];
}
