/** The spec of an association limit: its place in the YAML, its identity, and its checks. */

import { z } from 'zod';
import {
  CATEGORIES,
  CATEGORY_FORM,
  canonicalCategory,
  isObjectLevel,
  LOWEST_LIMIT,
  LOWEST_TYPE_ID,
} from '../../contract/association-limits.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { parserOf } from '../../contract/parse-with.ts';
import { type Address, addressOf } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import type { DesiredOf, Level, SpecIssue } from '../../model/kind.ts';
import { ObjectType, objectTypeIssues } from '../object-levels.ts';

const pair = {
  from: ObjectType.describe('Object type of the limited records, such as contacts.'),
  to: ObjectType.describe('Object type of the records they are associated with, such as companies.'),
};

const owned = {
  category: z
    .string()
    .regex(CATEGORY_FORM, {
      error: 'expected a category such as SERVICE_DEFINED or USER_DEFINED, without leading or trailing whitespace',
    })
    .default('SERVICE_DEFINED')
    .meta({ examples: [...CATEGORIES] })
    .describe("Category of the association type. Defaults to SERVICE_DEFINED, the service's own types."),
  typeId: z.int().min(LOWEST_TYPE_ID).describe('Id of the association type within its category.'),
  maxToObjectIds: z
    .int()
    .min(LOWEST_LIMIT)
    .describe('Maximum number of records that one record can be associated with: a whole number from 1.'),
};

export const levels: readonly Level[] = [
  {
    key: 'associationLimits',
    each: 'item',
    fields: pair,
    about: 'Pairs of object types with the limits of their associations, one direction each.',
  },
  { key: 'limits', each: 'item', fields: owned, about: 'Limits of the pair, by association type.' },
];

const Declared = z.object({ ...pair, ...owned });
const declaredOf = parserOf(Declared);
export type AssociationLimitSpec = Readonly<z.infer<typeof Declared>>;

export function specOf(captured: Fields): AssociationLimitSpec {
  const declared = declaredOf(captured);
  return { ...declared, from: canonicalObjectType(declared.from), to: canonicalObjectType(declared.to) };
}

/** Both spellings of the service's own category name one limit (assumption A14). */
export function addressOfLimit(spec: Pick<AssociationLimitSpec, 'from' | 'to' | 'category' | 'typeId'>): Address {
  return addressOf('association-limit', spec.from, spec.to, canonicalCategory(spec.category), String(spec.typeId));
}

export function check(spec: Partial<AssociationLimitSpec>): readonly SpecIssue[] {
  return [...objectTypeIssues(spec, 'from'), ...objectTypeIssues(spec, 'to'), ...categoryIssues(spec)];
}

/** The interface names one category and leaves the others open, so an unknown one is only odd. */
function categoryIssues({ category }: Partial<AssociationLimitSpec>): readonly SpecIssue[] {
  if (category === undefined || CATEGORIES.includes(canonicalCategory(category))) return [];
  return [
    {
      code: 'category-unknown',
      severity: 'warning',
      path: ['category'],
      message: `Unknown category ${category}.`,
      hint: `Known categories: ${CATEGORIES.join(', ')}, and HUBSPOT_DEFINED for the first.`,
    },
  ];
}

/** A label limit may not exceed the object-level limit of its pair (assumption A23). */
export function checkAll(limits: readonly DesiredOf<AssociationLimitSpec>[]): readonly Finding[] {
  const objectLevel = new Map(
    limits
      .filter(({ spec: { from, to, category, typeId } }) => isObjectLevel(from, to, category, typeId))
      .map((limit) => [pairOf(limit.spec), limit] as const),
  );
  return limits.flatMap(({ address, provenance, spec }): readonly Finding[] => {
    const top = objectLevel.get(pairOf(spec));
    if (top === undefined || top.address === address || spec.maxToObjectIds <= top.spec.maxToObjectIds) return [];
    return [
      {
        code: 'label-limit-exceeds-object-limit',
        severity: 'error',
        message: `${address} allows ${spec.maxToObjectIds}, more than the object-level limit of ${top.spec.maxToObjectIds}.`,
        hint: 'Lower this limit, or raise the object-level one.',
        address,
        provenance,
        related: top.provenance,
      },
    ];
  });
}

function pairOf({ from, to }: AssociationLimitSpec): string {
  return `${from}/${to}`;
}
