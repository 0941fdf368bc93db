/** Notes are the descriptions of properties. An empty description is not a note. */

import { z } from 'zod';
import { V2Property } from '../../contract/properties.ts';
import type { KindReader } from '../../model/kind-reader.ts';
import { definitionReads, objectTypeRead, wholeDefinitionRead } from '../definition-reads.ts';
import { addressOfNote } from './spec.ts';

const { name, description } = V2Property().shape;
export const Noted = z.object({ name, description });

export const reader: KindReader = {
  proves: 'both',
  reads: definitionReads,
  lists: wholeDefinitionRead,
  interpret(call, reply) {
    const objectType = objectTypeRead(call);
    return z
      .array(Noted)
      .parse(reply)
      .flatMap((row) =>
        row.description
          ? [
              {
                address: addressOfNote({ objectType, name: row.name }),
                kind: 'property-note',
                fields: { description: row.description },
                basis: 'observed',
              },
            ]
          : [],
      );
  },
};
