/** `trueup auth status`: whose token it is, how long it lasts, which scopes it has and which the configuration lacks. */

import { metadata, systemClock } from '../../client/index.ts';
import { unknownToken } from '../../errors.ts';
import { tokensOf } from '../../index.ts';
import { tokenOrigin } from '../../model/account.ts';
import { moment, spanOf } from '../../model/moment.ts';
import type { AuthStatusDocument } from '../../report/documents/commands.ts';
import { AUTH_STATUS_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { resolveAccount, withClient } from '../auth/account.ts';
import { lackingScopes, type Need, neededScopes } from '../auth/scopes.ts';
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
        ['user', `${told.user ?? 'unknown'} (${told.user_id})`],
        ['app', String(told.app_id)],
        ['token type', told.token_type],
        ['expires', expiry(context.world.now(), told.expires_in)],
        ['scopes', flags.verbose === true ? told.scopes.join(' ') : `${told.scopes.length} (--verbose lists them)`],
        ...neededScopes(desired).flatMap((need) => hasRow(need, told.scopes)),
        ...(lacking.length === 0 ? [['lacks', 'none'] as const] : []),
        ...lacking.map(({ scopes, kind }) => ['lacks', `${oneOf(scopes, flags)} (${kind})`] as const),
        ...(flags.verbose === true ? signedRows(told) : []),
      ]),
    );
  }
  if (wrong)
    context.note(`The token belongs to account ${told.hub_id}, but ${account.name} is account ${account.hubId}.`);
  return wrong || lacking.length > 0 ? EXIT.refused : EXIT.done;
}

/** `2026-11-18 10:20 UTC (in 29 minutes)`. A service that says nonsense is shown as it is. */
function expiry(now: number, seconds: number): string {
  const end = new Date(now + seconds * 1000);
  if (Number.isNaN(end.getTime())) return `in ${seconds} seconds`;
  return `${moment(end.toISOString())} (in ${spanOf(seconds * 1000) ?? 'less than a minute'})`;
}

/** The first scope that meets the need; no row where none does. */
function hasRow({ scopes, kind }: Need, granted: readonly string[]): readonly (readonly [string, string])[] {
  const held = scopes.find((scope) => granted.includes(scope));
  return held === undefined ? [] : [['has', `${held} (${kind})`]];
}

/** Any one of them is enough, and the first grants least. */
function oneOf(scopes: readonly string[], { verbose = false }: CommonFlags): string {
  const [first = ''] = scopes;
  return verbose || scopes.length < 3 ? scopes.join(' or ') : `${first} or one of ${scopes.length - 1} others`;
}
