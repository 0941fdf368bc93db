/** Which service a base URL points to: addresses of one service count as one host, which the ledger pins together with the account. */

export const LOOPBACK_NAME = 'localhost';
/** All addresses of this machine: an embedded service gets another port with each start. */
const LOOPBACK = `http://${LOOPBACK_NAME}`;
export const VENDOR_NAME = 'api.hubapi.com';
/** The vendor's address; an account is in one region, and each region answers for all. */
export const VENDOR = `https://${VENDOR_NAME}`;
const VENDOR_REGION = /^api-[a-z]{2}\d\.hubapi\.com$/;

/** The origin, and one for all that lead to the same service. What is no address stays as it is. */
export function hostOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  if (isLoopback(url.hostname)) return LOOPBACK;
  if (url.origin === `https://${url.hostname}` && VENDOR_REGION.test(url.hostname)) return VENDOR;
  return canonicalUrl(baseUrl);
}

/** The address as it is used: lower case, punycode, without the default port. What is no address stays as it is. */
export function canonicalUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Host names as URL gives them: IPv4 in four decimal parts, IPv6 in brackets and shortened. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
