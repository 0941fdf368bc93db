/** Runs of a rollout in what belongs to an app: one account made them, for all of them, and any may put them back. */

import { ledgerKey } from '../../ledger/state.ts';
import type { StoreWithApps } from '../../ledger/store.ts';
import type { AppliedCall, RunHistory } from '../../model/ledger.ts';
import { keptApps, type MadeRun, runsIn } from './app-statements.ts';
import { type PostgresStoreOptions, postgresStore } from './store.ts';

/** Ids of the runs of this rollout, whichever account made them, that are in the ledgers of apps. */
export async function sharedRuns(rollout: string, options: PostgresStoreOptions): Promise<readonly string[]> {
  const store = postgresStore(options);
  const apps = await options.database.query(keptApps());
  const histories = await Promise.all(apps.map(({ app }) => store.ofApp(app).history()));
  const made = histories.flat().flatMap(madeBy);
  return made.length === 0 ? [] : (await options.database.query(runsIn(rollout, made))).map(({ run }) => run);
}

function madeBy({ run, calls }: RunHistory): readonly MadeRun[] {
  const accounts = new Set(calls.flatMap(({ account = [] }) => account));
  return [...accounts].map((account) => ({ run, ledger: ledgerKey(account) }));
}

/** To this store, what these runs did to an app is as if its own account had done it. */
export function sharingRuns(store: StoreWithApps, runs: readonly string[]): StoreWithApps {
  if (runs.length === 0) return store;
  const shared = new Set(runs);
  return {
    ...store,
    ofApp(app) {
      const ofApp = store.ofApp(app);
      return {
        ...ofApp,
        history: async () => (await ofApp.history()).map((one) => (shared.has(one.run) ? unsigned(one) : one)),
      };
    },
  };
}

function unsigned({ calls, ...run }: RunHistory): RunHistory {
  return { ...run, calls: calls.map(({ account: _, project: __, ...call }): AppliedCall => call) };
}
