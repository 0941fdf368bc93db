/** Ledgers in a database: ledger, journal, history and lease of each account, and of each app that accounts share. */

import { LedgerError, requireOptions } from '../../errors.ts';
import { appliedCalls } from '../../ledger/applied-calls.ts';
import { requireAccount } from '../../ledger/format.ts';
import { parseHistory, runsOf } from '../../ledger/history.ts';
import { pinned } from '../../ledger/pins.ts';
import { repaired } from '../../ledger/repair.ts';
import { appLedgerKey, ledgerKey, nameOfApp } from '../../ledger/state.ts';
import type { StoreWithApps } from '../../ledger/store.ts';
import type { AppLedger } from '../../model/ledger.ts';
import { type Database, DatabaseError } from '../database/database.ts';
import { sharersOfApp, strayAppViews } from './app-statements.ts';
import type { LastRead } from './at-rest.ts';
import { holderOfLease } from './lease-statements.ts';
import { readHistory, readLedger } from './ledger-statements.ts';
import { type Called, rememberingLast, requireNotOlder, type Stored, storedFrom } from './stored.ts';
import { type LedgerWriter, ledgerWriter } from './writer.ts';

export interface PostgresStoreOptions {
  /** Also takes the locks, and keeps them while its process lives. */
  readonly database: Database;
  /** Name of the account. */
  readonly name: string;
}

const NEEDS = { database: 'of openDatabase', name: 'of the account' } as const;

/** Also for a folder, which is PostgreSQL inside the process. @throws UsageError `options-missing` */
export function postgresStore(options: PostgresStoreOptions): StoreWithApps {
  requireOptions('postgresStore', options, NEEDS);
  return readStore(options, { stored: undefined, apps: new Map() });
}

/** The same, which notes what it has read last. */
export function readStore(options: PostgresStoreOptions, read: LastRead): StoreWithApps {
  return storeOf(options, ledgerKey(options.name), read);
}

function storeOf(options: PostgresStoreOptions, key: string, lastRead: LastRead): StoreWithApps {
  const { name } = options;
  const { clock, newId } = options.database;
  const database = inLedgerErrors(options.database);
  const where = `${key} of ${database.shown}`;
  const called: Called = { name, ledger: `ledger ${where}`, journal: `journal ${where}`, history: `history ${where}` };
  let held: LedgerWriter | undefined;

  const storedAgain = rememberingLast(called);
  const look = async (query = database.query): Promise<Stored> => {
    const [row] = await query(readLedger(key));
    const stored = storedAgain(row);
    requireNotOlder(stored, row, called);
    lastRead.stored = stored;
    return stored;
  };
  const needLock = (): LedgerWriter => {
    if (held !== undefined) return held;
    throw new LedgerError('ledger-not-locked', `The ledger of ${name} cannot be written without its lock.`, {
      hint: 'Call lock() first and release it when everything is done.',
    });
  };

  return {
    location: async () => ({ path: called.ledger }),

    ofApp(app) {
      const read: LastRead = { stored: undefined, apps: new Map() };
      lastRead.apps.set(app, read);
      return storeOf({ ...options, name: nameOfApp(app) }, appLedgerKey(app), read);
    },

    async appsKnown() {
      const views = Map.groupBy(await database.query(strayAppViews(name)), (view) => view.name);
      return [...views].map(([account, seen]) => ({
        name: account,
        apps: Object.fromEntries(
          seen.map(({ app, lineage, serial }): [string, AppLedger] => [app, { lineage, serial }]),
        ),
      }));
    },

    sharers: async (app) => (await database.query(sharersOfApp(app))).map((sharer) => sharer.name),

    isThere: async () => (await database.query(readLedger(key))).length > 0,

    read: async () => (await look()).ledger,

    async history() {
      const [row] = await database.query(readHistory(key));
      const stored = storedFrom(row, called);
      requireNotOlder(stored, row, called);
      const kept = parseHistory(linesOf(row?.lines), called.history);
      const ours = kept.filter(({ lineage }) => lineage === stored.base.lineage);
      return runsOf([...ours, ...appliedCalls(stored.base, stored.entries)]);
    },

    async holder() {
      const [found] = await database.query(holderOfLease(key));
      if (found === undefined) return undefined;
      return { owner: found.holder, purpose: found.purpose, at: found.at.toISOString() };
    },

    async lock(purpose) {
      const lease = await asLedgerError(() => database.leases.take({ ledger: key, name, purpose }));
      const mine = ledgerWriter({ database: options.database, clock, newId, lease, called });
      held = mine;
      return {
        lost: lease.lost,
        renew: () => asLedgerError(() => lease.renew()),
        async release() {
          if (held === mine) held = undefined;
          await alone(mine, () => lease.release());
        },
      };
    },

    async append(entries) {
      const writer = needLock();
      await asLedgerError(() => (entries.length === 0 ? writer.requireHeld() : writer.append(entries)));
    },

    async compact(account) {
      const writer = needLock();
      return alone(writer, async () => {
        const { serial, base, entries, ledger } = await look(writer.query);
        requireAccount(ledger, account, called.ledger);
        const { next, pins } = pinned(ledger, account, { newId });
        if (serial !== undefined && entries.length === 0 && !pins) await writer.requireHeld();
        else await writer.fold({ next, before: serial, upTo: ledger.serial, calls: appliedCalls(base, entries) });
        return next;
      });
    },

    async repair() {
      const writer = needLock();
      return alone(writer, async () => {
        const [row] = await writer.query(readHistory(key));
        const { serial, base, entries, ledger: found } = storedFrom(row, called);
        const { ledger, later } = repaired(parseHistory(linesOf(row?.lines), called.history), found);
        if (later.length === 0) await writer.requireHeld();
        else
          await writer.fold({ next: ledger, before: serial, upTo: found.serial, calls: appliedCalls(base, entries) });
        const files = later.length === 0 ? [] : [called.ledger];
        return { ledger, calls: later.map(({ call }) => call), files };
      });
    },
  };
}

function alone<T>(writer: LedgerWriter, work: () => Promise<T>): Promise<T> {
  return asLedgerError(() => writer.alone(work));
}

function linesOf(lines: readonly string[] = []): string {
  return lines.map((line) => `${line}\n`).join('');
}

function inLedgerErrors(database: Database): Database {
  return { ...database, query: (statement) => asLedgerError(() => database.query(statement)) };
}

/** A store throws LedgerError. */
async function asLedgerError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const { message, hint = '' } = error;
    throw new LedgerError('ledger-database', message, { hint, cause: error });
  }
}
