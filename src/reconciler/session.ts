/** The connection of a run to the service: a client with tokens, and the verification of their account. */

import {
  type Client,
  createClient,
  type Exchange,
  fetchedToken,
  refreshingToken,
  staticToken,
  type TokenSource,
  tokenIssuer,
  type Wait,
} from '../client/index.ts';
import type { Clock } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import type { DeveloperKeys } from '../contract/developer-keys.ts';
import type { Transport } from '../contract/http.ts';
import type { Scrubber } from '../contract/scrub.ts';
import type { Secret } from '../contract/secret.ts';
import { checkAccount, type ProvenAccount, requireOwner } from '../engine/gate/account-check.ts';
import type { TokenQuestion } from '../engine/gate/identity.ts';
import { AuthError } from '../errors.ts';
import { type Account, findAppCredentials, tokenOrigin } from '../model/account.ts';
import type { Advice } from '../model/fix.ts';
import type { ReconcilerOptions } from './types.ts';

export interface Session extends Pick<Proof, 'prove' | 'isProven' | 'account'> {
  readonly client: Client;
}

export interface SessionOptions {
  readonly account: Account;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly redaction: Scrubber;
  /** By app id: they carry the calls of their app, which need no token. */
  readonly developerKeys: DeveloperKeys;
  readonly fetchToken?: ReconcilerOptions['fetchToken'];
  /** Advice for an account without credentials. */
  readonly credentialAdvice?: Advice;
  readonly maxWaitMs?: number;
  readonly signal?: AbortSignal;
  readonly onExchange?: (exchange: Exchange) => void;
  readonly onWait?: (wait: Wait) => void;
}

export function openSession(options: SessionOptions): Session {
  const { account, signal, fetchToken: fetched, ...parts } = options;
  let calls = 0;
  /** Ids are unique over all clients of the session. */
  const callId = () => {
    calls += 1;
    return String(calls);
  };
  const base = { ...parts, callId, baseUrl: account.baseUrl, versions: account.versions };
  // Requests for tokens change nothing, so the signal ends them at once. A write would be left in doubt, so for the client the signal is a
  // request to stop. Reads of a plan get the signal per call.
  const cut = { ...base, ...defined({ signal }) };
  const stopped = { ...base, ...defined({ stop: signal }) };
  const use = {
    ...tokenUse(account),
    ...(fetched === undefined ? {} : { origin: 'returned by fetchToken' }),
  };
  const source = sessionTokens(options, () => createClient(cut));
  // Each token is verified with that token, even if calls use another token by then.
  const proof = proving(source, (token, expectedHubId, ledger) =>
    checkAccount(createClient({ ...cut, tokens: staticToken(token) }), token, expectedHubId, {
      ...use,
      ...defined({ ledger }),
    }),
  );
  const { tokens, prove, isProven, account: proven } = proof;
  return { client: createClient({ ...stopped, tokens }), prove, isProven, account: proven };
}

/** Returns how to identify a token of the account's credentials. */
export function tokenUse({ baseUrl, surface, credentials, hubIdVariable }: Account): TokenQuestion {
  return {
    baseUrl,
    origin: tokenOrigin(credentials),
    surface,
    ...defined({ app: findAppCredentials(credentials), hubIdVariable }),
  };
}

function sessionTokens(
  { account, fetchToken, signal, clock, credentialAdvice }: SessionOptions,
  tokenClient: () => Client,
): TokenSource {
  if (fetchToken !== undefined) return fetchedToken(fetchToken, signal);
  return tokensOf(account, tokenClient(), clock, credentialAdvice);
}

/** Returns access tokens from the account's credentials. Throws AuthError if there are none. */
export function tokensOf(
  { name, credentials, surface }: Account,
  client: Client,
  clock: Clock,
  advice: Advice = SET_VARIABLES,
): TokenSource {
  switch (credentials.kind) {
    case 'access-token':
      return staticToken(credentials.accessToken);
    case 'refresh-token':
      return refreshingToken({ ...credentials, issue: tokenIssuer(client, { surface }), clock });
    case 'none':
      throw new AuthError('no-credentials', `The account ${name} has no credentials.`, advice);
  }
}

const SET_VARIABLES: Advice = {
  hint:
    'Set TRUEUP_ACCESS_TOKEN to the token of a private app or a service key, or give the account an auth entry. ' +
    'A login needs an app with OAuth: set TRUEUP_CLIENT_ID and TRUEUP_CLIENT_SECRET first. See docs/real-accounts.md.',
  fix: [{ action: 'log-in' }],
};

interface Proof {
  /** Source of verified tokens of one account. A later token may belong to another account. */
  readonly tokens: TokenSource;
  /**
   * Verifies the token again. The first verified account stays the account of the session. Throws AuthError `wrong-account` if the token
   * belongs to another account, or not to the expected one. `ledger` is the path of the ledger that expects it.
   */
  prove(expectedHubId: number | null, ledger?: string): Promise<ProvenAccount>;
  /** Returns true after the first verification. Its tokens stay usable during a later one. */
  isProven(): boolean;
  /** Null before the first verification. */
  account(): ProvenAccount | null;
}

/** @param check identifies the token with a call, and throws if it does not belong to the expected account */
function proving(
  source: TokenSource,
  check: (token: Secret, expectedHubId: number | null, ledger: string | undefined) => Promise<ProvenAccount>,
): Proof {
  const proofs = new Map<string, Promise<ProvenAccount>>();
  let pinned: number | null = null;
  let last: ProvenAccount | null = null;
  const proofOf = (token: Secret, expected: number | null, ledger?: string): Promise<ProvenAccount> => {
    const key = token.reveal();
    const proof = check(token, expected, ledger);
    // The account of a token does not change, so the earlier answer serves until the new one arrives.
    if (!proofs.has(key)) proofs.set(key, proof);
    proof.then(
      () => proofs.set(key, proof),
      () => proofs.delete(key),
    );
    return proof;
  };
  // A token that was verified before the account was known may belong to another account, so it is compared each time.
  const proven = async (token: Secret): Promise<Secret> => {
    const { hubId } = await (proofs.get(token.reveal()) ?? proofOf(token, pinned));
    if (pinned !== null) requireOwner(hubId, pinned);
    return token;
  };
  const withUsable = async <T>(work: (token: Secret) => Promise<T>): Promise<T> => {
    const token = await source.token();
    try {
      return await work(token);
    } catch (error) {
      const fresh = isRefused(error) ? await source.refresh?.(token) : undefined;
      if (fresh === undefined || fresh.reveal() === token.reveal()) throw error;
      return work(fresh);
    }
  };
  return {
    prove: async (expectedHubId, ledger) => {
      const account = await withUsable((token) => proofOf(token, expectedHubId ?? pinned, ledger));
      pinned ??= account.hubId;
      requireOwner(account.hubId, pinned);
      last = account;
      return account;
    },
    isProven: () => pinned !== null,
    account: () => last,
    tokens: {
      token: () => withUsable(proven),
      refresh: async (rejected) => {
        const fresh = await source.refresh?.(rejected);
        return fresh === undefined ? undefined : proven(fresh);
      },
    },
  };
}

/** The service refused the token. The source may have a newer one. */
function isRefused(error: unknown): boolean {
  return error instanceof AuthError && (error.code === 'token-refused' || error.code === 'token-unknown');
}
