/** Access tokens of the accounts of a fleet. One process renews a token; a refusal becomes the state of the installation. */

import type { AppCredentials, FetchToken } from '../../client/index.ts';
import type { TokenForm, TokenGrant } from '../../contract/oauth.ts';
import { secret } from '../../contract/secret.ts';
import { ApiError, AuthError, requireOptions, UsageError } from '../../errors.ts';
import type { InstallationState } from '../../model/installation.ts';
import type { Database, Statement } from '../database/database.ts';
import { insisting } from '../database/insisting.ts';
import { UNINSTALLED_HINT, unknownInstallation } from './installations.ts';
import type { KeyProvider } from './keys.ts';
import { seal, unseal } from './seal.ts';

export interface TokensOptions {
  readonly database: Database;
  readonly keys: KeyProvider;
  /** Credentials of each app, by its id. */
  readonly apps: Readonly<Record<string, AppCredentials>>;
  /** Sends the form: `tokenIssuer` of `trueup/client`. */
  readonly issue: (form: TokenForm) => Promise<TokenGrant>;
}

const NEEDS = {
  database: 'of openDatabase',
  keys: 'such as environmentKeys(process.env)',
  apps: 'the credentials of each app, by its id',
  issue: 'such as tokenIssuer(client) of trueup/client',
} as const;

/** A token that ends sooner is renewed, in milliseconds. */
const MARGIN_MS = 60_000;
/** A turn of a process that died is over after this, in milliseconds: longer than a call may take. */
const TURN_MS = 60_000;
const LOOK_MS = 100;

/**
 * Creates the option `fetchToken` of a reconciler. It rejects with AuthError `installation-revoked` or `installation-uninstalled`, and the
 * installation has that state by then.
 * @throws UsageError `options-missing`
 */
export function accountTokens(options: TokensOptions): (hubId: number) => FetchToken {
  requireOptions('accountTokens', options, NEEDS);
  const { database, keys, issue } = options;
  const { clock, newId } = database;

  const renew = async (turn: Turn, row: UsableRow): Promise<string | undefined> => {
    const { hubId } = turn;
    const ends = clock.elapsed() + TURN_MS;
    try {
      const { clientId, clientSecret } = findCredentials(options, row.appId);
      const refreshToken = await unseal(row.refresh, { hubId, column: 'refresh' }, row.keyId, keys);
      const grant = await issue({
        grant_type: 'refresh_token',
        client_id: clientId,
        client_secret: clientSecret.reveal(),
        refresh_token: refreshToken.reveal(),
      });
      requireAccount(grant, hubId);
      const key = await keys.current();
      const sealed = {
        keyId: key.id,
        refresh: seal(secret(grant.refresh_token), { hubId, column: 'refresh' }, key),
        access: seal(secret(grant.access_token), { hubId, column: 'access' }, key),
        lifeMs: Math.max(0, grant.expires_in * 1000),
      };
      // The service may have replaced the refresh token. A failure of the database must not lose the new token.
      const turnLasts = { isKept: () => clock.elapsed() < ends, anyTrouble: true };
      const written = await insisting(turnLasts, clock, () => database.query(writeGrant(turn, sealed)));
      return written.length > 0 ? grant.access_token : undefined;
    } catch (error) {
      const revoked = isRevoked(error);
      // If this statement fails too, the turn ends by its time limit.
      await database.query(endTurn(turn, revoked)).catch(() => undefined);
      throw revoked ? revokedError(hubId, error) : error;
    }
  };

  return (hubId) => {
    let given: string | undefined;
    return async ({ rejected, signal }) => {
      for (;;) {
        signal?.throwIfAborted();
        const [row] = await database.query(selectTokens(hubId));
        const usable = requireUsable(row, hubId);
        if (usable.fresh && usable.access !== null) {
          const held = await unseal(usable.access, { hubId, column: 'access' }, usable.keyId, keys);
          // Another process may have renewed the refused token.
          if (!rejected || held.reveal() !== given) {
            given = held.reveal();
            return given;
          }
        }
        const turn = { hubId, token: newId() };
        const [taken] = await database.query(takeTurn(turn, usable));
        if (taken === undefined) {
          await clock.sleep(LOOK_MS, signal);
          continue;
        }
        const renewed = await renew(turn, usable);
        if (renewed === undefined) continue;
        given = renewed;
        return given;
      }
    };
  };
}

function requireUsable(row: TokenRow | undefined, hubId: number): UsableRow {
  if (row === undefined) throw unknownInstallation(hubId);
  const { state, refused, refresh } = row;
  if (state === 'uninstalled' || refresh === null) {
    throw new AuthError('installation-uninstalled', `The app is uninstalled in account ${hubId}.`, {
      hint: UNINSTALLED_HINT,
    });
  }
  if (state === 'revoked' || refused) throw revokedError(hubId);
  return { ...row, refresh };
}

function findCredentials({ apps }: TokensOptions, app: string): AppCredentials {
  const found = Object.hasOwn(apps, app) ? apps[app] : undefined;
  if (found !== undefined) return found;
  throw new UsageError(
    'app-unknown',
    `No file names the client id and secret of app ${app}. Add apps: { ${JSON.stringify(app)}: { clientId, clientSecret } }.`,
    {
      hint: 'In a program, pass them in apps of accountTokens. If the account has the app by mistake, uninstall it in the fleet.',
    },
  );
}

/** A token of another account would let a run write to that account. */
function requireAccount({ hub_id: found }: TokenGrant, hubId: number): void {
  if (found == null || found === hubId) return;
  throw new AuthError('wrong-account', `The refresh token of account ${hubId} gives access to account ${found}.`, {
    hint: 'Nothing was done with it. Let the account install the app again.',
  });
}

/**
 * True for a refusal of the refresh token. A refusal of the app's credentials concerns every account and revokes none. The code decides;
 * the words decide if there is no specific code.
 */
function isRevoked(error: unknown): boolean {
  if (!(error instanceof ApiError) || ![400, 401, 403].includes(error.status) || error.gone) return false;
  const codes = [error.category, ...error.codes].filter((code) => code !== undefined && code !== GENERAL);
  if (codes.length > 0) return codes.some((code) => REFUSED.has(code ?? ''));
  return REFUSED_IN_WORDS.test(error.message);
}

const REFUSED: ReadonlySet<string> = new Set(['BAD_REFRESH_TOKEN', 'invalid_grant']);

/** The dated surface has it in any refusal of a form. */
const GENERAL = 'VALIDATION_ERROR';

/** Matches "missing or invalid refresh token" and "The refresh token has expired", but no text that only mentions a refresh token. */
const REFUSED_IN_WORDS =
  /\b(?:invalid|expired|revoked|unknown) refresh[ _]token\b(?! \w)|\brefresh[ _]token (?:is|was|has|has been) (?:not valid|invalid|expired|revoked|unknown|deleted)\b/i;

function revokedError(hubId: number, cause?: unknown): AuthError {
  return new AuthError('installation-revoked', `The refresh token of account ${hubId} is refused.`, {
    hint: 'The account has to install the app again. If it is refused for many accounts at once, check the client id and secret of the app, then resume them.',
    ...(cause === undefined ? {} : { cause }),
  });
}

interface TokenRow {
  readonly appId: string;
  readonly state: InstallationState;
  /** True if the refresh token was refused, also while the account is paused. */
  readonly refused: boolean;
  readonly keyId: string;
  readonly refresh: string | null;
  readonly access: string | null;
  /** True if the access token lasts longer than the margin. */
  readonly fresh: boolean;
}

function selectTokens(hubId: number): Statement<TokenRow> {
  return ({ sql, of, now }) => sql`
    select app_id as "appId", state, refused, key_id as "keyId", refresh_sealed as refresh, access_sealed as access,
      coalesce(access_expires > ${now} + ${MARGIN_MS}::double precision * interval '1 millisecond', false) as fresh
    from ${of('installation')} where hub_id = ${hubId}::bigint`;
}

type UsableRow = TokenRow & { readonly refresh: string };

interface Turn {
  readonly hubId: number;
  readonly token: string;
}

/** Returns one row if no other process has the turn, and the tokens are unchanged. */
function takeTurn({ hubId, token }: Turn, seen: TokenRow): Statement<{ hub_id: number }> {
  return ({ sql, of, now }) => sql`
    update ${of('installation')} set refreshing = ${token},
      refreshing_until = ${now} + ${TURN_MS}::double precision * interval '1 millisecond'
    where hub_id = ${hubId}::bigint and state = ${seen.state} and refresh_sealed = ${seen.refresh}::text
      and access_sealed is not distinct from ${seen.access}::text
      and (refreshing is null or refreshing_until <= ${now})
    returning hub_id`;
}

interface SealedGrant {
  readonly keyId: string;
  readonly refresh: string;
  readonly access: string;
  readonly lifeMs: number;
}

/** Returns no row if the turn is over: the account uninstalled the app, or installed it again. */
function writeGrant({ hubId, token }: Turn, grant: SealedGrant): Statement<{ hub_id: number }> {
  return ({ sql, of, now }) => sql`
    update ${of('installation')} set key_id = ${grant.keyId}, refresh_sealed = ${grant.refresh},
      access_sealed = ${grant.access}, refreshing = null, refreshing_until = null,
      access_expires = ${now} + ${grant.lifeMs}::double precision * interval '1 millisecond'
    where hub_id = ${hubId}::bigint and refreshing = ${token} and state <> 'uninstalled'
    returning hub_id`;
}

/** An account that a person paused stays paused. */
function endTurn({ hubId, token }: Turn, isRevoked: boolean): Statement<{ hub_id: number }> {
  return ({ sql, of, now }) => sql`
    update ${of('installation')} set refreshing = null, refreshing_until = null, refused = refused or ${isRevoked}::boolean,
      state = case when ${isRevoked}::boolean and state = 'active' then 'revoked' else state end,
      changed_at = case when ${isRevoked}::boolean then ${now} else changed_at end
    where hub_id = ${hubId}::bigint and refreshing = ${token} returning hub_id`;
}
