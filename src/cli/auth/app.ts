/** Which app logs in: the one in the account's auth entry, or in the environment. */

import { type AppCredentials, secret } from '../../client/index.ts';
import { type AllowedHosts, allows } from '../../config/accounts/allowed-hosts.ts';
import { ConfigError, UsageError } from '../../errors.ts';
import { type Account, findAppCredentials as appOfAccount } from '../../model/account.ts';
import { isLoopback, parseHost, VENDOR } from '../../model/host.ts';
import type { World } from '../world.ts';

/** Throws UsageError that names what is missing. */
export function requireApp(account: Account, world: World, clientId: string | undefined): AppCredentials {
  const ofAccount = appOfAccount(account.credentials);
  const id = clientId ?? ofAccount?.clientId ?? world.env['TRUEUP_CLIENT_ID'];
  const text = world.env['TRUEUP_CLIENT_SECRET'];
  const clientSecret = ofAccount?.clientSecret ?? (text === undefined || text === '' ? undefined : secret(text));
  if (id === undefined || id === '' || clientSecret === undefined) {
    throw new UsageError('app-unknown', 'The id or the secret of the app is unknown.', {
      hint: 'Set TRUEUP_CLIENT_ID and TRUEUP_CLIENT_SECRET. For one account, a private app or service key needs no login: set TRUEUP_ACCESS_TOKEN to its token.',
    });
  }
  return { clientId: id, clientSecret };
}

/**
 * The page of the public service is on another host than its API; any other service has it at its base URL. With the
 * account id, it is the page of that account only.
 */
export function authorizePage(baseUrl: string, hubId: number | undefined): string {
  const base = parseHost(baseUrl) === VENDOR ? 'https://app.hubspot.com' : baseUrl.replace(/\/+$/, '');
  return hubId === undefined ? `${base}/oauth/authorize` : `${base}/oauth/${hubId}/authorize`;
}

/** Of the public service, in each region. */
const VENDOR_PAGE = /^app(-[a-z]{2}\d)?\.hubspot\.com$/;

/** Who logs in there gives away the account. Throws ConfigError unless it is a page of the vendor's or of an allowed host. */
export function requireAuthorizePage(page: string, allowed: AllowedHosts): void {
  if (!URL.canParse(page)) {
    throw new UsageError('usage', 'The authorization page is not a valid address.', {
      hint: 'Write --authorize-url https://app.hubspot.com/oauth/authorize.',
    });
  }
  const { origin, host, protocol, hostname } = new URL(page);
  if (protocol === 'https:' && host === hostname && VENDOR_PAGE.test(hostname)) return;
  if ((protocol === 'https:' || isLoopback(hostname)) && allows(allowed, origin)) return;
  const message = `--authorize-url: ${origin} is not allowed.`;
  const hint = 'Correct the address. Allow the host only if you know who runs it.';
  const fix = [{ action: 'allow-host', host }] as const;
  throw new ConfigError([{ code: 'host-not-allowed', severity: 'error', message, hint, fix }], 'The command');
}
