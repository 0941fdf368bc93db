/** A call as plain data, and the executors of calls: a Reader can only read, a Caller can read and write. */

import type { BodyOf, EndpointId, ParamsOf, QueryOf, ReadEndpointId, ReplyOf } from './endpoints.ts';

/** An API call as serialisable data. */
export interface ApiCall {
  readonly endpoint: EndpointId;
  /** Path parameters by the names of the interface, not encoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An API call with the types of one endpoint. */
export type TypedCall<E extends EndpointId> = {
  readonly endpoint: E;
  readonly params: ParamsOf<E>;
  readonly query?: QueryOf<E>;
} & (BodyOf<E> extends undefined ? { readonly body?: undefined } : { readonly body: BodyOf<E> });

export interface ReadCall extends ApiCall {
  readonly endpoint: ReadEndpointId;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Ends every wait of the call and starts no further attempt. An attempt in progress still gets its reply. */
  readonly stop?: AbortSignal | undefined;
  /** For a write, consulted before each attempt, including the first. */
  readonly precheck?: Precheck | undefined;
}

/** Check of the conditions of a write, such as values that were read. The write is sent only if the check is recent. */
export interface Precheck {
  /** Returns true if the check is recent enough to send the request now. */
  isRecent(): boolean;
  /** Checks again, with its own calls. If it throws, the call ends unsent. */
  renew(): Promise<void>;
}

export interface Answer<E extends EndpointId = EndpointId> {
  readonly status: number;
  /** The reply body, checked against the contract. Undefined if the endpoint replies without a body. */
  readonly value: ReplyOf<E>;
  /** Number of times that the request was sent, from 1. */
  readonly attempts: number;
}

/** Makes calls to read endpoints only. Observe receives a Reader, so that a plan cannot write. */
export interface Reader {
  read(call: ReadCall, options?: CallOptions): Promise<Answer>;
}

/**
 * Makes any call. Throws ApiError, TransportError, ContractError or AuthError, and UsageError for a call that does not fit its endpoint.
 * Any HTTP failure after the retries is an ApiError.
 */
export interface Caller extends Reader {
  send(call: ApiCall, options?: CallOptions): Promise<Answer>;
}
