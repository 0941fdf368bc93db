/** Identifies the account of a token. Tries the call for this kind of token and surface first, then the call that works for every token. */

import type { Reader } from '../../contract/calls.ts';
import type { TokenState } from '../../contract/dated-oauth.ts';
import type { ReadEndpointId, ReplyOf } from '../../contract/endpoints.ts';
import type { TokenInfo, TokenMetadata } from '../../contract/oauth.ts';
import type { Secret } from '../../contract/secret.ts';
import { DEFAULT_SURFACE, type Surface } from '../../contract/surfaces.ts';
import { isAppToken } from '../../contract/token-forms.ts';
import { ApiError, AuthError, ContractError, type TokenUse } from '../../errors.ts';

export interface TokenIdentity {
  /** `app-token`: of a private app or a service key. `unknown`: the service does not say. */
  readonly kind: 'oauth-token' | 'app-token' | 'unknown';
  readonly hubId: number;
  /** Null where the service does not tell them. */
  readonly scopes: readonly string[] | null;
  /** Type of the account. Null if the account details were not read or lack it. */
  readonly accountType: string | null;
  /** Time zone of the account. Null if the account details were not read or lack it. */
  readonly timeZone: string | null;
  readonly userId: number | null;
  readonly appId: number | null;
  /** Metadata of an OAuth token; null for any other token. */
  readonly metadata: TokenMetadata | null;
}

export interface TokenQuestion extends TokenUse {
  /** Surface of the endpoints that are called (default: dated). */
  readonly surface?: Surface | undefined;
  /** The app of the token, if known. The dated surface needs it for introspection. */
  readonly app?: App | undefined;
  /** Path of the ledger that the expected account id comes from, if it is the ledger's. */
  readonly ledger?: string | undefined;
  /** Environment variable with the expected account id, if there is one. */
  readonly hubIdVariable?: string | undefined;
}

/**
 * Identifies the token that `reader` sends. OAuth tokens are known to token metadata (interface 4.1) or introspection
 * (11.1). Tokens of private apps and service keys are known to account details and token info (10). A refusal proves
 * nothing, so another call follows. The token is invalid only if it is inactive or gets a 401 itself.
 *
 * @throws AuthError `token-unknown`, `token-refused` or `account-unproven`, or an error of the reader
 */
export function identifyToken(reader: Reader, token: Secret, use: TokenQuestion): Promise<TokenIdentity> {
  const { surface = DEFAULT_SURFACE } = use;
  const asking: Asking = { reader, token, surface };
  return isAppToken(token.reveal()) ? byDetails(asking, use, 'app-token') : OF_OAUTH[surface](asking, use);
}

type ActiveState = Extract<TokenState, { readonly active: true }>;
type Way = (asking: Asking, use: TokenQuestion) => Promise<TokenIdentity>;

const NOTHING_ELSE = { userId: null, appId: null, metadata: null } as const;
const NO_DETAILS = { accountType: null, timeZone: null } as const;

const byMetadata: Way = async (asking, use) => {
  const metadata = await catchRefusal(readTokenMetadata(asking), use);
  if ('value' in metadata) return ofMetadata(metadata.value);
  const details = await catchRefusal(readDetails(asking), use);
  if ('refusal' in details) throw unproven([metadata.refusal, details.refusal], use);
  return { kind: 'unknown', ...selectIdentity(details.value), scopes: null, ...NOTHING_ELSE };
};

/** Token info is also requested for tokens that introspection does not know, because only it tells their scopes on the dated surface. */
const byIntrospection: Way = async (asking, use) => {
  if (use.app === undefined) return byDetails(asking, use, 'unknown');
  // A 401 is about the app here, not about the token.
  const state = await catchRefusal(readTokenState(asking, use.app), use, [401]);
  if ('refusal' in state) return byDetails(asking, use, 'unknown', [state.refusal]);
  if (!state.value.active) throw inactive(use);
  const others = mismatches(state.value, asking.token, use.app);
  if (others.length > 0) throw aboutAnother(others, use);
  return ofState(state.value);
};

const OF_OAUTH: Readonly<Record<Surface, Way>> = { documented: byMetadata, dated: byIntrospection };

function ofMetadata(metadata: TokenMetadata): TokenIdentity {
  const { hub_id: hubId, scopes, user_id: userId, app_id: appId } = metadata;
  return { kind: 'oauth-token', hubId, scopes, ...NO_DETAILS, userId, appId, metadata };
}

/** A reply about another token, for example from the cache of a proxy, proves nothing. */
function mismatches(state: ActiveState, token: Secret, { clientId }: App): readonly string[] {
  return [
    ...(state.token === token.reveal() ? [] : ['token']),
    ...(state.token_use === 'access_token' ? [] : ['token_use']),
    ...(state.client_id === clientId ? [] : ['client_id']),
  ];
}

/** The signed form is left out: its members are not known to be those of the documented surface. */
function ofState(state: ActiveState): TokenIdentity {
  const { token, user, hub_domain, scopes, hub_id, app_id, user_id, token_type, expires_in } = state;
  const metadata = {
    token,
    user,
    hub_domain,
    scopes,
    hub_id,
    app_id,
    user_id,
    token_type,
    expires_in: expires_in ?? 0,
  };
  return { ...ofMetadata(metadata), ...(expires_in == null ? { metadata: null } : {}) };
}

async function byDetails(
  asking: Asking,
  use: TokenQuestion,
  kind: 'app-token' | 'unknown',
  earlier: readonly ApiError[] = [],
): Promise<TokenIdentity> {
  // Both are always requested, so they run in parallel.
  const [details, info] = await Promise.all([
    catchRefusal(readDetails(asking), use),
    catchRefusal(readInfo(asking), use).catch(failed),
  ]);
  if ('refusal' in details) {
    if ('failure' in info) throw info.failure;
    if ('refusal' in info) throw unproven([...earlier, details.refusal, info.refusal], use);
    return { kind, hubId: info.value.hubId, ...NO_DETAILS, ...NOTHING_ELSE, ...infoMembers(info.value) };
  }
  if ('failure' in info && !tellsNothing(info.failure)) throw info.failure;
  if (!('value' in info)) return { kind, ...selectIdentity(details.value), scopes: null, ...NOTHING_ELSE };
  const { hubId } = selectIdentity(details.value);
  if (info.value.hubId !== hubId) throw contradicted(hubId, info.value.hubId, use);
  return { kind, ...selectIdentity(details.value), ...NOTHING_ELSE, ...infoMembers(info.value) };
}

const failed = (failure: unknown) => ({ failure });

function selectIdentity({ portalId, accountType, timeZone }: Awaited<ReturnType<typeof readDetails>>) {
  return { hubId: portalId, accountType: accountType ?? null, timeZone: timeZone ?? null };
}

function infoMembers({ scopes, userId, appId }: TokenInfo) {
  // The second version of a scope for sensitive data includes the first version.
  const granted = new Set(scopes.map((scope) => scope.replace(/\.v2$/, '')));
  return { scopes: [...granted], userId: userId ?? null, appId: appId ?? null };
}

/** Scopes are only advice, so a reply without scopes is no error. A broken connection would break again. */
function tellsNothing(failure: unknown): boolean {
  return failure instanceof ApiError || failure instanceof AuthError || failure instanceof ContractError;
}

interface Asking {
  readonly reader: Reader;
  readonly token: Secret;
  readonly surface: Surface;
}

interface App {
  readonly clientId: string;
  readonly clientSecret: Secret;
}

/** The calls that tell whose token it is, on each surface (interface 4.1, 10, 11.1). */
const DETAILS = {
  documented: 'readAccountDetails',
  dated: 'readDatedAccountDetails',
} as const satisfies Record<Surface, ReadEndpointId>;

function readTokenMetadata({ reader, token }: Asking) {
  return read(reader, { endpoint: 'readAccessToken', params: { token: token.reveal() } });
}

function readTokenState({ reader, token }: Asking, { clientId, clientSecret }: App) {
  const body = { client_id: clientId, client_secret: clientSecret.reveal(), token: token.reveal() };
  return read(reader, { endpoint: 'introspectToken', params: {}, body });
}

function readDetails({ reader, surface }: Asking) {
  return read(reader, { endpoint: DETAILS[surface], params: {} });
}

function readInfo({ reader, token }: Asking) {
  return read(reader, { endpoint: 'readTokenInfo', params: {}, body: { tokenKey: token.reveal() } });
}

/** The reader checked the reply against the schema of its endpoint. */
async function read<E extends ReadEndpointId>(
  reader: Reader,
  call: { readonly endpoint: E; readonly params: Readonly<Record<string, string>>; readonly body?: unknown },
): Promise<ReplyOf<E>> {
  return (await reader.read(call)).value as ReplyOf<E>;
}

/** Statuses after which another call may identify the token. 410 means that the path is gone. */
const ASK_ANOTHER: readonly number[] = [400, 403, 404, 410];

/** @param more further statuses that say nothing about the token */
async function catchRefusal<T>(
  reply: Promise<T>,
  use: TokenUse,
  more: readonly number[] = [],
): Promise<{ readonly value: T } | { readonly refusal: ApiError }> {
  try {
    return { value: await reply };
  } catch (error) {
    if (error instanceof ApiError && [...ASK_ANOTHER, ...more].includes(error.status)) return { refusal: error };
    throw refusedToken(error, use);
  }
}

/** A 401 in words that say which token it is about; any other error as it is. */
function refusedToken(error: unknown, { baseUrl, origin }: TokenUse): unknown {
  const answer = error instanceof AuthError ? error.cause : error;
  if (!(answer instanceof ApiError) || answer.status !== 401) return error;
  if (answer.category === 'EXPIRED_AUTHENTICATION') {
    return new AuthError('token-refused', `The access token ${origin} has expired: ${answer.message}`, {
      hint: SET_ANOTHER,
      cause: error,
    });
  }
  return new AuthError('token-unknown', `The service at ${baseUrl} does not know the access token ${origin}.`, {
    hint: 'Check that the token belongs to this address, is complete and has not expired.',
    cause: error,
  });
}

const SET_ANOTHER = 'Set a new access token, or a client id, a client secret and a refresh token to renew it.';

/** Introspection says so of a token that is expired, revoked, unknown or of another app (assumption A63). */
function inactive({ baseUrl, origin }: TokenUse): AuthError {
  return new AuthError(
    'token-refused',
    `The service at ${baseUrl} says that the access token ${origin} is not active.`,
    {
      hint: `It is expired, revoked, or of another app than the client id. ${SET_ANOTHER}`,
    },
  );
}

function unproven(refusals: readonly ApiError[], { baseUrl, origin }: TokenUse): AuthError {
  const answers = refusals.map(({ message }) => message).join(' ');
  const message = `The service at ${baseUrl} does not tell which account the access token ${origin} belongs to. ${answers}`;
  return new AuthError('account-unproven', message, {
    // The hint of a removed path is more specific.
    hint:
      refusals.find(({ gone }) => gone)?.hint ?? 'Check the base URL, and that the token may read the account details.',
    cause: refusals.at(-1),
  });
}

/** @param members of the reply that do not fit the token or its app */
function aboutAnother(members: readonly string[], { baseUrl, origin }: TokenUse): AuthError {
  const message = `The service at ${baseUrl} answered about another token than the access token ${origin}: ${members.join(', ')} does not match.`;
  return new AuthError('account-unproven', message, {
    hint: 'Check the client id, that the token is an access token of its app, and any proxy in between.',
  });
}

function contradicted(one: number, other: number, { baseUrl, origin }: TokenUse): AuthError {
  const message = `The service at ${baseUrl} tells two accounts for the access token ${origin}: ${one} and ${other}.`;
  return new AuthError('account-unproven', message, { hint: 'Check the base URL, and any proxy in between.' });
}
