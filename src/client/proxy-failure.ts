/** Failures of a proxy, separate from failures of the host behind it. No connection was made, so nothing was sent to the host. */

import { type FailureKind, isTlsCode } from './failure-kind.ts';
import { readErrorCode } from './redact.ts';

export class ProxyFailure extends Error {
  /** Host and port of the proxy. */
  readonly host: string;
  /** Status of the proxy if it is not 200, or the error before it answered. */
  readonly reason: number | Error;
  constructor(host: string, reason: number | Error) {
    super(typeof reason === 'number' ? `The proxy answered with status ${reason}` : reason.message);
    this.name = 'ProxyFailure';
    this.host = host;
    this.reason = reason;
  }

  kind(): FailureKind {
    const { code, what, hint } =
      typeof this.reason === 'number' ? answered(this.reason) : silent(readErrorCode(this.reason));
    return { code, what: `was not sent: the proxy ${this.host} ${what}`, hint };
  }
}

function answered(status: number): FailureKind {
  if (status === 407) {
    const what = 'refused the credentials, or needs some (407)';
    return { code: 'proxy-refused', what, hint: 'Write them in its address: http://USER:PASSWORD@HOST:PORT.' };
  }
  if (status >= 400 && status < 500) {
    const what = `refused to connect to the host (${status})`;
    return { code: 'proxy-refused', what, hint: 'Allow the host in the proxy, or list it in NO_PROXY.' };
  }
  const what = `did not connect to the host (${status})`;
  return { code: 'proxy-failed', what, hint: 'Check the base URL and the proxy.' };
}

function silent(code: string): FailureKind {
  if (isTlsCode(code)) {
    const hint =
      'Check whether the address of the proxy starts with http:// or https://, or set NODE_EXTRA_CA_CERTS to its certificate.';
    return { code: 'tls-failed', what: `gave no trusted TLS connection (${code})`, hint };
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') {
    return { code: 'proxy-failed', what: 'did not answer in time', hint: 'Check the proxy.' };
  }
  if (/^(UND_ERR_SOCKET|UND_ERR_HEADERS_OVERFLOW|ECONNRESET|HPE_.*|HTTPParserError)$/.test(code)) {
    return { code: 'proxy-failed', what: 'gave no valid answer', hint: 'Check the address and the port of the proxy.' };
  }
  const hint = 'Check the address of the proxy (HTTPS_PROXY) and the network of this machine.';
  return { code: 'proxy-unreachable', what: `could not be reached (${code})`, hint };
}
