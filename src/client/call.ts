/** Converts a call to a request, and a reply to a checked answer. */

import type { ApiCall } from '../contract/calls.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ENDPOINTS, type EndpointId, formatPath, type ReplyOf } from '../contract/endpoints.ts';
import type { HttpReply, HttpRequest } from '../contract/http.ts';
import { parseWith } from '../contract/parse-with.ts';
import type { Versions } from '../contract/surfaces.ts';
import { ContractError } from '../errors.ts';
import { atMost, memberPath, requireFitting } from './check-call.ts';
import { asObject, describePage, oneLine } from './reply-text.ts';

/** The address of the service, and the identity of the caller. */
export interface Addressing {
  readonly baseUrl: string;
  readonly versions: Versions;
  readonly userAgent: string;
}

/** @throws UsageError that names every wrong member if the call does not fit its endpoint, so that the caller can correct it */
export function buildRequest(call: ApiCall, { baseUrl, versions, userAgent }: Addressing): HttpRequest {
  const endpoint: Endpoint = ENDPOINTS[call.endpoint];
  requireFitting(call);
  const query = formatForm({ ...call.query, ...endpoint.sends });
  const body = encode(endpoint, call.body);
  return {
    method: endpoint.method,
    url: `${baseUrl}${formatPath(call.endpoint, call.params, versions)}${query === '' ? '' : `?${query}`}`,
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(body && { 'content-type': CONTENT_TYPES[endpoint.encoding] }),
    },
    ...(body && { body }),
  };
}

/**
 * Returns the body of a 2xx reply.
 * @throws ContractError that names the endpoint and the members
 */
export function checkedValue<E extends EndpointId>(
  endpoint: E,
  reply: HttpReply,
  scrub: (text: string) => string,
): ReplyOf<E> {
  const { reply: expected }: Endpoint = ENDPOINTS[endpoint];
  const schema = expected?.();
  if (schema === undefined || (reply.body.trim() === '' && schema.safeParse(undefined).success)) {
    return undefined as ReplyOf<E>;
  }
  const [first, ...others] = json(reply, endpoint, scrub);
  const parsed = parseWith(schema, first);
  if (parsed.success) return parsed.data as ReplyOf<E>;
  for (const other of others) {
    const again = parseWith(schema, other);
    if (again.success) return again.data as ReplyOf<E>;
  }
  throw new ContractError(endpoint, describeIssues(parsed.issues, first).map(scrub), {
    hint: extendHint(endpoint, UNKNOWN),
  });
}

const UNKNOWN = 'The service replied in a format that this version does not know.';
const NO_JSON =
  'Another program, such as a proxy, may have replied, or the service no longer has the path: check the base URL and the surface.';

function extendHint(endpoint: EndpointId, hint: string): string {
  return ENDPOINTS[endpoint].effect === 'read' ? hint : `${hint} The request may have taken effect.`;
}

const CONTENT_TYPES = { none: '', json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** Sends the body exactly as planned. The schema only checks it. */
function encode(endpoint: Endpoint, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (endpoint.encoding === 'json') return JSON.stringify(body);
  return formatForm(body);
}

function formatForm(value: unknown): string {
  const members = Object.entries(asObject(value) ?? {}).filter(([, member]) => member !== undefined);
  return new URLSearchParams(members.map(([name, member]): [string, string] => [name, String(member)])).toString();
}

function json(
  reply: HttpReply,
  endpoint: EndpointId,
  scrub: (text: string) => string,
): readonly [unknown, ...unknown[]] {
  try {
    return parseReadings(reply.body);
  } catch {
    throw new ContractError(endpoint, [scrub(`it is ${describePage({ ...reply, body: scrub(reply.body) })}`)], {
      hint: extendHint(endpoint, NO_JSON),
    });
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Describes issues by path, problem, and name of the enclosing object, never by value: `results[0].typeId of "tier": expected number`. */
function describeIssues(issues: readonly Issue[], body: unknown): readonly string[] {
  return atMost(
    issues.map(({ path: at, message }) => {
      const text = oneLine(message, 200);
      const name = findNameAt(body, at);
      const of = name === undefined ? '' : ` of ${JSON.stringify(oneLine(name, 100))}`;
      return at.length === 0 ? text : `${memberPath(at)}${of}: ${text}`;
    }),
  );
}

/** Returns the name of the outermost object on the path that has a name. */
function findNameAt(body: unknown, [step, ...rest]: readonly PropertyKey[]): string | undefined {
  const { name } = Object(body);
  if (typeof name === 'string' || step === undefined) return typeof name === 'string' ? name : undefined;
  return findNameAt(Object(body)[step], rest);
}

/** Sixteen digits are the minimum for an integer beyond 2^53. */
const MANY_DIGITS = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * Returns the interpretations of a text, best first. The first has ids as strings if their digits would be lost (interface 2.8;
 * assumption A38). The second has only numbers, for members that are always numbers.
 * @throws SyntaxError if the text is not JSON
 */
function parseReadings(text: string): readonly [unknown, ...unknown[]] {
  const plain: unknown = JSON.parse(text);
  if (!MANY_DIGITS.test(text)) return [plain];
  return [JSON.parse(text, lossless), plain];
}

function lossless(_name: string, value: unknown, context: { readonly source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const { source } = context;
  return source !== undefined && INTEGER.test(source) ? source : value;
}
