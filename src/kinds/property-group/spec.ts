/** The spec of a property group: its place in the YAML, its identity, and its checks. */

import { z } from 'zod';
import { INTERNAL_NAME } from '../../contract/names.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { createParser } from '../../contract/parse-with.ts';
import { type Address, formatAddress } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Level, SpecIssue } from '../../model/kind.ts';
import { groupLevel, HeldName, ObjectType, objectLevel, objectTypeIssues } from '../object-levels.ts';
import { labelIssues, reservedNameIssues, unusualNameIssues } from '../text-issues.ts';

const owned = {
  displayName: z
    .string()
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Label shown to users. Required for a new group.',
      examples: ['Loyalty programme'],
    }),
  displayOrder: z
    .int()
    .exactOptional()
    .register(z.globalRegistry, {
      description:
        'Position among the groups, from 0. Without a displayName, it moves an existing group. -1 or omitted: last when created, then unchanged.',
      examples: [2],
    }),
};

export const levels: readonly Level[] = [objectLevel, groupLevel('name', owned)];

const Declared = z.object({ objectType: ObjectType, name: HeldName, ...owned });
const declaredOf = createParser(Declared);
export type PropertyGroupSpec = Readonly<z.infer<typeof Declared>>;

/**
 * Returns undefined if the levels declare nothing about the group itself. The order -1 declares nothing, because it leaves the order to the
 * service (assumption A15).
 */
export function buildSpec(captured: Fields): PropertyGroupSpec | undefined {
  const declared = declaredOf(captured);
  if (declared.displayName === undefined && (declared.displayOrder ?? -1) === -1) return undefined;
  return { ...declared, objectType: canonicalObjectType(declared.objectType) };
}

export function addressOfGroup(spec: Pick<PropertyGroupSpec, 'objectType' | 'name'>): Address {
  return formatAddress('property-group', spec.objectType, spec.name);
}

/** Returns the group itself if no create supports it: it has no displayName (assumption A04), or its name has an invalid form (A43). */
export function neededGroup(spec: PropertyGroupSpec): readonly Address[] {
  return spec.displayName === undefined || !INTERNAL_NAME.test(spec.name) ? [addressOfGroup(spec)] : [];
}

export function check(given: Partial<PropertyGroupSpec>): readonly SpecIssue[] {
  const { name, displayName, displayOrder } = given;
  return [
    ...objectTypeIssues(given, 'objectType'),
    ...(name === undefined ? [] : unusualNameIssues('name', name, 'internal')),
    ...(displayName === undefined ? [] : labelIssues(displayName, ['displayName'])),
    ...(displayName === undefined || name === undefined ? [] : reservedNameIssues(name)),
    ...(displayOrder === undefined ? [] : orderIssues(displayOrder)),
  ];
}

/** Orders start at 0 (interface 2.5). The order -1 leaves the position to the service (assumption A15). */
function orderIssues(displayOrder: number): readonly SpecIssue[] {
  if (displayOrder >= -1) return [];
  return [
    {
      code: 'group-order-below-zero',
      severity: 'warning',
      path: ['displayOrder'],
      message: `Group display orders start at 0, but this order is ${displayOrder}.`,
      hint: 'Use 0 or higher, or -1 to let the service choose the position.',
    },
  ];
}
