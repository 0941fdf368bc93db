/** Whose account it is: the token's, before anything is read or written, and every reply's that names one. */

import { z } from 'zod';
import type { Reader } from '../../contract/calls.ts';
import { TokenMetadata } from '../../contract/oauth.ts';
import { scopesFor } from '../../contract/scopes.ts';
import type { Secret } from '../../contract/secret.ts';
import { AuthError, LedgerError, type TokenPlace, unknownToken } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { PlannedCall } from '../../model/plan.ts';

export interface ProvenAccount {
  readonly hubId: number;
  readonly scopes: readonly string[];
}

/**
 * Asks the service whose token it is (interface 4.1). `expectedHubId` is that of the configuration, the plan or the ledger; null
 * when none of them knows it yet. Throws AuthError `wrong-account`, `token-unknown`, and what the reader throws.
 */
export async function checkAccount(
  reader: Reader,
  token: Secret,
  expectedHubId: number | null,
  place: TokenPlace,
): Promise<ProvenAccount> {
  const { hub_id: hubId, scopes } = await metadataOf(reader, token, place);
  if (expectedHubId !== null && hubId !== expectedHubId) throw wrongAccount('The token', hubId, expectedHubId);
  return { hubId, scopes };
}

/** One finding for each set of scopes of which the token has none, with the calls that need one of them. */
export function checkScopes(calls: readonly PlannedCall[], granted: readonly string[]): readonly Finding[] {
  const has = new Set(granted);
  const needs = calls.map((call) => ({ call, scopes: scopesFor(call.endpoint, call.params) }));
  const lacking = needs.filter(({ scopes }) => scopes.length > 0 && !scopes.some((scope) => has.has(scope)));
  return [...Map.groupBy(lacking, ({ scopes }) => scopes.join(' or '))].map(([scopes, group]) => ({
    code: 'scope-missing',
    severity: 'error',
    message: `The token lacks ${scopes}, which ${group.map(({ call }) => `${call.id} (${call.method} ${call.path})`).join(', ')} ${group.length === 1 ? 'needs' : 'need'}.`,
    hint: 'Add the scope to the app and authorize it again in the account.',
  }));
}

const NamesAccount = z.looseObject({ portalId: z.int() });

/** Throws AuthError when a reply names another account (v2 groups echo portalId, interface 2.5). */
export function requireSameAccount(reply: unknown, hubId: number): void {
  const named = NamesAccount.safeParse(reply);
  if (named.success && named.data.portalId !== hubId) throw wrongAccount('The reply', named.data.portalId, hubId);
}

async function metadataOf(reader: Reader, token: Secret, place: TokenPlace): Promise<TokenMetadata> {
  try {
    const answer = await reader.read({ endpoint: 'readAccessToken', params: { token: token.reveal() } });
    return TokenMetadata.parse(answer.value);
  } catch (error) {
    throw unknownToken(error, place);
  }
}

function wrongAccount(what: string, found: number, expected: number): AuthError {
  return new AuthError('wrong-account', `${what} is of account ${found}, not of ${expected}.`, {
    hint: `Use a token of account ${expected}. To work with account ${found}, set its hubId and use another ledger for it.`,
    fix: [{ action: 'use-ledger' }],
  });
}

/** The account that the configuration names, or the one that the ledger was written for. Throws LedgerError `foreign-ledger`. */
export function expectedHubId(configured: number | undefined, ledger: Ledger): number | null {
  const { hubId } = ledger.account;
  if (configured !== undefined && hubId !== null && configured !== hubId) {
    throw new LedgerError(
      'foreign-ledger',
      `The ledger is of account ${hubId}, and the account to work with is ${configured}.`,
      {
        hint: 'Use another ledger for this account, or correct the account id: hubId in the configuration, or TRUEUP_HUB_ID where no accounts are declared.',
        fix: [{ action: 'use-ledger' }],
      },
    );
  }
  return configured ?? hubId;
}
