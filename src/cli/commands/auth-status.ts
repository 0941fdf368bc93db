/** `trueup auth status`: who owns the token, when it expires, which scopes it has, which ones the configuration lacks, and the developer keys of apps. */

import type { TokenMetadata } from '../../contract/oauth.ts';
import { identifyToken, type TokenIdentity, tokenUse } from '../../index.ts';
import type { Account } from '../../model/account.ts';
import type { Resolution } from '../../model/desired.ts';
import type { AuthStatusDocument } from '../../report/documents/commands.ts';
import { AUTH_STATUS_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT, type ExitCode } from '../../report/exit.ts';
import { requireCredentials, resolveAccount, withToken } from '../auth/account.ts';
import { type KeyState, keyStates } from '../auth/developer-keys.ts';
import { judgeNeeds, type Need } from '../auth/scopes.ts';
import { rowsText } from '../auth/show.ts';
import { statusRows } from '../auth/status-rows.ts';
import { type Context, styleFor } from '../context.ts';
import type { CommonFlags } from '../flags.ts';

export async function status(context: Context, flags: CommonFlags): Promise<number> {
  const declared = await resolveAccount(context, flags);
  requireCredentials(declared);
  const { account } = declared;
  const { identity, keys } = await asked(context, flags, declared);
  const needs = judgeNeeds(declared, identity);
  const { lacking } = needs;
  if (flags.json === true) context.out(json(documentOf(account, identity, { lacking, keys })));
  else {
    context.out(rowsText(statusRows(identity, { needs, keys }, context.world.now(), flags.verbose === true)));
  }
  const { warning, error, dim } = styleFor(context.world, flags, 'stderr').palette;
  const told = flags.json === true ? [] : keys;
  for (const key of told)
    if (key.status === 'refused' || key.status === 'unknown')
      context.note(`${warning('warning:')} ${wordsOf(key)} ${dim(`[developer-key-${key.status}]`)}`);
  if (lacking.length > 0 && flags.json !== true) {
    context.note(
      'A scope that seems to be missing stops nothing: if the service refuses a call, only its changes fail.',
    );
  }
  if (account.hubId === undefined || account.hubId === identity.hubId) return exitOfKeys(keys);
  context.note(
    `${error('error:')} The token belongs to account ${identity.hubId}, but ${account.name} is account ${account.hubId}. ${dim('[wrong-account]')}`,
  );
  return EXIT.refused;
}

/** As a plan ends with such a key: refused before any call, or with reads that fail. */
function exitOfKeys(keys: readonly KeyState[]): ExitCode {
  const are = (...some: readonly KeyState['status'][]): boolean => keys.some(({ status: one }) => some.includes(one));
  if (are('not-set', 'malformed')) return EXIT.refused;
  return are('refused') ? EXIT.error : EXIT.done;
}

function wordsOf({ message, hint }: KeyState): string {
  return [message, hint].join(' ').trim();
}

interface Asked {
  readonly identity: TokenIdentity;
  readonly keys: readonly KeyState[];
}

function asked(context: Context, flags: CommonFlags, declared: Resolution): Promise<Asked> {
  return withToken(context, flags, declared, async (client, token) => ({
    identity: await identifyToken(client, token, tokenUse(declared.account)),
    keys: await keyStates(declared, client),
  }));
}

interface Told {
  readonly lacking: readonly Need[];
  readonly keys: readonly KeyState[];
}

function documentOf(account: Account, identity: TokenIdentity, { lacking, keys }: Told): AuthStatusDocument {
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
      return { app, variable, status, message: wordsOf(key) || null };
    }),
    expiresIn: metadata?.expires_in ?? null,
    signedToken: metadata && signedToken(metadata),
  };
}

/** Returns null if the service reported no signed form. Tells of a signature only that it exists (interface 2.2). */
function signedToken({ signed_access_token: signed }: TokenMetadata): AuthStatusDocument['signedToken'] {
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
