/** Address of a resource: kind and identity in one string, such as `property:contacts/loyaltytier`. */

/** All kinds. Only this list decides their order: in plans, calls, comparisons, reports and choices. */
export const KIND_NAMES = [
  'object-schema',
  'property-group',
  'property',
  'pipeline',
  'webhook-subscription',
  'event-definition-property',
  'association-label',
  'association-limit',
] as const;

export type KindName = (typeof KIND_NAMES)[number];
export type Address = `${KindName}:${string}`;

/** Joins the identity's parts with slashes. A slash, percent sign, blank or star inside a part is percent-encoded, so that a star is always a pattern. */
export function formatAddress(kind: KindName, ...parts: readonly string[]): Address {
  const plain = parts.some((part) => ENCODED.test(part))
    ? parts.map((part) => part.replace(/[%/\s*]/g, (sign) => (sign === '*' ? '%2A' : encodeURIComponent(sign))))
    : parts;
  return `${kind}:${plain.join('/')}`;
}

const ENCODED = /[%/\s*]/;
const KINDS: ReadonlyMap<string, KindName> = new Map(KIND_NAMES.map((name) => [name, name]));

export interface ParsedAddress {
  readonly kind: KindName;
  readonly parts: readonly string[];
}

/** Returns the kind of an address without parsing its parts. Returns undefined if the text is not an address of a known kind. */
export function parseKind(text: string): KindName | undefined {
  return text.includes('%') ? parseAddress(text)?.kind : parsePrefix(text);
}

function parsePrefix(text: string): KindName | undefined {
  const colon = text.indexOf(':');
  return colon < 0 || colon === text.length - 1 ? undefined : KINDS.get(text.slice(0, colon));
}

/** Returns undefined if the text is not an address of a known kind. */
export function parseAddress(text: string): ParsedAddress | undefined {
  const kind = parsePrefix(text);
  if (kind === undefined) return undefined;
  const parts = text.slice(kind.length + 1).split('/');
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
