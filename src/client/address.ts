/** Checks the addresses that a token may be sent to: https, or this machine. */

import { TransportError, UsageError } from '../errors.ts';

/**
 * Returns the base address without its trailing slash.
 * @throws UsageError if the address is not http(s), or contains a query, a fragment or credentials
 * @throws TransportError `insecure-address` if the address is plain http to another machine
 */
export function baseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new UsageError('base-url-invalid', 'The base URL is not an http or https address.', {
      hint: 'Write it with its scheme, for example https://api.hubapi.com.',
    });
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError('base-url-invalid', 'The base URL must not contain credentials, a query or a fragment.', {
      hint: `Write it as ${url.origin}${url.pathname} and pass the credentials separately.`,
    });
  }
  requireSecure(url);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** @throws TransportError `insecure-address`, before anything is sent. */
export function requireSecure(url: URL): void {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return;
  throw new TransportError('insecure-address', `Nothing was sent to ${url.host}: the address must use https.`, {
    sent: 'no',
    hint: 'A token is sent only over https, or to this machine (127.0.0.1, ::1, localhost). Use an https base URL.',
  });
}

/** Takes host names in the form of URL: IPv4 in four decimal parts, IPv6 shortened and in brackets. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
