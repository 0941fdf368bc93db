/** Operations, calls and waits that a reconciler reports to a consumer, which makes spans and metrics from them. */

import type { EndpointId } from '../contract/endpoints.ts';
import type { Surface } from '../contract/surfaces.ts';

export type OperationName =
  | 'plan'
  | 'revert'
  | 'recover'
  | 'apply'
  | 'drift'
  | 'list'
  | 'explain'
  | 'pull'
  | 'snapshot'
  | 'compare';

export interface Operation {
  readonly name: OperationName;
  /** Name of the account. */
  readonly account: string;
  readonly surface: Surface;
}

/** A finished attempt of a call. */
export interface ObservedExchange {
  readonly endpoint: EndpointId;
  readonly method: string;
  /** Undefined if there was no reply. */
  readonly status: number | undefined;
  /** Code of the TransportError if there was no reply. */
  readonly failure: string | undefined;
  /** Id of the call, shared by all of its attempts. */
  readonly call: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * Consumer of telemetry, from `openTelemetry()` of trueup/telemetry. Its errors change no result. An error of `operation` is reported once,
 * and other errors are ignored.
 */
export interface Telemetry {
  /**
   * Runs the work of an operation. The work runs once, even if it is called several times. The caller ignores the result and the error of
   * this method.
   */
  operation<T>(operation: Operation, work: () => Promise<T>): Promise<T>;
  exchange(exchange: ObservedExchange): void;
  /** Reports the start of a wait that the service asks for. */
  waiting(wait: { readonly reason: string; readonly ms: number }): void;
}
