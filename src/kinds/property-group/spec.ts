/** The spec of a property group: where it stands in the YAML, its identity, and what can be wrong with it. */

import { z } from 'zod';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { type Address, addressOf } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Level, SpecIssue } from '../../model/kind.ts';
import { groupLevel, InternalName, ObjectType, objectLevel, objectTypeIssues } from '../object-levels.ts';
import { labelIssues, reservedNameIssues } from '../text-issues.ts';

const owned = {
  displayName: z
    .string()
    .exactOptional()
    .describe('What people see. Declaring it makes the group ours; without it the group is only referred to.'),
  displayOrder: z
    .int()
    .exactOptional()
    .describe('Position among the groups, ascending from 0. -1 or nothing: last when created, then left alone.'),
};

export const place: readonly Level[] = [objectLevel, groupLevel('name', owned)];

const Declared = z.object({ objectType: ObjectType, name: InternalName, ...owned });
export type PropertyGroupSpec = Readonly<z.infer<typeof Declared>>;

/** Undefined where the place says nothing about the group itself. */
export function specOf(captured: Fields): PropertyGroupSpec | undefined {
  const declared = Declared.parse(captured);
  if (declared.displayName === undefined && declared.displayOrder === undefined) return undefined;
  return { ...declared, objectType: canonicalObjectType(declared.objectType) };
}

export function addressOfGroup(spec: Pick<PropertyGroupSpec, 'objectType' | 'name'>): Address {
  return addressOf('property-group', spec.objectType, spec.name);
}

export function checkGiven(given: Partial<PropertyGroupSpec>): readonly SpecIssue[] {
  const { name, displayName } = given;
  return [
    ...objectTypeIssues(given, 'objectType'),
    ...(displayName === undefined ? [] : labelIssues(displayName, ['displayName'])),
    ...(displayName === undefined || name === undefined ? [] : reservedNameIssues(name)),
  ];
}

/** A create needs the displayed name (assumption A04), so an order alone cannot be kept. */
export function check(spec: PropertyGroupSpec): readonly SpecIssue[] {
  if (spec.displayName !== undefined) return checkGiven(spec);
  return [
    {
      code: 'group-order-without-name',
      severity: 'error',
      path: ['displayOrder'],
      message: `The group ${spec.name} has a displayOrder and no displayName, so it is not clear whether it is to be kept.`,
      hint: 'Declare its displayName, or remove displayOrder to only refer to the group.',
    },
  ];
}
