/** The levels of the YAML that groups and properties share: object type, then group (spec 4; assumption A27). */

import { z } from 'zod';
import { INTERNAL_NAME } from '../contract/names.ts';
import { canonicalObjectType, OBJECT_NAME, OBJECT_TYPE_ID, STANDARD_OBJECT_TYPES } from '../contract/object-types.ts';
import type { Level, SpecIssue } from '../model/kind.ts';
import { nearest } from '../model/nearest.ts';

export const ObjectType = z
  .string()
  .regex(new RegExp(`${OBJECT_TYPE_ID.source}|${OBJECT_NAME.source}`), {
    error: 'expected an object name such as contacts, or a type id such as 2-3451',
  })
  .describe(
    'Object name such as contacts, companies or deals, or an object type id such as 2-3451. Custom objects are best named by id: a name and an id count as two objects here.',
  );

export const InternalName = z
  .string()
  .regex(INTERNAL_NAME, {
    error: 'expected a lowercase letter, then lowercase letters, digits and underscores, at most 100 in all',
  })
  .describe('Internal name: a lowercase letter, then lowercase letters, digits and underscores, at most 100 in all.');

export const objectLevel: Level = {
  key: 'objects',
  each: 'entry',
  capture: { as: 'objectType', schema: ObjectType },
  fields: {},
  about: 'Object types whose property groups and properties are kept, by name or type id.',
};

/** The level of groups, whose key the kinds capture under different names. */
export function groupLevel(as: 'name' | 'groupName', fields: Level['fields']): Level {
  return {
    key: 'groups',
    each: 'entry',
    capture: { as, schema: InternalName },
    fields,
    about:
      'Property groups by internal name. With a displayName the group is kept; without one it is only referred to.',
  };
}

/** Custom objects have names of their own, so another name is no fault; one that is nearly that of a standard object may be. */
export function objectTypeIssues(spec: Readonly<Record<string, unknown>>, member: string): readonly SpecIssue[] {
  const name = spec[member];
  if (typeof name !== 'string') return [];
  const near = nearest(name, STANDARD_OBJECT_TYPES);
  if (near === undefined || canonicalObjectType(name) === near) return [];
  return [
    {
      code: 'object-misspelt',
      severity: 'warning',
      path: [member],
      message: `${JSON.stringify(name)} is not a standard object.`,
      hint: `Did you mean \`${near}\`? A custom object is best named by its type id, such as 2-3451.`,
    },
  ];
}
