/** Which account a token belongs to: asks the service in the way that suits the token, then in the way that works for every token. */

import type { Reader } from '../../contract/calls.ts';
import type { ReadEndpointId, ReplyOf } from '../../contract/endpoints.ts';
import type { TokenInfo, TokenMetadata } from '../../contract/oauth.ts';
import type { Secret } from '../../contract/secret.ts';
import { isAppToken } from '../../contract/token-forms.ts';
import { ApiError, AuthError, ContractError, type TokenUse } from '../../errors.ts';

export interface TokenIdentity {
  /** `app-token`: of a private app or a service key. `unknown`: token metadata does not say. */
  readonly kind: 'oauth-token' | 'app-token' | 'unknown';
  readonly hubId: number;
  /** Null where the service does not tell them. */
  readonly scopes: readonly string[] | null;
  /** Null where the account details were not asked for, or do not tell it. */
  readonly accountType: string | null;
  readonly userId: number | null;
  readonly appId: number | null;
  /** Of an OAuth token; null for any other. */
  readonly metadata: TokenMetadata | null;
}

/**
 * Asks about the token that `reader` sends. Token metadata knows OAuth tokens (interface 4.1), account details and token info
 * those of private apps and service keys (interface 10). A call that is refused proves nothing, so another one is made; only a
 * 401 says that the token is no good. Throws AuthError `token-unknown`, `token-refused`, `account-unproven`, and what the reader
 * throws.
 */
export function identifyToken(reader: Reader, token: Secret, use: TokenUse): Promise<TokenIdentity> {
  return isAppToken(token.reveal()) ? ofAppToken(reader, token, use) : ofOtherToken(reader, token, use);
}

const NOTHING_ELSE = { userId: null, appId: null, metadata: null } as const;

async function ofOtherToken(reader: Reader, token: Secret, use: TokenUse): Promise<TokenIdentity> {
  const metadata = await asked(readMetadata(reader, token), use);
  if ('value' in metadata) {
    const { hub_id: hubId, scopes, user_id: userId, app_id: appId } = metadata.value;
    return { kind: 'oauth-token', hubId, scopes, accountType: null, userId, appId, metadata: metadata.value };
  }
  const details = await asked(readDetails(reader), use);
  if ('refusal' in details) throw unproven([metadata.refusal, details.refusal], use);
  const { portalId: hubId, accountType } = details.value;
  return { kind: 'unknown', hubId, scopes: null, accountType: accountType ?? null, ...NOTHING_ELSE };
}

async function ofAppToken(reader: Reader, token: Secret, use: TokenUse): Promise<TokenIdentity> {
  const details = await asked(readDetails(reader), use);
  if ('refusal' in details) {
    const info = await asked(readInfo(reader, token), use);
    if ('refusal' in info) throw unproven([details.refusal, info.refusal], use);
    return {
      kind: 'app-token',
      hubId: info.value.hubId,
      accountType: null,
      ...NOTHING_ELSE,
      ...infoMembers(info.value),
    };
  }
  const { portalId: hubId, accountType } = details.value;
  const known = { kind: 'app-token', hubId, accountType: accountType ?? null, ...NOTHING_ELSE } as const;
  const info = await readInfo(reader, token).catch(orUnknown);
  if (info === undefined) return { ...known, scopes: null };
  if (info.hubId !== hubId) throw contradicted(hubId, info.hubId, use);
  return { ...known, ...infoMembers(info) };
}

function infoMembers({ scopes, userId, appId }: TokenInfo) {
  // The second version of a scope for sensitive data grants what the scope does.
  const granted = new Set(scopes.map((scope) => scope.replace(/\.v2$/, '')));
  return { scopes: [...granted], userId: userId ?? null, appId: appId ?? null };
}

/** Scopes are for advice alone, so a reply that does not tell them ends nothing; a connection that breaks would break again. */
function orUnknown(error: unknown): undefined {
  if (error instanceof ApiError || error instanceof AuthError || error instanceof ContractError) return undefined;
  throw error;
}

/** The reader checked the reply against the schema of its endpoint. */
async function read<E extends ReadEndpointId>(
  reader: Reader,
  call: { readonly endpoint: E; readonly params: Readonly<Record<string, string>>; readonly body?: unknown },
): Promise<ReplyOf<E>> {
  return (await reader.read(call)).value as ReplyOf<E>;
}

function readMetadata(reader: Reader, token: Secret) {
  return read(reader, { endpoint: 'readAccessToken', params: { token: token.reveal() } });
}

function readDetails(reader: Reader) {
  return read(reader, { endpoint: 'readAccountDetails', params: {} });
}

function readInfo(reader: Reader, token: Secret) {
  return read(reader, { endpoint: 'readTokenInfo', params: {}, body: { tokenKey: token.reveal() } });
}

/** What another call may tell where one is refused; 410: it is no longer there. */
const ASK_ANOTHER: readonly number[] = [400, 403, 404, 410];

async function asked<T>(
  reply: Promise<T>,
  use: TokenUse,
): Promise<{ readonly value: T } | { readonly refusal: ApiError }> {
  try {
    return { value: await reply };
  } catch (error) {
    if (error instanceof ApiError && ASK_ANOTHER.includes(error.status)) return { refusal: error };
    throw refusedToken(error, use);
  }
}

/** A 401 in words that say which token it is about; any other error as it is. */
function refusedToken(error: unknown, { baseUrl, origin }: TokenUse): unknown {
  const answer = error instanceof AuthError ? error.cause : error;
  if (!(answer instanceof ApiError) || answer.status !== 401) return error;
  if (answer.category === 'EXPIRED_AUTHENTICATION') {
    return new AuthError('token-refused', `The access token ${origin} has expired: ${answer.message}`, {
      hint: 'Set a new access token, or a client id, a client secret and a refresh token to renew it.',
      cause: error,
    });
  }
  return new AuthError('token-unknown', `The service at ${baseUrl} does not know the access token ${origin}.`, {
    hint: 'Check that the token belongs to this address, is complete and has not expired.',
    cause: error,
  });
}

function unproven(refusals: readonly ApiError[], { baseUrl, origin }: TokenUse): AuthError {
  const answers = refusals.map(({ message }) => message).join(' ');
  const message = `The service at ${baseUrl} does not tell which account the access token ${origin} belongs to. ${answers}`;
  return new AuthError('account-unproven', message, {
    hint: 'Check the base URL, and that the token may read the account details.',
    cause: refusals.at(-1),
  });
}

function contradicted(one: number, other: number, { baseUrl, origin }: TokenUse): AuthError {
  const message = `The service at ${baseUrl} tells two accounts for the access token ${origin}: ${one} and ${other}.`;
  return new AuthError('account-unproven', message, { hint: 'Check the base URL, and any proxy in between.' });
}
