/** The record of every request, in order, without its secrets. */

import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS, type EndpointId } from '../../contract/endpoints.ts';
import { HIDDEN } from '../../contract/scrub.ts';
import type { FaultAction } from '../faults/rule.ts';
import { DEVELOPER_KEY_MEMBER } from '../oauth/developer-key.ts';
import { parsedJson } from './json-body.ts';
import { maskedPath } from './served-paths.ts';

export interface RecordedCall {
  /** From 1, in the order the requests arrived. */
  readonly sequence: number;
  /** Undefined when no endpoint has this method and path. */
  readonly endpoint: EndpointId | undefined;
  readonly method: string;
  readonly path: string;
  /** The account of the token; undefined when no token was needed or it was refused. */
  readonly hubId: number | undefined;
  /** Status of the reply. Undefined while the call runs, and if the connection was broken. */
  readonly status: number | undefined;
  /**
   * The parsed body with its secrets masked; the text itself where it does not parse, its size where it is long. Undefined for calls
   * that were refused before their body was read.
   */
  readonly body: unknown;
  /**
   * True if the transaction of the call was committed, even if the caller got a failure. Undefined if the connection to the database broke during the commit.
   */
  readonly committed: boolean | undefined;
  readonly faults: readonly FaultAction[];
}

/**
 * A request as it passes: `arrived` before any fault and any effect, `answered` after its effect and before the first byte of
 * its reply.
 */
export interface CallMoment {
  readonly at: 'arrived' | 'answered';
  readonly sequence: number;
  readonly endpoint: EndpointId;
  /** Same as in a recorded call; false at arrival. */
  readonly committed: boolean | undefined;
}

/** The call waits until this resolves. */
export type OnCall = (moment: CallMoment) => Promise<void> | void;

export interface CallRecorder {
  /** `text`: the body of a caller with a token. */
  start(
    call: Pick<RecordedCall, 'endpoint' | 'method' | 'path' | 'faults'> & { readonly text?: string | undefined },
  ): number;
  finish(sequence: number, outcome: Pick<RecordedCall, 'hubId' | 'status' | 'committed'>): void;
  /** Returns the number of requests. */
  count(): number;
  /** The newest calls, in order; all that are kept when no number is given. */
  last(most?: number): readonly RecordedCall[];
  /** Bytes of text that are kept. */
  bytes(): number;
}

/** Bounds of the record: older calls are forgotten, and a longer body is told by its size. */
export interface RecordLimits {
  readonly calls: number;
  readonly bytes: number;
  readonly bodyBytes: number;
}

const LIMITS: RecordLimits = { calls: 100_000, bytes: 64 * 1024 * 1024, bodyBytes: 1024 * 1024 };

interface Kept {
  readonly call: Omit<RecordedCall, 'body'>;
  /** Body as text, because a parsed body needs several times the memory. */
  readonly text: string | undefined;
}

export function createCallRecorder(limits: RecordLimits = LIMITS): CallRecorder {
  const calls = new Map<number, Kept>();
  let last = 0;
  let bytes = 0;
  const put = (sequence: number, kept: Kept) => {
    const before = calls.get(sequence);
    bytes += measureSize(kept) - (before === undefined ? 0 : measureSize(before));
    calls.set(sequence, kept);
    for (const [oldest, { call, text }] of calls) {
      if (calls.size <= limits.calls && bytes <= limits.bytes) break;
      calls.delete(oldest);
      bytes -= measureSize({ call, text });
    }
  };
  return {
    start({ text, ...call }) {
      last += 1;
      const fresh = { sequence: last, hubId: undefined, status: undefined, committed: false };
      const size = text === undefined ? 0 : Buffer.byteLength(text);
      const kept = size > limits.bodyBytes ? JSON.stringify(`[${size} bytes]`) : text;
      put(last, { call: { ...fresh, ...call }, text: kept });
      return last;
    },
    finish(sequence, outcome) {
      const kept = calls.get(sequence);
      if (kept !== undefined) put(sequence, { ...kept, call: { ...kept.call, ...outcome } });
    },
    count: () => last,
    last: (most = calls.size) =>
      [...calls.values()]
        .slice(Math.max(0, calls.size - most))
        .map(({ call, text }) => ({ ...call, body: parseShown(text) })),
    bytes: () => bytes,
  };
}

function measureSize({ call, text }: Kept): number {
  return Buffer.byteLength(call.path) + call.method.length + (text === undefined ? 0 : Buffer.byteLength(text));
}

/** Returns the parsed value if the service would accept the text, otherwise the text. */
function parseShown(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return parsedJson(text);
  } catch {
    return text;
  }
}

/** The address of a request without its secrets. The query of a call without an endpoint is left out. */
export function maskedAddress(endpoint: EndpointId | undefined, address: string): string {
  // The router ends a path at either sign.
  const [path = '', query] = address.split(/[?#](.*)/s);
  const masked = maskedPath(path);
  return endpoint === undefined || query === undefined ? masked : `${masked}?${maskedQuery(endpoint, query)}`;
}

/** Shows only members that the endpoint accepts. Any other member, also its name, can be a secret. */
function maskedQuery(endpoint: EndpointId, query: string): string {
  const { query: schema }: Endpoint = ENDPOINTS[endpoint];
  const accepted = schema?.();
  const shape = accepted instanceof z.ZodObject ? accepted.shape : {};
  return query
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      if (Object.hasOwn(shape, name)) return pair;
      return name === DEVELOPER_KEY_MEMBER ? `${name}=${HIDDEN}` : HIDDEN;
    })
    .join('&');
}

/** Members of these bodies that are not secrets. Other members may be secrets. */
const OPEN_MEMBERS: ReadonlySet<string> = new Set(['grant_type', 'client_id', 'redirect_uri', 'scope']);

/** Returns the text of a body to keep. If it carries tokens, only the names of secret members stay. */
export function maskedText(endpoint: EndpointId, text: string | undefined): string | undefined {
  if (text === undefined) return text;
  if (ENDPOINTS[endpoint].encoding === 'form') return masked([...new URLSearchParams(text)]);
  return endpoint === 'readTokenInfo' ? masked(listMembers(text)) : text;
}

function masked(members: readonly (readonly [string, unknown])[]): string {
  const pairs = members.map(([name, value]) =>
    OPEN_MEMBERS.has(name) ? [name, value] : [/^\w{1,40}$/.test(name) ? name : '[unreadable]', '[secret]'],
  );
  return JSON.stringify(Object.fromEntries(pairs));
}

function listMembers(text: string): readonly (readonly [string, unknown])[] {
  const value = parseShown(text);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [['', value]];
}
