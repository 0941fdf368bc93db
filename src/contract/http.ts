/** The interface between client and service: one request, one reply, and the transport that carries them. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute address, path parameters already encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpReply {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the attempt is given up. */
  readonly timeoutMs?: number | undefined;
  /**
   * Asked once a connection is there, right before the first byte. False: nothing is sent, and `send` rejects with the TransportError
   * `held-back`. A transport that cannot ask leaves the time it takes to connect unchecked.
   */
  readonly mayLeave?: (() => boolean) | undefined;
}

/** Carries one request. Throws TransportError when there is no usable reply; any HTTP status is a reply. */
export interface Transport {
  send(request: HttpRequest, options?: SendOptions): Promise<HttpReply>;
  /** Releases sockets. Safe to call twice. */
  close(): Promise<void>;
}
