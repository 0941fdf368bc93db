/** Reads of properties that the default list leaves out: sensitive and archived properties (interface 11.3). */

import { DATA_SENSITIVITIES } from '../../../contract/event-definitions.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import { type Address, parseAddress } from '../../../model/address.ts';
import type { KindReader, PlannedRead } from '../../../model/kind-reader.ts';
import { pathType } from '../../dated-definition-reads.ts';

const SENSITIVE = DATA_SENSITIVITIES.filter((level) => level !== 'non_sensitive');

/**
 * Reads an address that the default list does not show. The first read is the list that the files or the ledger suggest. The next reads are
 * the other lists of existing properties, and then the archive. The sensitive lists are optional, because many tokens lack their scopes. A
 * create of an existing sensitive name is then refused and changes nothing.
 */
export function unlistedProperties(names: AccountNames): Pick<KindReader, 'hidden' | 'hiddenLists' | 'archived'> {
  const callOf = (objectType: string, query: Query): PlannedRead['call'] => ({
    endpoint: 'listDatedProperties',
    params: { object_type: pathType(names, objectType) },
    query,
  });
  const reads = (addresses: readonly Address[], query: Query, optional: boolean): readonly PlannedRead[] =>
    [...Map.groupBy(addresses, typeIn)].map(([objectType, covers]) => ({
      call: callOf(objectType, query),
      covers,
      ...(optional ? { optional: unread(objectType) } : {}),
    }));
  return {
    hiddenLists: (objectType) =>
      SENSITIVE.map((dataSensitivity) => ({
        call: callOf(objectType, { dataSensitivity }),
        covers: [],
        optional: unlisted(objectType),
      })),
    hidden: [
      (unshown, wanted) =>
        SENSITIVE.flatMap((dataSensitivity) => {
          const own = unshown.filter((address) => wanted(address)['dataSensitivity'] === dataSensitivity);
          return reads(own, { dataSensitivity }, false);
        }),
      (unshown) => SENSITIVE.flatMap((dataSensitivity) => reads(unshown, { dataSensitivity }, true)),
    ],
    archived: (unshown) => [
      ...reads(unshown, { archived: 'true' }, false),
      ...SENSITIVE.flatMap((dataSensitivity) => reads(unshown, { archived: 'true', dataSensitivity }, true)),
    ],
  };
}

type Query = NonNullable<PlannedRead['call']['query']>;

function unread(objectType: string): PlannedRead['optional'] & object {
  return {
    code: 'sensitive-unread',
    message: `Sensitive properties of ${objectType} cannot be read, so it is unknown whether one of them has the name of a property that was not found.`,
    hint: 'If an existing one has it, the service refuses the create and changes nothing. To have them read, give the token a scope for sensitive data.',
  };
}

function unlisted(objectType: string): PlannedRead['optional'] & object {
  return {
    code: 'sensitive-unread',
    message: `Sensitive properties of ${objectType} cannot be read, so they are left out.`,
    hint: 'To have them read, give the token a scope for sensitive data.',
  };
}

function typeIn(address: Address): string {
  return parseAddress(address)?.parts[0] ?? '';
}
