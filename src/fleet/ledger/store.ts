/** Keeps ledgers in a database: ledger, journal, history and lease of each account, and of each app that accounts share. */

import { LedgerError, requireOptions } from '../../errors.ts';
import { appliedCalls } from '../../ledger/applied-calls.ts';
import { requireAccount } from '../../ledger/format.ts';
import { groupRuns, parseHistory } from '../../ledger/history.ts';
import { pinned } from '../../ledger/pins.ts';
import { repaired } from '../../ledger/repair.ts';
import { appLedgerKey, ledgerKey, nameOfApp } from '../../ledger/state.ts';
import type { StoreWithApps } from '../../ledger/store.ts';
import type { AppLedger } from '../../model/ledger.ts';
import type { Database, Statement } from '../database/database.ts';
import type { LastRead } from './at-rest.ts';
import { asLedgerError, holderOfLease } from './owner.ts';
import { type Called, parseCurrent, parseStored, readLedger, type StoredRow } from './stored.ts';
import { type LedgerWriter, ledgerWriter } from './writer.ts';

export interface PostgresStoreOptions {
  /** Also takes the locks, and keeps them while its process lives. */
  readonly database: Database;
  /** Name of the account. */
  readonly name: string;
}

const NEEDS = { database: 'of openDatabase', name: 'of the account' } as const;

/** Also serves a folder, which is PostgreSQL inside the process. @throws UsageError `options-missing` */
export function postgresStore(options: PostgresStoreOptions): StoreWithApps {
  requireOptions('postgresStore', options, NEEDS);
  return readStore(options, { stored: undefined, apps: new Map() });
}

/** Returns a store that keeps its last read in `lastRead`. */
export function readStore(options: PostgresStoreOptions, lastRead: LastRead): StoreWithApps {
  return createStoreWithApps(options, ledgerKey(options.name), lastRead);
}

function createStoreWithApps({ database, name }: PostgresStoreOptions, key: string, lastRead: LastRead): StoreWithApps {
  const where = `${key} of ${database.shown}`;
  const called: Called = { name, ledger: `ledger ${where}`, journal: `journal ${where}`, history: `history ${where}` };
  let held: LedgerWriter | undefined;

  const query: Database['query'] = (statement) => asLedgerError(() => database.query(statement));
  const look = async (ask = query) => {
    const [row] = await ask(readLedger(key));
    lastRead.stored = parseCurrent(row, called);
    return lastRead.stored;
  };
  const historyOf = (row: StoredRow | undefined) =>
    parseHistory((row?.lines ?? []).map((line) => `${line}\n`).join(''), called.history);
  const needLock = (): LedgerWriter => {
    if (held !== undefined) return held;
    throw new LedgerError('ledger-not-locked', `Writing the ledger of ${name} requires its lock.`, {
      hint: 'Call lock() first and release it when everything is done.',
    });
  };

  return {
    location: async () => ({ path: called.ledger }),

    ofApp(app) {
      const read: LastRead = { stored: undefined, apps: new Map() };
      lastRead.apps.set(app, read);
      return createStoreWithApps({ database, name: nameOfApp(app) }, appLedgerKey(app), read);
    },

    async appsKnown() {
      const views = Map.groupBy(await query(strayAppViews(name)), (view) => view.name);
      return [...views].map(([account, seen]) => ({
        name: account,
        apps: Object.fromEntries(seen.map(({ app, lineage, serial }) => [app, { lineage, serial }])),
      }));
    },

    sharers: async (app) => (await query(sharersOfApp(app))).map((sharer) => sharer.name),

    isThere: async () => (await query(readLedger(key))).length > 0,

    read: async () => (await look()).ledger,

    async history() {
      const [row] = await query(readLedger(key, true));
      const { base, entries } = parseCurrent(row, called);
      const ours = historyOf(row).filter(({ lineage }) => lineage === base.lineage);
      return groupRuns([...ours, ...appliedCalls(base, entries)]);
    },

    async holder() {
      const [found] = await query(holderOfLease(key));
      if (found === undefined) return undefined;
      return { owner: found.holder, purpose: found.purpose, at: found.at.toISOString() };
    },

    async lock(purpose) {
      const lease = await database.leases.take({ ledger: key, name, purpose });
      const mine = ledgerWriter({ database, lease, called });
      held = mine;
      return {
        lost: lease.lost,
        renew: () => lease.renew(),
        async release() {
          if (held === mine) held = undefined;
          await mine.alone(() => lease.release());
        },
      };
    },

    async append(entries) {
      const writer = needLock();
      await (entries.length === 0 ? writer.renew() : writer.append(entries));
    },

    async compact(account) {
      const writer = needLock();
      return writer.alone(async () => {
        const { serial, base, entries, ledger } = await look(writer.query);
        requireAccount(ledger, account, called.ledger);
        const { next, pins } = pinned(ledger, account, { newId: database.newId });
        if (serial !== undefined && entries.length === 0 && !pins) await writer.renew();
        else await writer.fold({ next, before: serial, upTo: ledger.serial, calls: appliedCalls(base, entries) });
        return next;
      });
    },

    async repair() {
      const writer = needLock();
      return writer.alone(async () => {
        const [row] = await writer.query(readLedger(key, true));
        const { serial, base, entries, ledger: found } = parseStored(row, called);
        const { ledger, later } = repaired(historyOf(row), found);
        const isNewer = later.length > 0;
        const calls = appliedCalls(base, entries);
        await (isNewer ? writer.fold({ next: ledger, before: serial, upTo: found.serial, calls }) : writer.renew());
        return { ledger, calls: later.map(({ call }) => call), files: isNewer ? [called.ledger] : [] };
      });
    },
  };
}

/** Returns the names of the accounts whose ledgers continue in that of the app. */
function sharersOfApp(app: string): Statement<{ name: string }> {
  return ({ sql, of }) => sql`
    select l.name from ${of('ledger_app')} a join ${of('ledger')} l on l.key = a.ledger
    where a.app = ${app} order by l.name`;
}

interface AppView extends AppLedger {
  readonly app: string;
  /** The account that saw it last. */
  readonly name: string;
}

/**
 * Finds apps whose stored ledger is not the ledger that accounts saw: it was replaced, is older, or is missing. A ledger that only grew
 * gives no row. Returns at most one row for each app and lineage.
 */
function strayAppViews(name: string): Statement<AppView> {
  return ({ sql, of }) => sql`
    select s.app, s.lineage, s.serial, s.name from ${of('ledger_app_seen')} s
    left join ${of('ledger')} l on l.key = 'app@' || s.app
    where s.name <> ${name} and (l.key is null or l.lineage <> s.lineage or s.serial > greatest(l.serial,
      coalesce((select max(e.serial) from ${of('ledger_entry')} e where e.ledger = l.key), 0)))`;
}
