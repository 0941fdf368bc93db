/** Names and ids of object types, and the canonical spelling of each (interface 4; assumption A27). */

/** Object types that the vendor publishes. Every account has them. */
const STANDARD = [
  { name: 'contacts', singular: 'contact', id: '0-1' },
  { name: 'companies', singular: 'company', id: '0-2' },
  { name: 'deals', singular: 'deal', id: '0-3' },
  { name: 'tickets', singular: 'ticket', id: '0-5' },
  { name: 'products', singular: 'product', id: '0-7' },
  { name: 'line_items', singular: 'line_item', id: '0-8' },
  { name: 'quotes', singular: 'quote', id: '0-14' },
  { name: 'communications', singular: 'communication', id: '0-18' },
  { name: 'feedback', singular: 'feedback', id: '0-19' },
  { name: 'tasks', singular: 'task', id: '0-27' },
  { name: 'notes', singular: 'note', id: '0-46' },
  { name: 'meetings', singular: 'meeting', id: '0-47' },
  { name: 'calls', singular: 'call', id: '0-48' },
  { name: 'emails', singular: 'email', id: '0-49' },
  { name: 'invoices', singular: 'invoice', id: '0-53' },
  { name: 'marketing_events', singular: 'marketing_event', id: '0-54' },
  { name: 'subscriptions', singular: 'subscription', id: '0-69' },
  { name: 'goals', singular: 'goal', id: '0-74' },
  { name: 'discounts', singular: 'discount', id: '0-84' },
  { name: 'fees', singular: 'fee', id: '0-85' },
  { name: 'taxes', singular: 'tax', id: '0-86' },
  { name: 'payments', singular: 'payment', id: '0-101' },
  { name: 'users', singular: 'user', id: '0-115' },
  { name: 'postal_mail', singular: 'postal_mail', id: '0-116' },
  { name: 'orders', singular: 'order', id: '0-123' },
  { name: 'leads', singular: 'lead', id: '0-136' },
  { name: 'carts', singular: 'cart', id: '0-142' },
  { name: 'services', singular: 'service', id: '0-162' },
  { name: 'courses', singular: 'course', id: '0-410' },
  { name: 'listings', singular: 'listing', id: '0-420' },
  { name: 'appointments', singular: 'appointment', id: '0-421' },
  { name: 'projects', singular: 'project', id: '0-970' },
] as const;

export type StandardObjectType = (typeof STANDARD)[number]['name'];

/** Form of an object type id, `<n>-<n>` (interface 4). Each id has one spelling. */
export const OBJECT_TYPE_ID = /^(?:0|[1-9]\d*)-(?:0|[1-9]\d*)$/;

const CANONICAL: ReadonlyMap<string, StandardObjectType> = new Map(
  STANDARD.flatMap((type) => [type.name, type.singular, type.id].map((spelling) => [spelling, type.name] as const)),
);

export const STANDARD_OBJECT_TYPES: readonly StandardObjectType[] = STANDARD.map((type) => type.name);

export function isStandardObjectType(name: string): name is StandardObjectType {
  return CANONICAL.get(name) === name;
}

/** Returns the plural name for every spelling of a standard object type. Returns any other text unchanged. */
export function canonicalObjectType(spelling: string): string {
  return CANONICAL.get(spelling.toLowerCase()) ?? spelling;
}

/** Returns the id of a standard object type. Returns any other type unchanged, because it has only one spelling. */
export function findObjectTypeId(canonical: string): string {
  return STANDARD.find((type) => type.name === canonical)?.id ?? canonical;
}

/**
 * Returns the account id and the plain name in the fully qualified name of a custom object, `p<account id>_<name>`. Returns undefined for
 * any other text.
 */
export function qualifiedObject(text: string): { readonly hubId: number; readonly name: string } | undefined {
  const [, hubId, name] = /^p([1-9]\d*)_(.+)$/i.exec(text) ?? [];
  return hubId === undefined || name === undefined ? undefined : { hubId: Number(hubId), name };
}

/** Returns the name of a custom object that each surface accepts. */
export function qualifiedName(hubId: number | string, name: string): string {
  return `p${hubId}_${name}`;
}

/** True if the text is not a standard object type, a type id, or a name with an account. It may then be the name of a custom object. */
export function isPlainName(objectType: string): boolean {
  const isStandard = isStandardObjectType(canonicalObjectType(objectType));
  return !isStandard && !OBJECT_TYPE_ID.test(objectType) && qualifiedObject(objectType) === undefined;
}

/** Returns the standard object type of a webhook event prefix, such as `contacts` for `contact`. Returns undefined for other prefixes. */
export function objectTypeOfPrefix(prefix: string): StandardObjectType | undefined {
  return STANDARD.find((type) => type.singular === prefix)?.name;
}

/**
 * True if the event type already implies the object type. A contact event with and without the type is the same subscription, so a second
 * subscription would notify twice.
 */
export function saysOwnType(eventType: string, objectTypeId: string | undefined): boolean {
  const own = objectTypeOfPrefix(eventType.split('.')[0] ?? '');
  return own !== undefined && objectTypeId !== undefined && canonicalObjectType(objectTypeId) === own;
}
