/** Which app logs in: the one in the account's auth entry, or in the environment. */

import { type AppCredentials, secret } from '../../client/index.ts';
import { UsageError } from '../../errors.ts';
import { type Account, appOf as appOfAccount } from '../../model/account.ts';
import { hostOf, VENDOR } from '../../model/host.ts';
import type { World } from '../world.ts';

/** Throws UsageError that names what is missing. */
export function appOf(account: Account, world: World, clientId: string | undefined): AppCredentials {
  const ofAccount = appOfAccount(account.credentials);
  const id = clientId ?? ofAccount?.clientId ?? world.env['TRUEUP_CLIENT_ID'];
  const text = world.env['TRUEUP_CLIENT_SECRET'];
  const clientSecret = ofAccount?.clientSecret ?? (text === undefined || text === '' ? undefined : secret(text));
  const noId = id === undefined || id === '';
  if (noId && clientSecret === undefined)
    throw missing('id and the secret', 'Set TRUEUP_CLIENT_ID and TRUEUP_CLIENT_SECRET.');
  if (noId) throw missing('id', 'Pass --client-id, or set TRUEUP_CLIENT_ID.');
  if (clientSecret === undefined) throw missing('secret', 'Set TRUEUP_CLIENT_SECRET; there is no flag for it.');
  return { clientId: id, clientSecret };
}

/**
 * The page of the public service is on another host than its API; any other service has it at its base URL. With the
 * account id, it is the page of that account only.
 */
export function authorizePage(baseUrl: string, hubId: number | undefined): string {
  const base = hostOf(baseUrl) === VENDOR ? 'https://app.hubspot.com' : baseUrl.replace(/\/+$/, '');
  return hubId === undefined ? `${base}/oauth/authorize` : `${base}/oauth/${hubId}/authorize`;
}

function missing(what: 'id' | 'secret' | 'id and the secret', hint: string): UsageError {
  return new UsageError(
    'app-unknown',
    `The ${what} of the app ${what === 'id and the secret' ? 'are' : 'is'} unknown.`,
    {
      hint: `${hint} For one account, a private app or service key needs no login: set TRUEUP_ACCESS_TOKEN to its token.`,
    },
  );
}
