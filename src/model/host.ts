/** Maps a base URL to the host that the ledger pins with the account. All addresses of one service count as one host. */

export const LOOPBACK_NAME = 'localhost';
/** Host of all addresses of this machine, because an embedded service gets another port at each start. */
const LOOPBACK = `http://${LOOPBACK_NAME}`;
export const VENDOR_NAME = 'api.hubapi.com';
/** Address of the vendor. An account is in one region, and each region serves all accounts. */
export const VENDOR = `https://${VENDOR_NAME}`;
const VENDOR_REGION = /^api-[a-z]{2}\d\.hubapi\.com$/;

/** Returns the origin, and the same host for all addresses of one service. Returns a text that is not a URL unchanged. */
export function parseHost(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  if (isLoopback(url.hostname)) return LOOPBACK;
  if (url.origin === `https://${url.hostname}` && VENDOR_REGION.test(url.hostname)) return VENDOR;
  return canonicalUrl(baseUrl);
}

/** Returns the canonical URL: lower case, punycode, without the default port. Returns a text that is not a URL unchanged. */
export function canonicalUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Takes host names in the form of URL: IPv4 in four decimal parts, IPv6 shortened and in brackets. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
