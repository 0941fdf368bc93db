/** Schema of the overrides of an account: the shape of the document, with all parts optional except identities. */

import { z } from 'zod';
import { defined } from '../../contract/defined.ts';
import { bare } from '../../contract/parse-with.ts';
import type { Branch, Branches } from './branches.ts';

/** The key that leaves out a part. In a mapping with free names it is inside an entry, never next to an entry. */
export const OMIT = 'omit';

const OMIT_ALL = 'true: leaves this out for the account, with everything below it.';

export function overridesSchema(branches: Branches): z.ZodType {
  return z.strictObject(sections(branches));
}

function sections(branches: Branches): Record<string, z.ZodType> {
  return Object.fromEntries([...branches].map(([key, branch]) => [key, section(branch).optional()]));
}

function section({ level, fields, below, title }: Branch): z.ZodType {
  const identity = level.identity?.fields ?? [];
  const own = Object.keys(fields).filter((name) => !identity.includes(name));
  const entry = z.strictObject({
    ...Object.fromEntries(identity.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))),
    ...Object.fromEntries(own.map((name) => [name, partial(fields[name])])),
    ...sections(below),
    [OMIT]: omit(own.filter((name) => isOptional(fields[name]))),
  });
  const schema = level.each === 'item' ? z.array(entry) : z.record(level.capture?.schema ?? z.string(), entry);
  return schema.meta({ description: level.about, ...defined({ title }) });
}

function omit(optional: readonly string[]): z.ZodType {
  const all = z.literal(true, { error: 'expected true' });
  if (optional.length === 0) return all.meta({ description: OMIT_ALL, examples: [true] }).optional();
  const meanings = optional.map((name) => `The account does not declare ${name}.`);
  const some = z
    .array(z.enum(optional).register(z.globalRegistry, { enumDescriptions: meanings }))
    .register(z.globalRegistry, { description: 'Fields that are not declared for this account.' });
  return z
    .union([all, some], { error: ({ input }) => optional.filter((name) => name === input).map(asList)[0] })
    .register(z.globalRegistry, {
      description: `${OMIT_ALL} A list: leaves these fields out.`,
      examples: [true],
    })
    .optional();
}

/** Message for a single name that is not in a list. */
function asList(name: string): string {
  return `expected true, or a list of field names: write [${name}] to leave out ${name}`;
}

/**
 * Returns a field of the document as an optional field. A list whose items have a key contains only the items that differ, and a mapping only
 * the members that differ.
 */
function partial(field: z.ZodType | undefined): z.ZodType {
  if (field === undefined) return z.never();
  const item = findItemSchema(bare(field));
  if (item !== undefined)
    return z
      .array(makePartial(item.schema, item.key))
      .register(z.globalRegistry, { ...field.meta() })
      .optional();
  const members = findMembers(field);
  if (members !== undefined)
    return makePartial(members)
      .meta({ ...field.meta() })
      .optional();
  if (!(field instanceof z.ZodDefault)) return isOptional(field) ? field : field.optional();
  // A missing field keeps the value of the files.
  const inner = field.unwrap();
  return inner instanceof z.ZodType ? inner.meta({ ...field.meta() }).optional() : z.never();
}

/** Returns the item schema of a list whose items are identified by their value or id. */
export function findItemSchema(list: unknown): { readonly schema: z.ZodObject; readonly key: string } | undefined {
  const schema = list instanceof z.ZodArray ? bare(list.element) : undefined;
  if (!(schema instanceof z.ZodObject)) return undefined;
  const key = ['value', 'id'].find((name) => Object.hasOwn(schema.shape, name));
  return key === undefined ? undefined : { schema, key };
}

/** Returns the schema of a mapping with fixed members. */
export function findMembers(field: unknown): z.ZodObject | undefined {
  const schema = bare(field);
  return schema instanceof z.ZodObject ? schema : undefined;
}

function makePartial({ shape }: z.ZodObject, key = ''): z.ZodType {
  const { [key]: identity, ...others } = shape as Readonly<Record<string, z.ZodType>>;
  const optional = Object.keys(others).filter((name) => isOptional(others[name]));
  return z.strictObject({
    ...defined({ [key]: identity }),
    ...Object.fromEntries(Object.entries(others).map(([name, one]) => [name, partial(one)])),
    [OMIT]: omit(optional),
  });
}

/** True if a declaration may lack the field. */
function isOptional(field: z.ZodType | undefined): boolean {
  return field?._zod.optin === 'optional';
}
