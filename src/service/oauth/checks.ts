/** Checks a request of the token endpoint: the client, the redirect URI, the code verifier and the scopes. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { oauthRefusal } from '../model/refusal.ts';
import { findRow } from '../store/rows.ts';
import type { AppRow, Db } from '../store/tables.ts';
import { hashToken } from '../store/tokens.ts';

/** The app of this client id, if the secret is its own (interface 5.5). */
export async function authenticatedApp(
  db: Db,
  clientId: string | undefined,
  clientSecret: string | undefined,
): Promise<AppRow> {
  const app = clientId === undefined ? undefined : await findRow(db, 'apps', { client_id: clientId });
  if (app === undefined) throw oauthRefusal('BAD_CLIENT_ID', 'missing or unknown client id');
  if (clientSecret === undefined || !same(hashToken(clientSecret), app.secret_hash)) {
    throw oauthRefusal('BAD_CLIENT_SECRET', 'missing or invalid client secret');
  }
  return app;
}

/** PKCE with S256: the verifier's hash must be the challenge that the authorize page was given. */
export function checkVerifier(challenge: string | null, verifier: string | undefined): void {
  if (challenge === null) return;
  const hash = createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url');
  if (verifier === undefined || !same(hash, challenge)) {
    throw oauthRefusal('BAD_CODE_VERIFIER', 'missing or invalid code verifier');
  }
}

/** Returns the granted scopes, or the part of them that the form asks for (assumption A71). */
export function narrowedScopes(granted: string, asked: string | undefined): string {
  const requested = scopeList(asked ?? '');
  if (requested.length === 0) return granted;
  const beyond = requested.filter((scope) => !scopeList(granted).includes(scope));
  if (beyond.length > 0) throw oauthRefusal('BAD_SCOPE', `scopes that were not granted: ${beyond.join(' ')}`);
  return requested.join(' ');
}

/** Scopes are separated by blanks; commas and plus signs left over from addresses are taken too. */
export function scopeList(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,+]+/).filter((scope) => scope !== ''))];
}

/**
 * Registered address that allows every port and path of localhost. It is a convenience for tests; the vendor lacks it.
 */
export const ANY_LOCALHOST = 'http://localhost';

/** True if an app may have this address: https, or http with the host `localhost`. */
export function isRedirectAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
}

/** True if the app has registered this redirect address with its port. */
export function redirectAllowed(registered: readonly string[], redirectUri: string): boolean {
  if (!isRedirectAddress(redirectUri)) return false;
  return registered.some(
    (own) => own === redirectUri || (own === ANY_LOCALHOST && originWithoutPort(redirectUri) === own),
  );
}

function originWithoutPort(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, username, password, hash } = new URL(address);
  return username + password + hash === '' ? `${protocol}//${hostname}` : undefined;
}

function same(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
