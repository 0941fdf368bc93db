/** `trueup auth status`: who owns the token, when it expires, which scopes it has, which ones the configuration lacks, and the developer keys of apps. */

import type { TokenMetadata } from '../../contract/oauth.ts';
import { identifyToken, type TokenIdentity, tokenUse } from '../../faces.ts';
import type { Account } from '../../model/account.ts';
import { CHECKUP_FORMAT } from '../../model/checkup.ts';
import { AUTH_STATUS_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT, type ExitCode } from '../../report/exit.ts';
import { checkupText } from '../../report/text/checkup.ts';
import { requireCredentials, resolveAccount, withToken } from '../auth/account.ts';
import { type KeyState, keyStates } from '../auth/developer-keys.ts';
import { judgeNeeds, type Need } from '../auth/scopes.ts';
import { checkIdentity, checkKeys } from '../auth/token-checks.ts';
import { buildStyle, type Context } from '../context.ts';
import { checkAccount } from '../doctor/configuration.ts';
import type { CommonFlags } from '../flags.ts';

export async function status(context: Context, flags: CommonFlags): Promise<number> {
  const declared = await resolveAccount(context, flags);
  requireCredentials(declared);
  const { account } = declared;
  const [identity, keys] = await withToken(context, flags, declared, async (client, token) => [
    await identifyToken(client, token, tokenUse(account)),
    await keyStates(declared, client),
  ]);
  if (flags.json === true)
    context.out(json(buildDocument(account, identity, { ...judgeNeeds(declared, identity), keys })));
  else {
    const checks = checkIdentity(context, flags, declared, identity, checkKeys(keys));
    const { name, hubId = identity.hubId, baseUrl, surface } = account;
    const shown = { name, hubId, baseUrl, surface };
    const all = [checkAccount(account, undefined, identity), ...checks];
    const style = buildStyle(context.world, flags);
    context.out(checkupText({ format: CHECKUP_FORMAT, account: shown, checks: all, works: [], fails: [] }, style));
  }
  if (account.hubId !== undefined && account.hubId !== identity.hubId) return EXIT.refused;
  return exitOfKeys(keys);
}

/** As a plan ends with such a key: refused before any call, or with reads that fail. */
function exitOfKeys(keys: readonly KeyState[]): ExitCode {
  const has = (...some: readonly KeyState['status'][]): boolean => keys.some((key) => some.includes(key.status));
  if (has('not-set', 'malformed')) return EXIT.refused;
  return has('refused') ? EXIT.error : EXIT.done;
}

interface Told {
  readonly lacking: readonly Need[];
  readonly keys: readonly KeyState[];
}

function buildDocument(account: Account, identity: TokenIdentity, { lacking, keys }: Told) {
  const { metadata } = identity;
  return {
    format: AUTH_STATUS_FORMAT,
    hubId: identity.hubId,
    expectedHubId: account.hubId ?? null,
    accountType: identity.accountType,
    credential: identity.kind,
    domain: metadata?.hub_domain ?? null,
    user: metadata?.user ?? null,
    userId: identity.userId,
    appId: identity.appId,
    tokenType: metadata?.token_type ?? null,
    scopes: identity.scopes && [...identity.scopes],
    lacking: lacking.map(({ scopes }) => [...scopes]),
    developerKeys: keys.map((key) => {
      const { app, variable = null, status } = key;
      return { app, variable, status, message: [key.message, key.hint].join(' ').trim() || null };
    }),
    expiresIn: metadata?.expires_in ?? null,
    signedToken: metadata && signedToken(metadata),
  };
}

/** Returns null if the service reported no signed form. Tells of a signature only that it exists (interface 2.2). */
function signedToken({ signed_access_token: signed }: TokenMetadata) {
  if (signed == null) return null;
  const { expiresAt, hubId, userId, appId, hublet, isUserLevel, scopes, scopeToScopeGroupPks } = signed;
  return {
    ...{ expiresAt, hubId, userId, appId, scopes, scopeToScopeGroupPks },
    hublet: hublet ?? null,
    isUserLevel: isUserLevel ?? null,
    trialScopes: signed.trialScopes ?? null,
    trialScopeToScopeGroupPks: signed.trialScopeToScopeGroupPks ?? null,
    signature: (signed.signature ?? '') !== '',
    newSignature: (signed.newSignature ?? '') !== '',
  };
}
