/** A proxy as the transport uses it: its address without credentials, and the header that carries them. */

import { decoded } from '../contract/address-secrets.ts';
import type { ProxyOptions } from '../contract/proxy.ts';
import { type Secret, secret } from '../contract/secret.ts';
import { UsageError } from '../errors.ts';

export interface ProxyAddress {
  /** Without credentials. */
  readonly origin: string;
  /** Host and port, for people. */
  readonly host: string;
  /** The value of its Proxy-Authorization header. */
  readonly authorization: Secret | undefined;
  /** Hosts that are reached without it, in the form of NO_PROXY. */
  readonly except: string;
}

/** @throws UsageError `proxy-invalid`, which does not repeat the address: it can hold a password. */
export function proxyAddress({ url: given, except = '', source = 'proxy.url' }: ProxyOptions): ProxyAddress {
  // Callers without types may pass the address as it is.
  if (typeof given?.reveal !== 'function') throw invalid(`${source} is not a secret: pass secret(ADDRESS).`);
  const text = given.reveal().trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  // A password with one of / ? # in it ends the host too early: the rest would be taken for a path.
  if (url === undefined || url.hostname === '' || `${url.pathname}${url.search}${url.hash}`.length > 1) {
    throw invalid(`${source} is not the address of a proxy.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    // What stands before the colon can be a password as well.
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
