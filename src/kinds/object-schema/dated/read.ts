/** Live object schemas from the list, which shows a write in seconds. The read of a single schema shows it minutes later (interface 11.4). */

import { type DatedSchema, DatedSchemas, ObjectTypeLimit } from '../../../contract/dated-schemas.ts';
import { defined } from '../../../contract/defined.ts';
import { canonicalObjectType, isStandardObjectType } from '../../../contract/object-types.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import type { Fields } from '../../../model/json.ts';
import type { Beside, KindReader } from '../../../model/kind-reader.ts';
import type { LiveResource } from '../../../model/live.ts';
import { isoTime } from '../../../model/moment.ts';
import { SCHEMA_LIST } from '../../dated-definition-reads.ts';
import { addressOfSchema, asSet, parseName } from '../spec.ts';

export function createReader(names: AccountNames): KindReader {
  return {
    proves: 'both',
    lagMs: 15_000,
    losesArchived:
      'The account has an archived object of this name. Creating it again would delete the archived object for good, with its records. Choose another name, or delete the archived object in HubSpot first.',
    reads: (addresses) => (addresses.length === 0 ? [] : [{ call: SCHEMA_LIST, covers: addresses }]),
    lists: (objectType) =>
      isStandardObjectType(canonicalObjectType(objectType)) ? [] : [{ call: SCHEMA_LIST, covers: [] }],
    archived: (unshown) => [
      { call: { ...SCHEMA_LIST, query: { ...SCHEMA_LIST.query, archived: 'true' } }, covers: unshown },
    ],
    interpret({ query }, reply, beside) {
      // A list of archived schemas also shows active schemas.
      const isWanted = (row: DatedSchema): boolean => (row.archived === true) === (query?.['archived'] === 'true');
      return parsedWith(DatedSchemas(), reply)
        .results.filter(isWanted)
        .map((row) => buildResource(addressOfRow(names, row, beside), row));
    },
    room: {
      read: { endpoint: 'readObjectTypeLimit', params: {} },
      limits: (reply, created) => [{ ...ObjectTypeLimit().parse(reply), created }],
    },
  };
}

/** The service ignores the case of a name. */
function addressOfRow(names: AccountNames, { name, objectTypeId }: DatedSchema, { covers }: Beside): Address {
  const spelled = names.objectTypeOf(objectTypeId);
  if (spelled !== objectTypeId) return addressOfSchema({ objectType: spelled });
  const covered = covers.find((address) => parseName(address).toLowerCase() === name.toLowerCase());
  return covered ?? addressOfSchema({ objectType: name });
}

function buildResource(address: Address, row: DatedSchema): LiveResource {
  return {
    address,
    kind: 'object-schema',
    fields: selectFields(row),
    basis: 'observed',
    defined: 'custom',
    id: row.objectTypeId,
    ...defined({ createdAt: isoTime(row.createdAt), changedAt: isoTime(row.updatedAt) }),
    ...(row.archived === true ? { archived: {} } : {}),
  };
}

export function selectFields(row: DatedSchema): Fields {
  const { singular, plural } = row.labels ?? {};
  return {
    ...(singular == null || plural == null ? {} : { labels: { singular, plural } }),
    description: row.description ?? '',
    ...(row.primaryDisplayProperty == null ? {} : { primaryDisplayProperty: row.primaryDisplayProperty }),
    secondaryDisplayProperties: row.secondaryDisplayProperties ?? [],
    requiredProperties: asSet(row.requiredProperties ?? []),
    searchableProperties: asSet(row.searchableProperties ?? []),
  };
}
