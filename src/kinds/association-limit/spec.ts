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
import { createParser } from '../../contract/parse-with.ts';
import { type Address, formatAddress } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import type { DesiredOf, Level, SpecIssue } from '../../model/kind.ts';
import { objectTypeIssues, pairLevel } from '../object-levels.ts';
import { LABEL_FORM } from './types.ts';

const pair = pairLevel('Object type of the limited records.', {
  key: 'associationLimits',
  about: 'Pairs of object types with the limits of their associations, one direction each.',
});

const owned = {
  category: z
    .string()
    .regex(CATEGORY_FORM, {
      error: 'expected a category such as SERVICE_DEFINED or USER_DEFINED, without leading or trailing whitespace',
    })
    .exactOptional()
    .register(z.globalRegistry, {
      examples: [...CATEGORIES],
      description: 'Category of the association type. Default: SERVICE_DEFINED, or USER_DEFINED with a label.',
    }),
  typeId: z
    .int()
    .min(LOWEST_TYPE_ID)
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Id of the association type in its category. Declare it or a label.',
      examples: [279],
    }),
  label: z
    .string()
    .regex(LABEL_FORM, {
      error: 'expected the label of an association type, such as Board member; use typeId for an id',
    })
    .exactOptional()
    .register(z.globalRegistry, {
      description:
        'Label of the association type, as the account shows it for this direction. Its id may differ from account to account.',
      examples: ['Board member'],
      surface: 'dated',
    }),
  maxToObjectIds: z
    .int()
    .min(LOWEST_LIMIT)
    .register(z.globalRegistry, {
      description: 'Maximum number of records that one record can be associated with.',
      examples: [5],
    }),
};

export const levels: readonly Level[] = [
  pair,
  {
    key: 'limits',
    each: 'item',
    fields: owned,
    identity: { fields: ['category', 'typeId', 'label'], of: findTypeKey },
    about: 'Limits of the pair, by association type.',
  },
];

const Declared = z.object({ ...pair.fields, ...owned });
const declaredOf = createParser(Declared);
export type AssociationLimitSpec = Readonly<z.infer<typeof Declared>> & { readonly category: string };

export function buildSpec(captured: Fields): AssociationLimitSpec {
  const { category, ...declared } = declaredOf(captured);
  return {
    ...declared,
    category: category ?? defaultCategory(declared.label),
    from: canonicalObjectType(declared.from),
    to: canonicalObjectType(declared.to),
  };
}

/** A label names an association type of the account, not of the service. */
function defaultCategory(label: unknown): string {
  return label === undefined ? 'SERVICE_DEFINED' : 'USER_DEFINED';
}

function findTypeKey({ category, typeId, label }: Fields): string | undefined {
  const key = label ?? typeId;
  if (key === undefined) return undefined;
  return `${canonicalCategory(String(category ?? defaultCategory(label)))}/${String(key)}`;
}

/** Both spellings of the service's category give the same address (assumption A14). A label takes the place of the id. */
export function addressOfLimit({
  from,
  to,
  category,
  typeId,
  label,
}: Pick<AssociationLimitSpec, 'from' | 'to' | 'category' | 'typeId' | 'label'>): Address {
  return formatAddress('association-limit', from, to, canonicalCategory(category), label ?? String(typeId ?? ''));
}

export function pairIssues(spec: Partial<AssociationLimitSpec>): readonly SpecIssue[] {
  return [...objectTypeIssues(spec, 'from'), ...objectTypeIssues(spec, 'to')];
}

export function typeIssues(spec: Partial<AssociationLimitSpec>): readonly SpecIssue[] {
  if (spec.typeId !== undefined || spec.label !== undefined) return typeIssuesGiven(spec);
  return [typeIssue('A limit requires the typeId or the label of its association type.', 'Declare one of them.', [])];
}

/** Checks the given fields only. */
export function typeIssuesGiven({ typeId, label }: Partial<AssociationLimitSpec>): readonly SpecIssue[] {
  if (typeId === undefined || label === undefined) return [];
  const message = 'A limit takes the typeId or the label of its association type, not both.';
  return [typeIssue(message, 'Remove one of them. The label means the same in every account.', ['label'])];
}

function typeIssue(message: string, hint: string, path: SpecIssue['path']): SpecIssue {
  return { code: 'type-or-label', severity: 'error', path, message, hint };
}

/** A label limit may not exceed the object-level limit of its pair (assumption A23). */
export function checkAll(limits: readonly DesiredOf<AssociationLimitSpec>[]): readonly Finding[] {
  const objectLevel = new Map(
    limits
      .filter(
        ({ spec: { from, to, category, typeId } }) => typeId !== undefined && isObjectLevel(from, to, category, typeId),
      )
      .map((limit) => [buildPairKey(limit.spec), limit] as const),
  );
  return limits.flatMap(({ address, provenance, spec }): readonly Finding[] => {
    const top = objectLevel.get(buildPairKey(spec));
    if (top === undefined || top.address === address || spec.maxToObjectIds <= top.spec.maxToObjectIds) return [];
    return [
      {
        code: 'label-limit-exceeds-object-limit',
        severity: 'error',
        message: `${address} allows ${spec.maxToObjectIds}, more than the object-level limit of ${top.spec.maxToObjectIds}.`,
        hint: 'Lower this limit, or raise the object-level limit.',
        address,
        provenance,
        related: top.provenance,
      },
    ];
  });
}

function buildPairKey({ from, to }: AssociationLimitSpec): string {
  return `${from}/${to}`;
}
