/** Names and ids of object types, and the one spelling that stands for each (spec 4; assumption A27). */

const STANDARD = [
  { name: 'contacts', singular: 'contact', id: '0-1' },
  { name: 'companies', singular: 'company', id: '0-2' },
  { name: 'deals', singular: 'deal', id: '0-3' },
  { name: 'tickets', singular: 'ticket', id: '0-5' },
  { name: 'products', singular: 'product', id: '0-7' },
  { name: 'line_items', singular: 'line_item', id: '0-8' },
  { name: 'quotes', singular: 'quote', id: '0-14' },
] as const;

export type StandardObjectType = (typeof STANDARD)[number]['name'];

/** Form of an object type id, `<n>-<n>` (spec 4). */
export const OBJECT_TYPE_ID = /^\d+-\d+$/;

/** Form of an object name. */
export const OBJECT_NAME = /^[a-z][a-z0-9_]*$/;

const CANONICAL: ReadonlyMap<string, StandardObjectType> = new Map(
  STANDARD.flatMap((type) => [type.name, type.singular, type.id].map((spelling) => [spelling, type.name] as const)),
);

export const STANDARD_OBJECT_TYPES: readonly StandardObjectType[] = STANDARD.map((type) => type.name);

/** The plural name for every spelling of a standard object type; any other text is given back as it is. */
export function canonicalObjectType(spelling: string): string {
  return CANONICAL.get(spelling.toLowerCase()) ?? spelling;
}

/** The standard object type that a webhook event prefix speaks of, e.g. `contact` -> `contacts`; undefined for the others. */
export function objectTypeOfPrefix(prefix: string): StandardObjectType | undefined {
  return STANDARD.find((type) => type.singular === prefix)?.name;
}
