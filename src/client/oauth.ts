/** OAuth for the login of an app: the install URL, the code exchange, refresh, metadata, revocation (interface 4.1, 5, 11.1). */

import { createHash, randomBytes } from 'node:crypto';
import type { CallOptions } from '../contract/calls.ts';
import type { TokenState } from '../contract/dated-oauth.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { TokenForm, TokenGrant, TokenMetadata } from '../contract/oauth.ts';
import { type Secret, secret } from '../contract/secret.ts';
import { DEFAULT_SURFACE, type Surface } from '../contract/surfaces.ts';
import { ApiError, UsageError } from '../errors.ts';
import type { Client } from './client.ts';

export interface OAuthOptions extends CallOptions {
  /** Surface of the called endpoints. The default is dated. */
  readonly surface?: Surface | undefined;
}

const TOKEN = { documented: 'issueToken', dated: 'issueDatedToken' } as const satisfies Record<Surface, EndpointId>;

/** Credentials that identify the app to the service. */
export interface AppCredentials {
  readonly clientId: string;
  readonly clientSecret: Secret;
}

export interface CodeExchange extends AppCredentials {
  /** The `code` in the redirect. */
  readonly code: Secret;
  readonly redirectUri: string;
  readonly codeVerifier?: Secret | undefined;
  /** Sent as `scope`. Its effect is not specified (interface 4.1 rule 3). */
  readonly scopes?: readonly string[] | undefined;
}

export interface Pkce {
  readonly verifier: Secret;
  /** S256 of the verifier, for the install URL. */
  readonly challenge: string;
}

export interface InstallAddress {
  /** The page that users are sent to, such as `https://app.hubspot.com/oauth/authorize`. */
  readonly page: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly optionalScopes?: readonly string[] | undefined;
  readonly state?: string | undefined;
  readonly challenge?: string | undefined;
}

/** Returns the `issue` function for refreshingToken. Its client needs no token. */
export function tokenIssuer(
  client: Client,
  { surface = DEFAULT_SURFACE, ...options }: OAuthOptions = {},
): (form: TokenForm) => Promise<TokenGrant> {
  return async (form) => (await client.call({ endpoint: TOKEN[surface], params: {}, body: form }, options)).value;
}

/** Exchanges the code of a redirect for tokens (interface 4.1 rule 1). */
export function exchangeCode(client: Client, exchange: CodeExchange, options?: OAuthOptions): Promise<TokenGrant> {
  return tokenIssuer(
    client,
    options,
  )({
    grant_type: 'authorization_code',
    client_id: exchange.clientId,
    client_secret: exchange.clientSecret.reveal(),
    code: exchange.code.reveal(),
    redirect_uri: exchange.redirectUri,
    ...(exchange.codeVerifier && { code_verifier: exchange.codeVerifier.reveal() }),
    ...scopeMember(exchange.scopes),
  });
}

export interface Refresh extends AppCredentials {
  readonly refreshToken: Secret;
  /** Sent as `scope`. Its effect is not specified (interface 4.1 rule 3). */
  readonly scopes?: readonly string[] | undefined;
}

/** Requests a new access token for a refresh token (interface 4.1 rule 2). */
export function refresh(
  client: Client,
  { clientId, clientSecret, refreshToken, scopes }: Refresh,
  options?: OAuthOptions,
): Promise<TokenGrant> {
  return tokenIssuer(
    client,
    options,
  )({
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret.reveal(),
    refresh_token: refreshToken.reveal(),
    ...scopeMember(scopes),
  });
}

/** Returns the `scope` member of the form. It is omitted if no scope is given. */
export function scopeMember(scopes: readonly string[] | undefined): { readonly scope?: string } {
  return scopes === undefined || scopes.length === 0 ? {} : { scope: scopes.join(' ') };
}

/**
 * Returns the metadata of the token: account, app, user, scopes, remaining seconds (interface 2.2). Documented surface; see `introspect`.
 */
export async function metadata(client: Client, token: Secret, options?: CallOptions): Promise<TokenMetadata> {
  return (await client.call({ endpoint: 'readAccessToken', params: { token: token.reveal() } }, options)).value;
}

/** Returns the state of a token of the app, with its owner (interface 11.1). Dated surface. */
export async function introspect(
  client: Client,
  { clientId, clientSecret }: AppCredentials,
  token: Secret,
  options?: CallOptions,
): Promise<TokenState> {
  const body = { client_id: clientId, client_secret: clientSecret.reveal(), token: token.reveal() };
  return (await client.call({ endpoint: 'introspectToken', params: {}, body }, options)).value;
}

export interface RevokeOptions extends OAuthOptions {
  /** The app that the refresh token was issued to. The dated surface needs it. */
  readonly app?: AppCredentials | undefined;
}

/**
 * Deletes a refresh token. Access tokens issued from it stay valid until they expire (interface 3 rule 3). `not-active` means that the
 * token was already inactive before the call, or belongs to another app. Only the dated surface tells.
 */
export async function revoke(
  client: Client,
  refreshToken: Secret,
  { surface = DEFAULT_SURFACE, app, ...options }: RevokeOptions = {},
): Promise<'revoked' | 'not-active'> {
  switch (surface) {
    case 'documented':
      await deleteToken(client, refreshToken, options);
      return 'revoked';
    case 'dated':
      if (app === undefined) {
        throw new UsageError('options-missing', 'revoke was called for the dated surface without app.', {
          hint: 'Pass app: the clientId and the clientSecret of the app that the token was issued to.',
        });
      }
      return revokeWithApp(client, refreshToken, app, options);
  }
}

/** Treats a 404 after a lost reply as success, because the service answers 404 for an unknown token (assumption A03). */
async function deleteToken(client: Client, token: Secret, options: CallOptions): Promise<void> {
  try {
    await client.call({ endpoint: 'deleteRefreshToken', params: { token: token.reveal() } }, options);
  } catch (error) {
    const isDone = error instanceof ApiError && error.status === 404 && !error.gone && error.inDoubt;
    if (!isDone) throw error;
  }
}

async function revokeWithApp(
  client: Client,
  refreshToken: Secret,
  app: AppCredentials,
  options: CallOptions,
): Promise<'revoked' | 'not-active'> {
  const body = {
    client_id: app.clientId,
    client_secret: app.clientSecret.reveal(),
    token: refreshToken.reveal(),
    token_type_hint: 'refresh_token',
  };
  try {
    await client.call({ endpoint: 'revokeToken', params: {}, body }, options);
    return 'revoked';
  } catch (error) {
    // The refusal of a second revocation is not distinguishable, so only introspection shows it (assumption A63).
    if (!(error instanceof ApiError) || error.gone || (error.status !== 400 && error.status !== 404)) throw error;
    const state = await introspect(client, app, refreshToken, options).catch(() => undefined);
    if (state?.active !== false) throw error;
    return error.inDoubt ? 'revoked' : 'not-active';
  }
}

/** Returns a verifier and its challenge (RFC 7636). `entropy` is at least 32 random bytes. */
export function pkcePair(entropy: Uint8Array = randomBytes(32)): Pkce {
  const verifier = Buffer.from(entropy).toString('base64url');
  return { verifier: secret(verifier), challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Returns the install URL of the app, with the scopes under both of their names (interface 5.1; assumption A21). */
export function authorizeUrl(install: InstallAddress): string {
  const url = new URL(install.page);
  const members = {
    client_id: install.clientId,
    redirect_uri: install.redirectUri,
    scopes: install.scopes.join(' '),
    scope: install.scopes.join(' '),
    optional_scopes: install.optionalScopes?.join(' '),
    optional_scope: install.optionalScopes?.join(' '),
    state: install.state,
    code_challenge: install.challenge,
    code_challenge_method: install.challenge === undefined ? undefined : 'S256',
  };
  for (const [name, value] of Object.entries(members)) if (value) url.searchParams.set(name, value);
  return url.href;
}
