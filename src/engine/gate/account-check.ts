/** Checks the account of the token before any read or write, and every account in a reply. */

import { z } from 'zod';
import type { Reader } from '../../contract/calls.ts';
import type { Secret } from '../../contract/secret.ts';
import { AuthError, LedgerError } from '../../errors.ts';
import { ownTokenHint, type TokenUser } from '../../model/account.ts';
import type { Ledger } from '../../model/ledger.ts';
import { identifyToken, type TokenQuestion } from './identity.ts';

export interface ProvenAccount {
  readonly hubId: number;
  /** Null where the service does not tell them. */
  readonly scopes: readonly string[] | null;
  /** Time zone in which the account counts its days. Null if it was not requested. */
  readonly timeZone: string | null;
  /** User of the token. Null if the service does not tell it. */
  readonly user: TokenUser | null;
}

/**
 * Asks the service whose token it is that `reader` sends. `expectedHubId` is that of the configuration, the plan or the ledger;
 * null when none of them knows it yet. Throws AuthError `wrong-account`, and what identifyToken throws.
 */
export async function checkAccount(
  reader: Reader,
  token: Secret,
  expectedHubId: number | null,
  use: TokenQuestion,
): Promise<ProvenAccount> {
  const { hubId, scopes, timeZone, userId, metadata } = await identifyToken(reader, token, use);
  if (expectedHubId !== null) requireOwner(hubId, expectedHubId, use);
  const user = userId === null ? null : { id: String(userId), name: metadata?.user ?? String(userId) };
  return { hubId, scopes, timeZone, user };
}

/** Throws AuthError `wrong-account` if the token belongs to another account. */
export function requireOwner(
  hubId: number,
  expectedHubId: number,
  use: Pick<TokenQuestion, 'hubIdVariable' | 'ledger'> = {},
): void {
  if (hubId !== expectedHubId) throw wrongAccount(hubId, expectedHubId, use);
}

const NamesAccount = z.looseObject({ portalId: z.int() });

/**
 * Throws AuthError `reply-of-other-account` if a reply names another account (v2 groups echo portalId, interface 2.5). The token is
 * verified, so either a proxy mixed up the reply or the call took effect elsewhere. Its effect is in doubt.
 */
export function requireSameAccount(reply: unknown, hubId: number): void {
  const named = NamesAccount.safeParse(reply);
  if (!named.success || named.data.portalId === hubId) return;
  const message = `The reply names another account: ${named.data.portalId}, not ${hubId}.`;
  throw new AuthError('reply-of-other-account', message, {
    hint: `Check any proxy between this machine and the service, and look for the change in account ${named.data.portalId} too.`,
  });
}

function wrongAccount(
  found: number,
  expected: number,
  use: Pick<TokenQuestion, 'hubIdVariable' | 'ledger'>,
): AuthError {
  const { ledger } = use;
  if (ledger === undefined) {
    const message = `The token belongs to account ${found}, not to ${expected}.`;
    return new AuthError('wrong-account', message, { hint: ownTokenHint(found, expected, use) });
  }
  const message = `The token belongs to account ${found}, but the ledger ${ledger} belongs to account ${expected}.`;
  const hint = `Use a token of account ${expected}, or another ledger for account ${found}.`;
  return new AuthError('wrong-account', message, { hint, fix: [{ action: 'use-ledger' }] });
}

/** Returns the configured account id, or that of the ledger. Throws LedgerError `foreign-ledger` if they differ. */
export function expectedHubId(configured: number | undefined, ledger: Ledger): number | null {
  const { hubId } = ledger.account;
  if (configured !== undefined && hubId !== null && configured !== hubId) {
    throw new LedgerError(
      'foreign-ledger',
      `The ledger belongs to account ${hubId}, but the configured account is ${configured}.`,
      {
        hint: 'Use another ledger for this account, or correct the account id: hubId in the configuration, or TRUEUP_HUB_ID where no accounts are declared.',
        fix: [{ action: 'use-ledger' }],
      },
    );
  }
  return configured ?? hubId;
}
