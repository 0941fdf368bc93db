/**
 * Runs of a rollout that changed resources of an app. One account made them for all accounts of the app, and any of these accounts may
 * revert them.
 */

import { ledgerKey } from '../../ledger/state.ts';
import type { StoreWithApps } from '../../ledger/store.ts';
import type { AppLedger, AppliedCall, RunHistory } from '../../model/ledger.ts';
import type { Statement } from '../database/database.ts';
import { type PostgresStoreOptions, postgresStore } from './store.ts';

export interface SharedRuns {
  readonly ids: readonly string[];
  /** Apps that the runs changed, with their current ledgers. */
  readonly apps: Readonly<Record<string, AppLedger>>;
}

export const NOT_SHARED: SharedRuns = { ids: [], apps: {} };

/** `app`: that these accounts have installed. */
export async function sharedRuns(
  of: { readonly rollout: string; readonly app: string },
  options: PostgresStoreOptions,
): Promise<SharedRuns> {
  const store = postgresStore(options);
  const kept = await options.database.query(keptApps());
  const histories = await Promise.all(
    kept.map(async ({ app }) => (await store.ofApp(app).history()).flatMap((run) => madeIn(app, run))),
  );
  const made = histories.flat();
  const found = made.length === 0 ? [] : await options.database.query(listRuns(of, made));
  const views = [...new Set(found.map(({ app }) => app))].map(async (app) => {
    const { lineage, serial } = await store.ofApp(app).read();
    return [app, { lineage, serial }] as const;
  });
  return { ids: [...new Set(found.map(({ run }) => run))], apps: Object.fromEntries(await Promise.all(views)) };
}

function madeIn(app: string, { run, calls }: RunHistory): readonly MadeRun[] {
  const accounts = new Set(calls.flatMap(({ account = [] }) => account));
  return [...accounts].map((account) => ({ app, run, ledger: ledgerKey(account) }));
}

interface MadeRun {
  /** The app whose ledger has the run. */
  readonly app: string;
  readonly run: string;
  /** Key of the ledger of the account that made it. */
  readonly ledger: string;
}

/** Returns the apps whose ledgers continue those of accounts. */
function keptApps(): Statement<{ readonly app: string }> {
  return ({ sql, of }) => sql`select distinct app from ${of('ledger_app_seen')}`;
}

/** Returns the runs of a rollout in accounts that have this app installed. */
function listRuns(
  { rollout, app }: { readonly rollout: string; readonly app: string },
  made: readonly MadeRun[],
): Statement<Pick<MadeRun, 'app' | 'run'>> {
  const column = (of: keyof MadeRun) => made.map((run) => run[of]);
  return ({ sql, of }) => sql`
    select distinct u.app, u.run
    from unnest(${column('app')}::text[], ${column('run')}::text[], ${column('ledger')}::text[]) as u (app, run, ledger)
    join ${of('ledger')} as l on l.key = u.ledger
    join ${of('target')} as t on t.rollout = ${rollout} and t.app = ${app} and t.hub_id = l.hub_id and u.run = any(t.runs)`;
}

/** To this store, what these runs did to an app is as if its own account had done it. */
export function sharingRuns(store: StoreWithApps, { ids, apps }: SharedRuns): StoreWithApps {
  if (ids.length === 0) return store;
  const shared = new Set(ids);
  return {
    ...store,
    // An account that the rollout did not run may not know the app.
    async read() {
      const own = await store.read();
      return { ...own, apps: { ...apps, ...own.apps } };
    },
    ofApp(app) {
      const ofApp = store.ofApp(app);
      return {
        ...ofApp,
        history: async () => (await ofApp.history()).map((run) => (shared.has(run.run) ? unsigned(run) : run)),
      };
    },
  };
}

function unsigned({ calls, ...run }: RunHistory): RunHistory {
  return { ...run, calls: calls.map(({ account: _, project: __, ...call }): AppliedCall => call) };
}
