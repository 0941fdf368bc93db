/** The YAML levels that groups and properties share: object type, then group (interface 4; assumption A27). */

import { z } from 'zod';
import { HELD_NAME, HELD_NAME_EXPECTED, OBJECT_NAME } from '../contract/names.ts';
import { canonicalObjectType, isStandardObjectType, STANDARD_OBJECT_TYPES } from '../contract/object-types.ts';
import { type Address, parseAddress } from '../model/address.ts';
import type { Fields } from '../model/json.ts';
import type { Level, SpecIssue } from '../model/kind.ts';
import { nearest } from '../model/nearest.ts';

export const ObjectType = z
  .string()
  .regex(OBJECT_NAME, { error: 'expected an object name such as contacts, or a type id such as 2-3451' })
  .register(z.globalRegistry, {
    examples: ['contacts'],
    description:
      'Object name such as contacts, or type id such as 2-3451, everywhere the same. The documented surface requires the id of a custom object.',
  });

export const HeldName = z.string().regex(HELD_NAME, { error: HELD_NAME_EXPECTED }).register(z.globalRegistry, {
  description:
    'Internal name. A new name has at most 100 lowercase letters, digits and underscores and starts with a letter.',
});

export const objectLevel: Level = {
  key: 'objects',
  each: 'entry',
  capture: { as: 'objectType', schema: ObjectType, canonical: canonicalObjectType },
  fields: {},
  about: 'Object types, by name or type id.',
};

/** The level of groups. Each kind captures its key under another name. */
export function groupLevel(as: 'name' | 'groupName', fields: Level['fields']): Level {
  return {
    key: 'groups',
    each: 'entry',
    capture: { as, schema: HeldName.meta({ examples: ['loyalty'] }) },
    fields,
    about: 'Property groups by internal name. A group with neither displayName nor displayOrder is only referenced.',
  };
}

/** A level of directed pairs of object types. `records`: description of the first type. */
export function pairLevel(records: string, { key, about }: Pick<Level, 'key' | 'about'>) {
  return {
    key,
    each: 'item',
    fields: {
      from: ObjectType.describe(records),
      to: ObjectType.meta({ description: 'Object type of the associated records.', examples: ['companies'] }),
    },
    identity: { fields: ['from', 'to'], of: findPairKey },
    about,
  } as const satisfies Level;
}

function findPairKey({ from, to }: Fields): string | undefined {
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  return `${canonicalObjectType(from)}/${canonicalObjectType(to)}`;
}

/** Returns the object type and the name in an address that has both. */
export function parseIdentity(address: Address): { readonly objectType: string; readonly name: string } {
  const [objectType = '', name = ''] = parseAddress(address)?.parts ?? [];
  return { objectType: canonicalObjectType(objectType), name };
}

/** Warns about names that resemble a standard object. Other unknown names are valid, because they may name a custom object. */
export function objectTypeIssues(spec: Readonly<Record<string, unknown>>, member: string): readonly SpecIssue[] {
  const name = spec[member];
  if (typeof name !== 'string' || isStandardObjectType(canonicalObjectType(name))) return [];
  const near = nearest(name, STANDARD_OBJECT_TYPES);
  if (near === undefined) return [];
  return [
    {
      code: 'object-misspelt',
      severity: 'warning',
      path: [member],
      message: `${JSON.stringify(name)} is not a standard object.`,
      hint: `If the account has a custom object of this name, keep it. If \`${near}\` is meant, correct it. Resources that were applied under this name stay in the account.`,
    },
  ];
}
