/** Handles the dated endpoints of OAuth (interface 11.1; assumption A63). Refusals have the standard body. */

import { invalid, Refusal } from '../model/refusal.ts';
import { authenticatedApp, scopeList } from '../oauth/checks.ts';
import { updateRows } from '../store/rows.ts';
import type { AppRow } from '../store/tables.ts';
import { findAccessToken, findRefreshToken, hashToken } from '../store/tokens.ts';
import type { Handler, HandlerCall } from './handler.ts';
import { issueToken, readAccessToken } from './oauth.ts';

export const issueDatedToken: Handler<'issueDatedToken'> = async (call) => {
  const { body } = await standard(() => issueToken(call));
  return { body };
};

/** A token that is unknown, expired, revoked or of another app is not active. */
export const introspectToken: Handler<'introspectToken'> = async (call) => {
  const { token } = call.body;
  const app = await authenticateApp(call);
  const access = await findAccessToken(call.db, hashToken(token));
  if (access !== undefined && access.app_id === app.app_id && access.expires_at > call.now) {
    const { body } = await standard(() => readAccessToken({ ...call, params: { token }, body: undefined }));
    const use = { token_use: 'access_token', token_type: 'bearer', is_private_distribution: false };
    return { body: { ...body, ...use, active: true, client_id: app.client_id } };
  }
  const refresh = await findRefreshToken(call.db, hashToken(token));
  if (refresh === undefined || refresh.app_id !== app.app_id) return { body: { active: false } };
  return {
    body: {
      active: true,
      token_use: 'refresh_token',
      token_type: 'bearer',
      token,
      client_id: app.client_id,
      app_id: refresh.app_id,
      hub_id: refresh.hub_id,
      user_id: refresh.user_id,
      scopes: [...scopeList(refresh.scopes)],
    },
  };
};

/** Access tokens that were issued from it stay valid. */
export const revokeToken: Handler<'revokeToken'> = async (call) => {
  const { db, body, now } = call;
  const app = await authenticateApp(call);
  const row = await findRefreshToken(db, hashToken(body.token));
  if (row === undefined || row.app_id !== app.app_id) throw invalid('The refresh token is not known.');
  await updateRows(db, 'refresh_tokens', { hash: row.hash }, { deleted_at: now });
  return { body: undefined };
};

function authenticateApp({ db, body }: HandlerCall<'introspectToken' | 'revokeToken'>): Promise<AppRow> {
  return standard(() => authenticatedApp(db, body.client_id, body.client_secret));
}

/** Converts a `status` refusal of the documented surface to a validation error. */
async function standard<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) throw invalid(error.message);
    throw error;
  }
}
