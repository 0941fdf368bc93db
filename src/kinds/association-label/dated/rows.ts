/**
 * Association labels in three replies. The lists of both directions are current, and show type ids without names. A schema shows the name of
 * each type id, up to five minutes late (assumption A86).
 */

import { AssociationLabels } from '../../../contract/association-labels.ts';
import { canonicalCategory, OWN_LABELS } from '../../../contract/association-limits.ts';
import { DatedSchema, DatedSchemas } from '../../../contract/dated-schemas.ts';
import { checkedBy, parsedWith } from '../../../contract/parse-with.ts';
import type { Pair } from '../../../model/account-names.ts';

/** A label of one direction. */
export interface Row {
  readonly typeId: number;
  readonly label: string;
  /** Undefined while the schema does not show it. */
  readonly name: string | undefined;
}

export interface Rows {
  readonly forward: readonly Row[];
  /** Labels of the other direction. Those of `forward` if both directions are the same. */
  readonly back: readonly Row[];
}

/** The pair has the ids of its object types. `replies`: the lists of both directions, and the schemas with the names. Both directions of one object type have one list. */
export function readRows({ from, to }: Pair, [first, ...others]: readonly unknown[]): Rows {
  const isSame = from === to;
  const types = others.slice(isSame ? 0 : 1).flatMap(listAssociations);
  const forward = buildRows(first, groupById(types, { from, to }));
  return { forward, back: isSame ? forward : buildRows(others[0], groupById(types, { from: to, to: from })) };
}

type Association = NonNullable<DatedSchema['associations']>[number];

function listAssociations(reply: unknown): readonly Association[] {
  return listSchemas(reply).flatMap(({ associations }) => associations ?? []);
}

/** Returns the schemas of a list, or the single schema of any other reply. Only whole replies carry the mark of their check. */
function listSchemas(reply: unknown): readonly DatedSchema[] {
  const single = checkedBy(DatedSchema(), reply);
  return checkedBy(DatedSchemas(), reply)?.results ?? (single === undefined ? [] : [single]);
}

function groupById(types: readonly Association[], { from, to }: Pair): ReadonlyMap<string, readonly Association[]> {
  return Map.groupBy(
    types.filter((type) => type.fromObjectTypeId === from && type.toObjectTypeId === to),
    ({ id }) => id,
  );
}

/** Ids repeat across categories, and a schema shows no category. */
function buildRows(reply: unknown, names: ReadonlyMap<string, readonly Association[]>): readonly Row[] {
  const rows = parsedWith(AssociationLabels(), reply).results;
  const others = new Set(
    rows.filter(({ category }) => canonicalCategory(category) !== OWN_LABELS).map(({ typeId }) => typeId),
  );
  return rows.flatMap(({ category, typeId, label }) => {
    if (label == null || canonicalCategory(category) !== OWN_LABELS) return [];
    const alike = names.get(String(typeId)) ?? [];
    const own = others.has(typeId) ? alike.filter((type) => type.label === label) : alike;
    const all = new Set(own.flatMap(({ name }) => name ?? []));
    return [{ typeId, label, name: all.size === 1 ? [...all][0] : undefined }];
  });
}
