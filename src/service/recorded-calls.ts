/** The record of every request, in order, without its secrets. */

import { ENDPOINTS, type EndpointId } from '../contract/endpoints.ts';
import type { FaultAction } from './faults.ts';

export interface RecordedCall {
  /** From 1, in the order the requests arrived. */
  readonly sequence: number;
  /** Undefined when no endpoint has this method and path. */
  readonly endpoint: EndpointId | undefined;
  readonly method: string;
  readonly path: string;
  /** The account of the token; undefined when no token was needed or it was refused. */
  readonly hubId: number | undefined;
  /** What was answered; undefined while the call runs and when the connection was broken. */
  readonly status: number | undefined;
  /** The parsed body with its secrets masked. */
  readonly body: unknown;
  /** Whether the call's transaction was committed: its effect stays whatever the caller was told. */
  readonly committed: boolean;
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
  /** At arrival always false. */
  readonly committed: boolean;
}

/** The call waits until this resolves. */
export type OnCall = (moment: CallMoment) => Promise<void> | void;

export interface CallRecorder {
  start(call: Pick<RecordedCall, 'endpoint' | 'method' | 'path' | 'body' | 'faults'>): number;
  finish(sequence: number, outcome: Pick<RecordedCall, 'hubId' | 'status' | 'committed'>): void;
  all(): readonly RecordedCall[];
}

/** Older calls are forgotten beyond this many. */
const MOST = 100_000;

export function createCallRecorder(): CallRecorder {
  const calls = new Map<number, RecordedCall>();
  let last = 0;
  return {
    start(call) {
      last += 1;
      calls.set(last, { sequence: last, ...call, hubId: undefined, status: undefined, committed: false });
      calls.delete(last - MOST);
      return last;
    },
    finish(sequence, outcome) {
      const call = calls.get(sequence);
      if (call !== undefined) calls.set(sequence, { ...call, ...outcome });
    },
    all: () => [...calls.values()],
  };
}

/** The path as it may be shown: tokens in it are masked. */
export function maskedPath(endpoint: EndpointId | undefined, path: string): string {
  if (endpoint === undefined) return path;
  const template = ENDPOINTS[endpoint].path;
  return template.includes('{token}') ? template.replace('{token}', '[secret]') : path;
}

const SECRETS: ReadonlySet<string> = new Set(['client_secret', 'refresh_token', 'code', 'code_verifier']);

export function maskedBody(endpoint: EndpointId | undefined, body: unknown): unknown {
  if (endpoint === undefined) return undefined;
  if (ENDPOINTS[endpoint].encoding !== 'form' || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, SECRETS.has(name) ? '[secret]' : value]),
  );
}
