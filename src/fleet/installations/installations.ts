/** The accounts that have the app installed, with their tokens sealed; one that is gone or refused is a state, not a failure. */

import { secret } from '../../contract/secret.ts';
import { requireOptions, TrueupError, UsageError } from '../../errors.ts';
import type { InstallationState } from '../../model/installation.ts';
import type { Database } from '../database/database.ts';
import type { KeyProvider } from './keys.ts';
import { type NewInstallation, requireInstallation } from './new-installation.ts';
import { seal, unseal } from './seal.ts';
import {
  type InstallationFilter,
  type InstallationRow,
  insertInstallation,
  replaceSealed,
  type SealedRow,
  sealedWithOthers,
  selectInstallations,
  setState,
} from './statements.ts';

export interface Installation {
  readonly hubId: number;
  readonly appId: string;
  readonly state: InstallationState;
  readonly labels: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
  /** ISO time of the database. */
  readonly changedAt: string;
}

export interface Resealed {
  /** How many are sealed with the current key now, and were not before. */
  readonly resealed: number;
  /** Accounts whose tokens are being renewed, or were meanwhile: with which key is not known, so call it again until there are none. */
  readonly waiting: number;
  /** Those that cannot be opened stay as they are. */
  readonly failed: readonly { readonly hubId: number; readonly error: TrueupError }[];
}

export interface Installations {
  /**
   * After OAuth. Again for an account that is known: its tokens are replaced, and it is active; one that is paused stays so. `keepsTokens`:
   * one that is active or paused keeps the tokens that it has, which a list may be older than, unless they were refused. Throws UsageError.
   */
  installed(installation: NewInstallation, how?: { readonly keepsTokens?: boolean | undefined }): Promise<Installation>;
  /** Its tokens are forgotten; its ledger stays. */
  uninstalled(hubId: number): Promise<Installation>;
  /** It is left out until `resumed`. */
  paused(hubId: number): Promise<Installation>;
  /**
   * Active again, also one whose token was refused: where the app's own credentials were wrong, nothing is lost. One that was paused and whose token was
   * refused is `revoked` first, so that it is told.
   */
  resumed(hubId: number): Promise<Installation>;
  find(hubId: number): Promise<Installation | undefined>;
  /** By account id; `after` is the last one of the page before. */
  list(filter?: InstallationFilter): Promise<readonly Installation[]>;
  /** Seals with the current key what an earlier one sealed. May be stopped and repeated. */
  reseal(): Promise<Resealed>;
}

const NEEDS = { database: 'of openDatabase', keys: 'such as environmentKeys(process.env)' } as const;
const BATCH = 200;

/** @throws UsageError `options-missing` */
export function installations(options: { readonly database: Database; readonly keys: KeyProvider }): Installations {
  requireOptions('installations', options, NEEDS);
  const { database, keys } = options;
  const find = async (hubId: number): Promise<Installation | undefined> => {
    // The database has no other ids.
    if (!Number.isSafeInteger(hubId)) return undefined;
    const [row] = await database.query(selectInstallations({ hubIds: [hubId] }));
    return row === undefined ? undefined : installationOf(row);
  };
  /** One that is in the state already stays as it is. */
  const change = async (hubId: number, to: InstallationState, from: readonly InstallationState[]) => {
    if (!Number.isSafeInteger(hubId)) throw unknownInstallation(hubId);
    const [row] = await database.query(setState(hubId, to, from));
    if (row !== undefined) return installationOf(row);
    const found = await find(hubId);
    if (found === undefined) throw unknownInstallation(hubId);
    if (found.state === to) return found;
    throw new UsageError('installation-uninstalled', `The app is uninstalled in account ${hubId}.`, {
      hint: 'Only the account can install it again.',
    });
  };

  return {
    async installed(installation, { keepsTokens = false } = {}) {
      const { hubId, appId, labels = {}, scopes, refreshToken } = requireInstallation(installation);
      const key = await keys.current();
      const refreshSealed = seal(secret(refreshToken), { hubId, column: 'refresh' }, key);
      const row = { hubId, appId, scopes, labels: JSON.stringify(labels), keyId: key.id, refreshSealed, keepsTokens };
      const [written] = await database.query(insertInstallation(row));
      if (written !== undefined) return installationOf(written);
      const other = await find(hubId);
      throw new UsageError(
        'installation-of-other-app',
        `Account ${hubId} is in this fleet with app ${other?.appId}, so it cannot be added with app ${appId}.`,
        {
          hint: 'Two installations would write to one account. Mark the other one as uninstalled first, or use another schema.',
        },
      );
    },
    uninstalled: (hubId) => change(hubId, 'uninstalled', ['active', 'revoked', 'paused']),
    paused: (hubId) => change(hubId, 'paused', ['active', 'revoked']),
    resumed: (hubId) => change(hubId, 'active', ['revoked', 'paused']),
    find,
    list: async (filter = {}) => (await database.query(selectInstallations(filter))).map(installationOf),

    async reseal() {
      const failed: { readonly hubId: number; readonly error: TrueupError }[] = [];
      let resealed = 0;
      let waiting = 0;
      const { id } = await keys.current();
      for (let after = 0, more = true; more; ) {
        const rows = await database.query(sealedWithOthers(id, after, BATCH));
        for (const row of rows) {
          const done = await resealOne(database, keys, row).catch((error: unknown) => {
            if (error instanceof TrueupError && CANNOT_OPEN.has(error.code)) failed.push({ hubId: row.hub_id, error });
            else throw error;
          });
          resealed += done === true ? 1 : 0;
          waiting += done === false ? 1 : 0;
        }
        after = rows.at(-1)?.hub_id ?? after;
        more = rows.length === BATCH;
      }
      return { resealed, waiting, failed };
    },
  };
}

const CANNOT_OPEN: ReadonlySet<string> = new Set(['fleet-key-unknown', 'installation-unreadable']);

/** False where the tokens are being renewed or were meanwhile: by a process that may have another current key, and that may have been killed. */
async function resealOne(database: Database, keys: KeyProvider, row: SealedRow): Promise<boolean> {
  const hubId = row.hub_id;
  const key = await keys.current();
  const again = async (text: string, column: 'refresh' | 'access') =>
    seal(await unseal(text, { hubId, column }, row.key_id, keys), { hubId, column }, key);
  const next = {
    key_id: key.id,
    refresh_sealed: await again(row.refresh_sealed, 'refresh'),
    access_sealed: row.access_sealed === null ? null : await again(row.access_sealed, 'access'),
  };
  return (await database.query(replaceSealed(row, next))).length > 0;
}

function installationOf(row: InstallationRow): Installation {
  const { hub_id: hubId, app_id: appId, state, labels, scopes, changed_at: changedAt } = row;
  return { hubId, appId, state, labels, scopes, changedAt: changedAt.toISOString() };
}

export function unknownInstallation(hubId: number): UsageError {
  return new UsageError('installation-unknown', `Account ${hubId} is not in this fleet.`, {
    hint: 'Add it once the app is installed there.',
  });
}
