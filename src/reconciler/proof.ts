/** Verifies which account every token belongs to before a call uses it, and requests another token once if the service refuses one. */

import type { TokenSource } from '../client/index.ts';
import type { Secret } from '../contract/secret.ts';
import { type ProvenAccount, requireOwner } from '../engine/gate/account-check.ts';
import { AuthError } from '../errors.ts';

export interface Proof {
  /** Gives proven tokens of the one account only: one that comes later may be of another. */
  readonly tokens: TokenSource;
  /**
   * Asks again whose token it is. The first account that is proven is the one from then on, whatever is expected later. Throws
   * AuthError `wrong-account` when it is not that one, or not the expected one. `ledger`: path of the ledger that expects it.
   */
  prove(expectedHubId: number | null, ledger?: string): Promise<ProvenAccount>;
  /** Whether an account was proven: its tokens serve while `prove` asks again. */
  isProven(): boolean;
}

/** @param check asks the service, and throws when the token is not of the expected account */
export function proving(
  source: TokenSource,
  check: (token: Secret, expectedHubId: number | null, ledger: string | undefined) => Promise<ProvenAccount>,
): Proof {
  const proofs = new Map<string, Promise<ProvenAccount>>();
  let pinned: number | null = null;
  const proofOf = (token: Secret, expected: number | null, ledger?: string): Promise<ProvenAccount> => {
    const key = token.reveal();
    const proof = check(token, expected, ledger);
    // A token does not change its account: the earlier answer serves until this one is there.
    if (!proofs.has(key)) proofs.set(key, proof);
    proof.then(
      () => proofs.set(key, proof),
      () => proofs.delete(key),
    );
    return proof;
  };
  // A token that was proven while no account was known can be of another one: the answer is compared each time.
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

/** The service said that the token is no good: a source that kept it may have another one. */
function isRefused(error: unknown): boolean {
  return error instanceof AuthError && (error.code === 'token-refused' || error.code === 'token-unknown');
}
