/** Address of a resource: kind and identity in one string, such as `property:contacts/loyaltytier`. */

export const KIND_NAMES = [
  'property-group',
  'property',
  'webhook-subscription',
  'event-definition-property',
  'association-limit',
] as const;

export type KindName = (typeof KIND_NAMES)[number];
export type Address = `${KindName}:${string}`;

/** Joins the identity's parts with slashes; a slash, percent sign or blank inside a part is percent-encoded. */
export function addressOf(kind: KindName, ...parts: readonly string[]): Address {
  return `${kind}:${parts.map((part) => part.replace(/[%/\s]/g, encodeURIComponent)).join('/')}`;
}

export interface ParsedAddress {
  readonly kind: KindName;
  readonly parts: readonly string[];
}

/** Undefined when the text is not the address of a known kind. */
export function parseAddress(text: string): ParsedAddress | undefined {
  const colon = text.indexOf(':');
  const kind = KIND_NAMES.find((name) => name === text.slice(0, colon));
  if (kind === undefined || colon === text.length - 1) return undefined;
  const parts = text.slice(colon + 1).split('/');
  if (!text.includes('%')) return { kind, parts };
  try {
    return { kind, parts: parts.map(decodeURIComponent) };
  } catch {
    return undefined;
  }
}

export function isAddress(text: string): text is Address {
  return parseAddress(text) !== undefined;
}
