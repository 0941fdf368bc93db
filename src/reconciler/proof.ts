/** Verifies the account of every token before a call uses it. Requests another token once if the service refuses one. */

import type { TokenSource } from '../client/index.ts';
import type { Secret } from '../contract/secret.ts';
import { type ProvenAccount, requireOwner } from '../engine/gate/account-check.ts';
import { AuthError } from '../errors.ts';

export interface Proof {
  /** Source of verified tokens of one account. A later token may belong to another account. */
  readonly tokens: TokenSource;
  /**
   * Verifies the token again. The first verified account stays the account of the session. Throws AuthError `wrong-account` if the token
   * belongs to another account, or not to the expected one. `ledger` is the path of the ledger that expects it.
   */
  prove(expectedHubId: number | null, ledger?: string): Promise<ProvenAccount>;
  /** Returns true after the first verification. Its tokens stay usable during a later one. */
  isProven(): boolean;
}

/** @param check identifies the token with a call, and throws if it does not belong to the expected account */
export function proving(
  source: TokenSource,
  check: (token: Secret, expectedHubId: number | null, ledger: string | undefined) => Promise<ProvenAccount>,
): Proof {
  const proofs = new Map<string, Promise<ProvenAccount>>();
  let pinned: number | null = null;
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
      return account;
    },
    isProven: () => pinned !== null,
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
