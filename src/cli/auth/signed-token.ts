/** The signed form of an access token (interface 2.2), as auth status shows it: of a signature, only whether it exists. */

import type { TokenMetadata } from '../../contract/oauth.ts';
import { moment } from '../../model/moment.ts';
import type { AuthStatusDocument } from '../../report/documents/commands.ts';

type SignedToken = NonNullable<AuthStatusDocument['signedToken']>;

/** Null if the service reported none. */
export function signedToken({ signed_access_token: signed }: TokenMetadata): SignedToken | null {
  if (signed == null) return null;
  const { expiresAt, hubId, userId, appId, hublet, isUserLevel } = signed;
  return {
    ...{ expiresAt, hubId, userId, appId },
    hublet: hublet ?? null,
    isUserLevel: isUserLevel ?? null,
    scopes: signed.scopes,
    scopeToScopeGroupPks: signed.scopeToScopeGroupPks,
    trialScopes: signed.trialScopes ?? null,
    trialScopeToScopeGroupPks: signed.trialScopeToScopeGroupPks ?? null,
    signature: isThere(signed.signature),
    newSignature: isThere(signed.newSignature),
  };
}

/** One row for each member, below a common name. */
export function signedRows(metadata: TokenMetadata): readonly (readonly [string, string])[] {
  const signed = signedToken(metadata);
  if (signed === null) return [['signed token', 'unknown']];
  return Object.entries(signed).map(([member, value]) => [`signed ${member}`, wordOf(member, value)]);
}

function wordOf(member: string, value: SignedToken[keyof SignedToken]): string {
  if (member === 'signature' || member === 'newSignature') return value === true ? 'present' : 'unknown';
  if (value === '') return 'empty';
  if (member === 'expiresAt' && typeof value === 'number') return timeOf(value) ?? String(value);
  return value === null ? 'unknown' : String(value);
}

/** Undefined for a number that is no time. */
function timeOf(ms: number): string | undefined {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? undefined : moment(time.toISOString());
}

function isThere(signature: string | null | undefined): boolean {
  return signature != null && signature !== '';
}
