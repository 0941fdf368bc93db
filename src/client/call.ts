/** From a call as data to a request, and from a reply to a checked answer. */

import type { ApiCall } from '../contract/calls.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ENDPOINTS, type EndpointId, pathOf, type ReplyOf } from '../contract/endpoints.ts';
import { faultsOf, faultText } from '../contract/faults.ts';
import type { HttpReply, HttpRequest } from '../contract/http.ts';
import { parseWith } from '../contract/parse-with.ts';
import { ContractError, UsageError } from '../errors.ts';
import { readingsOf } from './reply-json.ts';
import { asObject, describePage, oneLine } from './reply-text.ts';

/** @throws UsageError naming every member when the call does not fit its endpoint: such a call is its caller's to get right. */
export function requestFor(call: ApiCall, baseUrl: string, userAgent: string): HttpRequest {
  const endpoint: Endpoint = ENDPOINTS[call.endpoint];
  check(call.endpoint, 'query', endpoint.query, call.query);
  check(call.endpoint, 'body', endpoint.body, call.body);
  const query = new URLSearchParams(call.query).toString();
  const body = encode(endpoint, call.body);
  return {
    method: endpoint.method,
    url: `${baseUrl}${path(call)}${query === '' ? '' : `?${query}`}`,
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(body && { 'content-type': CONTENT_TYPES[endpoint.encoding] }),
    },
    ...(body && { body }),
  };
}

/** The body of a 2xx reply. @throws ContractError naming endpoint and members. */
export function checkedValue<E extends EndpointId>(
  endpoint: E,
  reply: HttpReply,
  scrub: (text: string) => string,
): ReplyOf<E> {
  const schema: Endpoint['reply'] = ENDPOINTS[endpoint].reply;
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
  throw new ContractError(endpoint, issuesOf(parsed.issues).map(scrub), { hint: hintFor(endpoint, UNKNOWN) });
}

const UNKNOWN = 'The service answered in a shape that this version does not know.';
const NO_JSON = 'Another program, such as a proxy, may have answered: check the base URL.';

function hintFor(endpoint: EndpointId, hint: string): string {
  return ENDPOINTS[endpoint].method === 'GET' ? hint : `${hint} Whether the service acted is not certain.`;
}

const MOST_ISSUES = 5;
const CONTENT_TYPES = { none: '', json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

function path(call: ApiCall): string {
  try {
    return pathOf(call.endpoint, call.params);
  } catch (error) {
    throw wrongCall(`${error instanceof Error ? error.message : String(error)}.`, error);
  }
}

function check(endpoint: EndpointId, part: 'body' | 'query', schema: Endpoint['body'], value: unknown): void {
  if (schema === undefined) {
    if (value === undefined) return;
    throw wrongCall(`${endpoint} takes no ${part} and was called with one.`);
  }
  if (part === 'query' && value === undefined) return;
  const parsed = parseWith(schema, value);
  if (parsed.success) return;
  const faults = faultsOf(value, parsed.issues).map((fault) => faultText(fault, memberPath(fault.path), part));
  throw wrongCall(`The ${part} for ${endpoint} does not fit: ${atMost(faults).join('; ')}.`);
}

function wrongCall(message: string, cause?: unknown): UsageError {
  return new UsageError('call-invalid', message, { hint: 'Correct the call. Nothing was sent.', cause });
}

/** The body goes out as it was planned, member for member; the schema only checks it. */
function encode(endpoint: Endpoint, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (endpoint.encoding === 'json') return JSON.stringify(body);
  const members = Object.entries(asObject(body) ?? {}).filter(([, value]) => value !== undefined);
  return new URLSearchParams(members.map(([name, value]): [string, string] => [name, String(value)])).toString();
}

function json(
  reply: HttpReply,
  endpoint: EndpointId,
  scrub: (text: string) => string,
): readonly [unknown, ...unknown[]] {
  try {
    return readingsOf(reply.body);
  } catch {
    throw new ContractError(endpoint, [scrub(`it is ${describePage({ ...reply, body: scrub(reply.body) })}`)], {
      hint: hintFor(endpoint, NO_JSON),
    });
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Where and what, never the value: `results[0].typeId: expected number`. */
function issuesOf(issues: readonly Issue[]): readonly string[] {
  return atMost(
    issues.map(({ path: at, message }) => {
      const text = oneLine(message, 200);
      return at.length === 0 ? text : `${memberPath(at)}: ${text}`;
    }),
  );
}

function atMost(texts: readonly string[]): readonly string[] {
  if (texts.length <= MOST_ISSUES) return texts;
  return [...texts.slice(0, MOST_ISSUES), `and ${texts.length - MOST_ISSUES} more`];
}

function memberPath(at: readonly PropertyKey[]): string {
  return at
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${oneLine(String(part), 80)}`,
    )
    .join('');
}
