/** Contents of a graph: the details of each object, and the name of each association type. */

import type { Catalogue, CatalogueLimit, CatalogueObject } from '../catalogue/catalogue.ts';

export const DETAILS = ['objects', 'groups', 'properties'] as const;
export type Detail = (typeof DETAILS)[number];

/** Returns the declared objects, followed by objects that only limits name. */
export function objectsOf({ objects, limits }: Catalogue): readonly CatalogueObject[] {
  const declared = new Set(objects.map(({ objectType }) => objectType));
  const named = [...new Set(limits.flatMap(({ from, to }) => [from, to]))].filter((type) => !declared.has(type));
  return [...objects, ...named.map((objectType) => ({ objectType, groups: [] }))];
}

/** `Board member`, or `user defined 31`. */
export function limitType({ label, category, typeId }: CatalogueLimit): string {
  return label ?? `${category.toLowerCase().replaceAll('_', ' ')} ${typeId ?? ''}`.trim();
}
