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
  /** Milliseconds after which the attempt is aborted. */
  readonly timeoutMs?: number | undefined;
  /**
   * Called after the connection is made, just before the first byte. If it returns false, nothing is sent, and `send` rejects with the
   * TransportError `held-back`. A transport without this check ignores the time that the connection takes.
   */
  readonly mayLeave?: (() => boolean) | undefined;
}

/** Sends a request. Any HTTP status is a reply. Throws TransportError if there is no usable reply. */
export interface Transport {
  send(request: HttpRequest, options?: SendOptions): Promise<HttpReply>;
  /** Releases sockets. Safe to call twice. */
  close(): Promise<void>;
}
