/** An access token for the account's credentials. */

import type { Client } from '../../client/index.ts';
import { refreshingToken, staticToken, systemClock, type TokenSource, tokenIssuer } from '../../client/index.ts';
import { AuthError } from '../../errors.ts';
import type { Account } from '../../model/account.ts';

/** `client` needs no token of its own. Throws AuthError when the account has no credentials. */
export function tokensOf(account: Account, client: Client): TokenSource {
  const { credentials } = account;
  switch (credentials.kind) {
    case 'access-token':
      return staticToken(credentials.accessToken);
    case 'refresh-token':
      return refreshingToken({ ...credentials, issue: tokenIssuer(client), clock: systemClock });
    case 'none':
      throw new AuthError('no-credentials', `The account ${account.name} has no credentials.`, {
        hint: 'Run trueup auth login, or set TRUEUP_ACCESS_TOKEN.',
      });
  }
}
