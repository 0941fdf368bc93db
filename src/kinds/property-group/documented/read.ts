/** Groups in property definitions. A group that a property names exists, and interface 4.2 has no read of groups. */

import { z } from 'zod';
import { lazy } from '../../../contract/lazy.ts';
import { checkedBy, parsedWith } from '../../../contract/parse-with.ts';
import { V2Properties, V2Property } from '../../../contract/properties.ts';
import type { Address } from '../../../model/address.ts';
import type { Missing } from '../../../model/holders.ts';
import type { KindReader } from '../../../model/kind-reader.ts';
import { definitionReads, objectTypeRead, wholeDefinitionRead } from '../../definition-reads.ts';
import { addressOfGroup } from '../spec.ts';

const Rows = lazy(() => z.array(z.object(V2Property().shape).pick({ groupName: true, deleted: true })));

export const reader: KindReader = {
  proves: 'existence',
  unshown,
  reads: definitionReads,
  lists: wholeDefinitionRead,
  interpret(call, reply) {
    const objectType = objectTypeRead(call);
    const rows = checkedBy(V2Properties(), reply) ?? parsedWith(Rows(), reply);
    const names = new Set(rows.flatMap((row) => (row.groupName && row.deleted !== true ? [row.groupName] : [])));
    return [...names].map((name) => ({
      address: addressOfGroup({ objectType, name }),
      kind: 'property-group',
      fields: {},
      basis: 'inferred',
    }));
  },
};

/** Returns the message for a group that no property names. To create the group, the files must declare it in a valid form. */
function unshown(address: Address, by: Address): Missing {
  const [message, make] =
    by === address
      ? [
          `${address} cannot be created as declared. No property in the account belongs to it.`,
          'give it a displayName and a valid name',
        ]
      : [
          `${by} needs ${address}, which is undeclared, and no property in the account belongs to it.`,
          'give it a displayName here so that it is created',
        ];
  return { message, hint: `If it exists and is empty, ignore this; otherwise ${make}.` };
}
