/** A call as plain data, and who carries calls: a reader can only read, a caller can do both. */

import type { BodyOf, EndpointId, ParamsOf, QueryOf, ReadEndpointId, ReplyOf } from './endpoints.ts';

/** One API call as serialisable data. */
export interface ApiCall {
  readonly endpoint: EndpointId;
  /** Path parameters by the names of the specification, not encoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The same, with the types of one endpoint. */
export type TypedCall<E extends EndpointId> = {
  readonly endpoint: E;
  readonly params: ParamsOf<E>;
  readonly query?: QueryOf<E>;
} & (BodyOf<E> extends undefined ? { readonly body?: undefined } : { readonly body: BodyOf<E> });

export interface ReadCall extends ApiCall {
  readonly endpoint: ReadEndpointId;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface Answer<E extends EndpointId = EndpointId> {
  readonly status: number;
  /** The reply body, checked against the contract; undefined where the endpoint answers without one. */
  readonly value: ReplyOf<E>;
  /** How often the request was sent, from 1. */
  readonly attempts: number;
}

/** What observe is handed: GET endpoints only, so that a plan cannot write. */
export interface Reader {
  read(call: ReadCall, options?: CallOptions): Promise<Answer>;
}

/** Throws ApiError, TransportError, ContractError, AuthError, or UsageError for a call that does not fit its endpoint; any HTTP failure left after the retries is an ApiError. */
export interface Caller extends Reader {
  send(call: ApiCall, options?: CallOptions): Promise<Answer>;
}
