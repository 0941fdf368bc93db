/** A call as plain data, and who executes calls: a reader can only read, a caller can do both. */

import type { BodyOf, EndpointId, ParamsOf, QueryOf, ReadEndpointId, ReplyOf } from './endpoints.ts';

/** One API call as serialisable data. */
export interface ApiCall {
  readonly endpoint: EndpointId;
  /** Path parameters by the names of the interface, not encoded. */
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
  readonly signal?: AbortSignal | undefined;
  /** Ends every wait of the call and starts no try of it, and lets one that is in flight get its reply. */
  readonly stop?: AbortSignal | undefined;
  /** For a write: asked before each try, the first one included. */
  readonly precheck?: Precheck | undefined;
}

/** What a write rests on, such as values that were read: it leaves only while the check of it is recent. */
export interface Precheck {
  /** Whether it was checked recently enough for the request to leave now. */
  isRecent(): boolean;
  /** Checks again, by calls of its own. What it throws ends the call unsent. */
  renew(): Promise<void>;
}

export interface Answer<E extends EndpointId = EndpointId> {
  readonly status: number;
  /** The reply body, checked against the contract; undefined where the endpoint answers without one. */
  readonly value: ReplyOf<E>;
  /** How often the request was sent, from 1. */
  readonly attempts: number;
  /** Milliseconds by which the clock of the service was ahead of that of this machine; absent where the reply does not say the time. */
  readonly ahead?: number;
}

/** What observe is handed: endpoints that read and no others, so that a plan cannot write. */
export interface Reader {
  read(call: ReadCall, options?: CallOptions): Promise<Answer>;
}

/** Throws ApiError, TransportError, ContractError, AuthError, or UsageError for a call that does not fit its endpoint; any HTTP failure left after the retries is an ApiError. */
export interface Caller extends Reader {
  send(call: ApiCall, options?: CallOptions): Promise<Answer>;
}
