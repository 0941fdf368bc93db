/** What the definitions of properties tell about groups: a group that a property names exists (interface 4.2 has no read). */

import { z } from 'zod';
import { V2Property } from '../../contract/properties.ts';
import type { KindReader } from '../../model/kind.ts';
import { definitionReads, objectTypeRead, wholeDefinitionRead } from '../definition-reads.ts';
import { addressOfGroup } from './spec.ts';

const Rows = z.array(z.object({ groupName: V2Property.shape.groupName, deleted: V2Property.shape.deleted }));

export const reader: KindReader = {
  proves: 'existence',
  reads: definitionReads,
  lists: wholeDefinitionRead,
  interpret(call, reply) {
    const objectType = objectTypeRead(call);
    const names = new Set(
      Rows.parse(reply).flatMap((row) => (row.groupName && row.deleted !== true ? [row.groupName] : [])),
    );
    return [...names].map((name) => ({
      address: addressOfGroup({ objectType, name }),
      kind: 'property-group',
      fields: {},
      basis: 'inferred',
    }));
  },
};
