/** The spec of a note: its place in the YAML, its identity, and checks across notes. */

import { z } from 'zod';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { type Address, formatAddress } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import type { DesiredOf, Level } from '../../model/kind.ts';
import { HeldName, ObjectType } from '../object-levels.ts';

const owned = { description: z.string().describe('What the note says.') };

export const levels: readonly Level[] = [
  {
    key: 'notes',
    each: 'entry',
    capture: { as: 'objectType', schema: ObjectType },
    fields: {},
    about: 'Object types whose properties have notes.',
  },
  {
    key: 'on',
    each: 'entry',
    capture: { as: 'name', schema: HeldName },
    fields: owned,
    about: 'Notes by the internal name of their property.',
  },
];

const Declared = z.object({ objectType: ObjectType, name: HeldName, ...owned });
export type PropertyNoteSpec = Readonly<z.infer<typeof Declared>>;

export function specOf(captured: Fields): PropertyNoteSpec {
  const declared = Declared.parse(captured);
  return { ...declared, objectType: canonicalObjectType(declared.objectType) };
}

export function addressOfNote(spec: Pick<PropertyNoteSpec, 'objectType' | 'name'>): Address {
  return formatAddress('property-note', spec.objectType, spec.name);
}

export function notedProperty(spec: Pick<PropertyNoteSpec, 'objectType' | 'name'>): Address {
  return formatAddress('property', spec.objectType, spec.name);
}

export function checkAll(declared: readonly DesiredOf<PropertyNoteSpec>[]): readonly Finding[] {
  const byText = Map.groupBy(declared, ({ spec }) => spec.description);
  return [...byText.values()].flatMap(([first, ...others]) =>
    others.map(({ address, provenance }) => ({
      code: 'note-repeated',
      severity: 'warning',
      message: `${address} says the same as ${first?.address}.`,
      address,
      provenance,
    })),
  );
}
