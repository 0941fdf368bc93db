/** `trueup auth status`: whose token it is, how long it lasts, which scopes it has and which the configuration lacks. */

import { metadata, systemClock } from '../../client/index.ts';
import { unknownToken } from '../../errors.ts';
import { tokensOf } from '../../index.ts';
import { tokenOrigin } from '../../model/account.ts';
import type { AuthStatusDocument } from '../../report/documents/commands.ts';
import { AUTH_STATUS_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { resolveAccount, withClient } from '../auth/account.ts';
import { lackingScopes } from '../auth/scopes.ts';
import { rowsText } from '../auth/show.ts';
import { signedRows, signedToken } from '../auth/signed-token.ts';
import type { Context } from '../context.ts';
import type { CommonFlags } from '../flags.ts';

export async function status(context: Context, flags: CommonFlags): Promise<number> {
  const { account, desired } = await resolveAccount(context, flags);
  const told = await withClient(context, flags, { baseUrl: account.baseUrl }, async (client) =>
    metadata(client, await tokensOf(account, client, systemClock).token()),
  ).catch((error: unknown) => {
    throw unknownToken(error, { baseUrl: account.baseUrl, origin: tokenOrigin(account.credentials) });
  });
  const lacking = lackingScopes(desired, told.scopes);
  const wrong = account.hubId !== undefined && account.hubId !== told.hub_id;
  if (flags.json === true) {
    const document: AuthStatusDocument = {
      format: AUTH_STATUS_FORMAT,
      hubId: told.hub_id,
      expectedHubId: account.hubId ?? null,
      domain: told.hub_domain ?? null,
      user: told.user ?? null,
      userId: told.user_id,
      appId: told.app_id,
      tokenType: told.token_type,
      scopes: told.scopes,
      lacking: lacking.map(({ scopes }) => [...scopes]),
      expiresIn: told.expires_in,
      signedToken: signedToken(told),
    };
    context.out(json(document));
  } else {
    context.out(
      rowsText([
        ['account', `${told.hub_id}${told.hub_domain ? ` (${told.hub_domain})` : ''}`],
        ['user', `${told.user ?? 'not told'} (${told.user_id})`],
        ['app', String(told.app_id)],
        ['token type', told.token_type],
        ['scopes', told.scopes.join(' ')],
        ['expires in', `${told.expires_in} seconds`],
        ...signedRows(told),
        ...lacking.map(({ scopes, kind }) => ['lacks', `${scopes.join(' or ')} (${kind})`] as const),
      ]),
    );
  }
  if (wrong) context.note(`The token is of account ${told.hub_id}, and ${account.name} is account ${account.hubId}.`);
  return wrong || lacking.length > 0 ? EXIT.refused : EXIT.done;
}
