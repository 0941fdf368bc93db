/** What a reconciler reports of its operations, calls and waits, to whoever makes spans and metrics of it. */

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

/** One try of a call, as it ended. */
export interface ObservedExchange {
  readonly endpoint: EndpointId;
  readonly method: string;
  /** Undefined when there was no reply. */
  readonly status: number | undefined;
  /** Code of the TransportError when there was no reply. */
  readonly failure: string | undefined;
  /** Id of the call: its tries have the same. */
  readonly call: string;
  /** Number of the try, from 1. */
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** From `openTelemetry()` of trueup/telemetry. What it throws changes no result: that of `operation` is told once, the rest is left out. */
export interface Telemetry {
  /** Runs the work of an operation, which is done once, however often it is asked for. What it gives or throws itself is not passed on. */
  operation<T>(operation: Operation, work: () => Promise<T>): Promise<T>;
  exchange(exchange: ObservedExchange): void;
  /** A wait that the service asks for begins. */
  waiting(wait: { readonly reason: string; readonly ms: number }): void;
}
