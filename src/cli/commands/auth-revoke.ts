/** `trueup auth revoke`: deletes the refresh token of the account. */

import { revoke } from '../../client/index.ts';
import { AuthError } from '../../errors.ts';
import { AUTH_REVOKE_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { requireCredentials, resolveAccount, withClient } from '../auth/account.ts';
import type { Context } from '../context.ts';
import type { CommonFlags } from '../flags.ts';

export async function revokeToken(context: Context, flags: CommonFlags): Promise<number> {
  const declared = await resolveAccount(context, flags);
  requireCredentials(declared);
  const { account } = declared;
  const { credentials } = account;
  if (credentials.kind !== 'refresh-token') {
    throw new AuthError('no-refresh-token', `The account ${account.name} has no refresh token to delete.`, {
      hint: 'Set TRUEUP_CLIENT_ID, TRUEUP_CLIENT_SECRET and TRUEUP_REFRESH_TOKEN, or give the account a refreshToken.',
    });
  }
  const { surface } = account;
  const result = await withClient(context, flags, { account }, (client) =>
    revoke(client, credentials.refreshToken, { surface, app: credentials }),
  );
  const document = {
    format: AUTH_REVOKE_FORMAT,
    revoked: result === 'revoked',
    account: account.name,
  };
  context.out(flags.json === true ? json(document) : `${SAID[result]}\n`);
  return EXIT.done;
}

const SAID: Readonly<Record<Awaited<ReturnType<typeof revoke>>, string>> = {
  revoked:
    'The refresh token is deleted and gives no new access tokens. Access tokens already issued stay valid until they expire, ' +
    'the app stays installed, and data keeps syncing.',
  'not-active':
    'Nothing was deleted: the refresh token is inactive. It was deleted before, or belongs to another app than the client id.',
};
