/** The three endpoints of token management, and what tells about a refresh token (interface 4.1, 10.3). */

import type { TokenForm } from '../../contract/oauth.ts';
import { isAppToken } from '../../contract/token-forms.ts';
import { formatEmail } from '../data/people.ts';
import { expired, notFound, oauthRefusal, Refusal } from '../model/refusal.ts';
import { authenticatedApp, checkVerifier, narrowedScopes, scopeList } from '../oauth/checks.ts';
import { ACCESS_TOKEN_SECONDS, issueAccessToken, issueRefreshToken, signed } from '../oauth/grants.ts';
import { findRow, updateRows } from '../store/rows.ts';
import type { Db, GrantRow } from '../store/tables.ts';
import { findAccessToken, findRefreshToken, hashToken } from '../store/tokens.ts';
import type { Handler } from './handler.ts';

export const issueToken: Handler<'issueToken'> = async ({ db, body, now, newId }) => {
  const { grant, refreshToken } = await granted({ db, now, newId }, body);
  const scopes = narrowedScopes(grant.scopes, body.scope);
  const accessToken = await issueAccessToken({ db, now, newId }, { ...grant, scopes });
  const claims = {
    iss: 'trueup',
    sub: String(grant.user_id),
    aud: body.client_id,
    hub_id: grant.hub_id,
    iat: Math.floor(now / 1000),
    exp: Math.floor(now / 1000) + ACCESS_TOKEN_SECONDS,
  };
  const unsigned = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return {
    body: {
      token_use: 'access_token',
      token_type: 'bearer',
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: ACCESS_TOKEN_SECONDS,
      id_token: `${unsigned}.${await signed({ db, newId }, unsigned)}`,
      hub_id: grant.hub_id,
      scopes: [...scopeList(scopes)],
      user_id: grant.user_id,
    },
  };
};

/** Needs no Authorization header. An unknown token is a 404 (assumption A25), an expired token a 401. */
export const readAccessToken: Handler<'readAccessToken'> = async ({ db, params, now, newId }) => {
  // Tokens of private apps and service keys do not belong to OAuth (interface 10).
  if (isAppToken(params.token)) throw new Refusal(400, { message: 'The access token must have the correct format' });
  const row = await findAccessToken(db, hashToken(params.token));
  if (row === undefined) throw notFound('The access token is not known.');
  if (row.expires_at <= now) throw expired(row.expires_at, now);
  const account = await findRow(db, 'accounts', { hub_id: row.hub_id });
  const domain = account?.domain ?? '';
  const scopes = scopeList(row.scopes);
  const signature = await signed(
    { db, newId },
    `${row.hub_id}.${row.app_id}.${row.user_id}.${row.expires_at}.${row.scopes}`,
  );
  return {
    body: {
      token: params.token,
      user: formatEmail(account, row.user_id),
      hub_domain: domain,
      scopes: [...scopes],
      signed_access_token: {
        expiresAt: row.expires_at,
        scopes: Buffer.from(row.scopes).toString('base64'),
        hubId: row.hub_id,
        userId: row.user_id,
        appId: row.app_id,
        signature,
        scopeToScopeGroupPks: '',
        newSignature: signature,
        hublet: 'na1',
        trialScopes: '',
        trialScopeToScopeGroupPks: '',
        isUserLevel: false,
      },
      hub_id: row.hub_id,
      app_id: row.app_id,
      expires_in: Math.floor((row.expires_at - now) / 1000),
      user_id: row.user_id,
      token_type: 'access',
    },
  };
};

/** Needs no Authorization header. An unknown or deleted token is a 404 (assumption A03). */
export const readRefreshToken: Handler<'readRefreshToken'> = async ({ db, params }) => {
  const row = await findRefreshToken(db, hashToken(params.token));
  if (row === undefined) throw notFound('The refresh token is not known.');
  const account = await findRow(db, 'accounts', { hub_id: row.hub_id });
  return {
    body: {
      token: params.token,
      user: formatEmail(account, row.user_id),
      hub_domain: account?.domain ?? '',
      scopes: [...scopeList(row.scopes)],
      hub_id: row.hub_id,
      client_id: row.client_id,
      user_id: row.user_id,
      token_type: 'refresh',
    },
  };
};

/** Access tokens of this refresh token stay valid (interface 3 rule 3). An unknown token is a 404 (assumption A03). */
export const deleteRefreshToken: Handler<'deleteRefreshToken'> = async ({ db, params, now }) => {
  const key = { hash: hashToken(params.token), deleted_at: null };
  if (await updateRows(db, 'refresh_tokens', key, { deleted_at: now })) return { body: undefined };
  throw notFound('The refresh token is not known.');
};

interface Granted {
  readonly grant: GrantRow;
  readonly refreshToken: string;
}

type Issuing = { readonly db: Db; readonly now: number; readonly newId: () => string };

function granted(issuing: Issuing, form: TokenForm): Promise<Granted> {
  switch (form.grant_type) {
    case 'authorization_code':
      return grantedByCode(issuing, form);
    case 'refresh_token':
      return grantedByRefresh(issuing, form);
    default:
      throw oauthRefusal('BAD_GRANT_TYPE', 'missing or unknown grant type');
  }
}

/** A code works once, for the app and the redirect address it was given to (interface 4.1 rule 1; assumption A22). */
async function grantedByCode(issuing: Issuing, form: TokenForm): Promise<Granted> {
  const { db, now } = issuing;
  const app = await authenticatedApp(db, form.client_id, form.client_secret);
  const hash = hashToken(form.code ?? '');
  const row = await findRow(db, 'codes', { hash });
  if (row === undefined || row.app_id !== app.app_id || row.used_at !== null) {
    throw oauthRefusal('BAD_AUTH_CODE', 'missing or unknown auth code');
  }
  if (row.expires_at <= now) throw oauthRefusal('EXPIRED_AUTH_CODE', 'the auth code is expired');
  if (form.redirect_uri !== row.redirect_uri) {
    throw oauthRefusal('MISMATCH_REDIRECT_URI', 'the redirect uri does not match the one the code was sent to');
  }
  checkVerifier(row.challenge, form.code_verifier);
  // A second call may have used the code after the read above.
  const isFirst = await updateRows(db, 'codes', { hash, used_at: null }, { used_at: now });
  if (!isFirst) throw oauthRefusal('BAD_AUTH_CODE', 'missing or unknown auth code');
  const grant = selectGrant(row);
  return { grant, refreshToken: await issueRefreshToken(issuing, grant, { clientId: app.client_id }) };
}

/** The refresh token stays the same and stays usable (interface 3 rule 2; assumption A22). */
async function grantedByRefresh({ db }: Issuing, form: TokenForm): Promise<Granted> {
  const app = await authenticatedApp(db, form.client_id, form.client_secret);
  const refreshToken = form.refresh_token ?? '';
  const row = await findRefreshToken(db, hashToken(refreshToken));
  if (row === undefined || row.app_id !== app.app_id) {
    throw oauthRefusal('BAD_REFRESH_TOKEN', 'missing or invalid refresh token');
  }
  return { grant: selectGrant(row), refreshToken };
}

function selectGrant({ hub_id, app_id, user_id, scopes }: GrantRow): GrantRow {
  return { hub_id, app_id, user_id, scopes };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
