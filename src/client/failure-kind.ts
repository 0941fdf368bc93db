/** The kinds of failed exchanges, as reported to listeners. */

export interface FailureKind {
  readonly code: string;
  /** The rest of a sentence that begins with the request. */
  readonly what: string;
  readonly hint: string;
}

/** True if an error code means that no TLS connection was made. */
export function isTlsCode(code: string): boolean {
  return /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/.test(code);
}
