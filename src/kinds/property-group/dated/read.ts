/** The list of groups. A group that it does not show does not exist, or is archived and cannot be restored (interface 11.2). */

import { type DatedGroup, DatedGroups } from '../../../contract/dated-groups.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Fields } from '../../../model/json.ts';
import type { KindReader } from '../../../model/kind-reader.ts';
import { buildListReads, objectTypeListed } from '../../dated-definition-reads.ts';
import { addressOfGroup } from '../spec.ts';

export function createReader(names: AccountNames): KindReader {
  return {
    proves: 'both',
    ...buildListReads('listDatedGroups', names),
    interpret(call, reply) {
      const objectType = objectTypeListed(names, call);
      return parsedWith(DatedGroups(), reply)
        .results.filter(({ archived }) => !archived)
        .map((row) => ({
          address: addressOfGroup({ objectType, name: row.name }),
          kind: 'property-group',
          fields: selectFields(row),
          basis: 'observed',
        }));
    },
  };
}

/** Returns the label under its name of the documented surface. An order that is not shown stays unknown. */
export function selectFields({ label, displayOrder }: DatedGroup): Fields {
  return { displayName: label, ...(displayOrder == null ? {} : { displayOrder }) };
}
