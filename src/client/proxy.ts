/** A proxy in the form for the transport: its address without credentials, and the header with the credentials. */

import { decoded } from '../contract/address-secrets.ts';
import type { ProxyOptions } from '../contract/proxy.ts';
import { type Secret, secret } from '../contract/secret.ts';
import { UsageError } from '../errors.ts';

export interface ProxyAddress {
  /** Without credentials. */
  readonly origin: string;
  /** Host and port, for messages. */
  readonly host: string;
  /** Value of the Proxy-Authorization header. */
  readonly authorization: Secret | undefined;
  /** Hosts that are reached without the proxy, in the form of NO_PROXY. */
  readonly except: string;
}

/** @throws UsageError `proxy-invalid`, without the address, because it can contain a password */
export function proxyAddress({ url: given, except = '', source = 'proxy.url' }: ProxyOptions): ProxyAddress {
  // Untyped callers may pass the address as a string.
  if (typeof given?.reveal !== 'function') throw invalid(`${source} is not a secret: pass secret(ADDRESS).`);
  const text = given.reveal().trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  // In a password, `/`, `?` or `#` ends the host too early. The rest would be treated as a path.
  if (url === undefined || url.hostname === '' || `${url.pathname}${url.search}${url.hash}`.length > 1) {
    throw invalid(`${source} is not the address of a proxy.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    // The text before the colon can be a password too.
    throw invalid(`${source} has a scheme other than http and https, which is not supported.`);
  }
  return { origin: url.origin, host: url.host, authorization: authorizationOf(url), except };
}

function authorizationOf({ username, password }: URL): Secret | undefined {
  if (username === '' && password === '') return undefined;
  return secret(`Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`);
}

function invalid(message: string): UsageError {
  return new UsageError('proxy-invalid', message, {
    hint: 'Write http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, with special characters of user and password percent-encoded.',
  });
}
