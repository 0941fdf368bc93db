/** The vendor's own endpoints about a token: the details of its account, and the token of a private app (interface 10). */

import { isAppToken } from '../../contract/token-forms.ts';
import { UTC_OFFSET_MS } from '../model/account-time.ts';
import { expired, notFound, unauthenticated } from '../model/refusal.ts';
import { scopeList } from '../oauth/checks.ts';
import { findRow } from '../store/rows.ts';
import { findAccessToken, hashToken } from '../store/tokens.ts';
import type { Handler, HandlerCall } from './handler.ts';

/** Every token may read it with any scopes. */
const details = async ({ db, identity }: HandlerCall<'readAccountDetails'>) => ({
  body: {
    portalId: identity.hubId,
    accountType: (await findRow(db, 'accounts', { hub_id: identity.hubId }))?.type ?? 'STANDARD',
    timeZone: 'US/Eastern',
    companyCurrency: 'USD',
    additionalCurrencies: [],
    utcOffset: '-05:00',
    utcOffsetMilliseconds: UTC_OFFSET_MS,
    uiDomain: 'app.hubspot.com',
    dataHostingLocation: 'na1',
  },
});

export const readAccountDetails: Handler<'readAccountDetails'> = details;
export const readDatedAccountDetails: Handler<'readDatedAccountDetails'> = details;

/** A token of another form is not known here (assumption A47). */
export const readTokenInfo: Handler<'readTokenInfo'> = async ({ db, body: { tokenKey }, identity, now }) => {
  if (identity === undefined && !tokenKey.startsWith('pat-na1-')) throw unauthenticated();
  const row = isAppToken(tokenKey) ? await findAccessToken(db, hashToken(tokenKey)) : undefined;
  if (row === undefined) throw notFound('The token is not known.');
  if (row.expires_at <= now) throw expired(row.expires_at, now);
  const { user_id: userId, hub_id: hubId, app_id: appId } = row;
  return { body: { userId, hubId, appId, scopes: scopeList(row.scopes).map(shownScope) } };
};

/** Scopes for sensitive data are shown in their second version. */
function shownScope(scope: string): string {
  return /\.(?:highly_)?sensitive\./.test(scope) ? `${scope}.v2` : scope;
}
