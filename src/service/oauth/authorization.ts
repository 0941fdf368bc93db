/** Handles the request of an app at the install URL, and the code after the user's consent (interface 5.1, 5.2). */

import { unstorable } from '../model/plain-text.ts';
import { findRow, insertNew, listRows } from '../store/rows.ts';
import type { AccountRow, Db } from '../store/tables.ts';
import { hashToken } from '../store/tokens.ts';
import { isRedirectAddress, redirectAllowed, scopeList } from './checks.ts';
import { CODE_SECONDS } from './grants.ts';

/** A request that may be shown to a person. */
export interface Authorization {
  readonly appId: number;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** Scopes that the person may deselect. Scopes that the app lacks are left out. */
  readonly optionalScopes: readonly string[];
  readonly state: string | undefined;
  readonly challenge: string | undefined;
  /** The accounts to choose from: one when the address names it. */
  readonly accounts: readonly AccountRow[];
}

/** Reason why the page is not shown. The redirect address is then untrusted and gets no message. */
export interface Unauthorizable {
  readonly problem: string;
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Accepts both spellings of the scope members, with and without s. PKCE must be S256 (assumption A21). */
export async function readAuthorization(
  db: Db,
  given: URLSearchParams,
  hubId: number | undefined,
): Promise<Authorization | Unauthorizable> {
  const twice = [...new Set(given.keys())].find((name) => name !== 'granted' && given.getAll(name).length > 1);
  if (twice !== undefined) return { problem: `The URL contains ${twice} more than once.` };
  if ([...given].flat().some((text) => unstorable(text) !== undefined)) {
    return { problem: 'The URL contains a character that is not allowed.' };
  }
  const clientId = given.get('client_id') ?? '';
  const app = await findRow(db, 'apps', { client_id: clientId });
  if (app === undefined) return { problem: `No app has the client id "${clientId}".` };
  const redirectUri = given.get('redirect_uri') ?? '';
  const registered: readonly string[] = JSON.parse(app.redirect_uris);
  if (!redirectAllowed(registered, redirectUri)) {
    const rule = isRedirectAddress(redirectUri) ? '' : ' It must be https, or http with the host localhost.';
    return { problem: `The redirect URI "${redirectUri}" is not registered for the app.${rule}` };
  }
  const scopes = scopeList(given.get('scopes') ?? given.get('scope') ?? '');
  const own = scopeList(app.scopes);
  const beyond = scopes.filter((scope) => !own.includes(scope));
  if (scopes.length === 0) return { problem: 'The URL names no scopes.' };
  if (beyond.length > 0) return { problem: `The app is not configured for these scopes: ${beyond.join(', ')}.` };
  const challenge = given.get('code_challenge') ?? undefined;
  if (challenge !== undefined && (given.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))) {
    return {
      problem: 'The code challenge requires code_challenge_method=S256 and the hash of a verifier in base64url.',
    };
  }
  const account = hubId === undefined ? undefined : await findRow(db, 'accounts', { hub_id: hubId });
  if (hubId !== undefined && account === undefined) return { problem: `Account ${hubId} does not exist.` };
  const optional = scopeList(given.get('optional_scopes') ?? given.get('optional_scope') ?? '');
  return {
    appId: app.app_id,
    clientId,
    redirectUri,
    scopes,
    optionalScopes: optional.filter((scope) => own.includes(scope) && !scopes.includes(scope)),
    state: given.get('state') ?? undefined,
    challenge,
    accounts: account === undefined ? await listRows(db, 'accounts', {}) : [account],
  };
}

/** A code for the account's owner, good once and for 600 seconds (assumption A22). */
export async function giveCode(
  { db, now, newId }: { readonly db: Db; readonly now: number; readonly newId: () => string },
  authorization: Authorization,
  choice: { readonly account: AccountRow; readonly optionalScopes: readonly string[] },
): Promise<string> {
  const code = `code-${newId()}`;
  await insertNew(db, 'codes', {
    hash: hashToken(code),
    hub_id: choice.account.hub_id,
    app_id: authorization.appId,
    user_id: choice.account.user_id,
    scopes: [...authorization.scopes, ...choice.optionalScopes].join(' '),
    redirect_uri: authorization.redirectUri,
    challenge: authorization.challenge ?? null,
    expires_at: now + CODE_SECONDS * 1000,
    used_at: null,
  });
  return code;
}

/** Returns the redirect address with the members for the app, and keeps its query. */
export function buildRedirect(
  { redirectUri, state }: Pick<Authorization, 'redirectUri' | 'state'>,
  members: Readonly<Record<string, string>>,
): string {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(members)) address.searchParams.append(name, value);
  if (state !== undefined) address.searchParams.append('state', state);
  return address.href;
}
