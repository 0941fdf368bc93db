/**
 * The ledger of an account and those of its apps as one store. Resources of an app are in the ledger of the app, which all its accounts
 * share, so a second account sees what the first account created.
 */

import { defined } from '../contract/defined.ts';
import type { Address } from '../model/address.ts';
import {
  type JoinedLedger,
  type JournalEntry,
  type KnownApps,
  type Ledger,
  type LedgerLock,
  type LedgerRecord,
  type LedgerStore,
  UNWRITTEN,
} from '../model/ledger.ts';
import { olderAppLedger, otherAppLedger } from './app-ledger-errors.ts';
import {
  type AppLedgers,
  type AppOf,
  appOfIntention,
  joined,
  joinedRuns,
  listApps,
  signed,
  type Whose,
} from './joined.ts';
import { appsToWrite, lockOfApp, releaseAll, together } from './joined-lock.ts';
import { nameOfApp } from './state.ts';

export interface JoinedParts {
  /** Store of the account. It is returned as it is if it keeps no ledgers of apps. */
  readonly account: LedgerStore;
  /** Name of the account. */
  readonly name: string;
  /** The app that a resource belongs to; undefined for one of the account. */
  readonly appOf: AppOf;
  /** Apps that the files declare something of. */
  readonly declared: readonly string[];
  /** Returns true if the files declare the address. */
  readonly declares?: (address: Address) => boolean;
}

interface Held {
  /** Apps whose ledgers are locked. */
  readonly apps: readonly string[];
  /** Known apps whose ledgers are not locked. */
  readonly others: readonly string[];
  /** Apps by the ids of the intentions that are open in their ledgers. */
  open: Promise<Map<string, string>> | undefined;
}

export function joinedStore({ account, name, appOf, declared, declares = () => false }: JoinedParts): JoinedLedger {
  if (account.ofApp === undefined) return account;
  const { project } = account;
  const whose: Whose = { account: name, ...defined({ project }) };
  const isSeen = ({ address, project: of }: LedgerRecord): boolean =>
    project === undefined || of === undefined || of === project || declares(address);
  const stores = new Map<string, LedgerStore>();
  const storeOf = (app: string): LedgerStore => {
    const store = stores.get(app) ?? account.ofApp?.(app) ?? account;
    stores.set(app, store);
    return store;
  };
  let held: Held | undefined;
  /** Apps of the last read. Reading again only to find the holders would double the time of a status. */
  let known: readonly string[] | undefined;

  const look = async (): Promise<{ readonly own: Ledger; readonly apps: AppLedgers }> => {
    const own = await account.read();
    known = listApps(own, declared);
    const apps = await readAppLedgers(known, {
      read: (app) => storeOf(app).read(),
      pathOf: async (app) => (await storeOf(app).location?.())?.path ?? `the ledger of app ${app}`,
      known: async () => [{ name, apps: own.apps ?? {} }, ...((await account.appsKnown?.()) ?? [])],
    });
    return { own, apps };
  };
  const read = async (): Promise<Ledger> => {
    const { own, apps } = await look();
    return joined(own, ownCallsIn(apps), isSeen);
  };
  /** While the lock is held, open calls in unlocked ledgers belong to another run, which settles them. */
  const ownCallsIn = (apps: AppLedgers): AppLedgers => {
    const others = held?.others ?? [];
    return new Map([...apps].map(([app, one]) => [app, others.includes(app) ? { ...one, intentions: [] } : one]));
  };
  const openIn = async (lock: Held): Promise<Map<string, string>> => {
    if (lock.apps.length === 0) return new Map();
    lock.open ??= openCallsOf(lock).catch((error: unknown) => {
      lock.open = undefined;
      throw error;
    });
    return lock.open;
  };
  const openCallsOf = async ({ apps }: Held): Promise<Map<string, string>> => {
    const { apps: ledgers } = await look();
    return new Map(apps.flatMap((app) => ledgers.get(app)?.intentions.map(({ id }) => [id, app] as const) ?? []));
  };
  const appOfEntry = (entry: JournalEntry, open: Map<string, string>): string | undefined => {
    switch (entry.type) {
      case 'intend': {
        const app = appOfIntention(entry.intention, appOf);
        if (app !== undefined) open.set(entry.intention.id, app);
        return app;
      }
      case 'settle':
        return open.get(entry.id);
      case 'record':
        return appOf(entry.record.address);
      case 'forget':
        return appOf(entry.address);
    }
  };

  return {
    ...defined({ project }),
    location: async () => account.location?.(),
    sharers: async (app) => (await account.sharers?.(app))?.filter((other) => other !== name) ?? [],

    async isThere() {
      const stores = [account, ...declared.map(storeOf)];
      for (const store of stores) if ((await store.isThere?.()) ?? true) return true;
      return false;
    },

    read,

    async history() {
      const { apps } = await look();
      const own = await account.history();
      return joinedRuns(whose, own, await Promise.all([...apps.keys()].map((app) => storeOf(app).history())));
    },

    async holder() {
      const own = await account.holder();
      if (own !== undefined) return own;
      for (const app of known ?? listApps(await account.read(), declared)) {
        const holder = await storeOf(app).holder();
        if (holder !== undefined) return holder;
      }
      return undefined;
    },

    /** The ledger of the account comes first, then those of the apps by id. All processes use this order, so no deadlock occurs. */
    async lock(purpose, about) {
      const taken: LedgerLock[] = [];
      try {
        taken.push(await account.lock(purpose));
        // An unreadable ledger is reported by the later operation. Repairing it takes the lock too.
        const own = await account.read().catch(() => undefined);
        const all = listApps(own, declared);
        const apps = about === undefined ? all : appsToWrite(about, appOf);
        for (const app of apps) taken.push(await lockOfApp(app, () => storeOf(app).lock(purpose)));
        const mine: Held = { apps, others: all.filter((app) => !apps.includes(app)), open: undefined };
        held = mine;
        return {
          ...together(taken),
          async release() {
            if (held === mine) held = undefined;
            await releaseAll(taken);
          },
        };
      } catch (error) {
        await releaseAll(taken).catch(() => undefined);
        throw error;
      }
    },

    async append(entries) {
      if (held === undefined) return account.append(entries);
      const all = [account, ...held.apps.map(storeOf)];
      if (entries.length === 0) return void (await Promise.all(all.map((store) => store.append([]))));
      const open = await openIn(held);
      const byApp = Map.groupBy(entries, (entry) => appOfEntry(entry, open));
      await Promise.all(
        [...byApp].map(([app, own]) => {
          if (app === undefined) return account.append(own);
          return storeOf(app).append(own.map((entry) => signed(entry, whose)));
        }),
      );
    },

    async compact(identity) {
      const { apps: locked = [], others = [] } = held ?? {};
      if (held === undefined || locked.length + others.length === 0) return account.compact(identity);
      await openIn(held);
      const { host, binds } = identity;
      const folds = await Promise.allSettled(
        locked.map(async (app) => {
          const ofApp = { name: nameOfApp(app), hubId: null, ...defined({ host, binds }) };
          return [app, await storeOf(app).compact(ofApp)] as const;
        }),
      );
      const read = await Promise.all(others.map(async (app) => [app, await storeOf(app).read()] as const));
      const apps = new Map([...folds.flatMap((fold) => (fold.status === 'fulfilled' ? [fold.value] : [])), ...read]);
      const written = [...apps].filter(([, { lineage }]) => lineage !== UNWRITTEN);
      const seen = Object.fromEntries(written.map(([app, { lineage, serial }]) => [app, { lineage, serial }]));
      const own = await account.compact({ ...identity, ...(written.length > 0 && { apps: seen }) });
      for (const fold of folds) if (fold.status === 'rejected') throw fold.reason;
      return joined(own, ownCallsIn(apps), isSeen);
    },

    async repair() {
      const repaired = [await account.repair()];
      for (const app of held?.apps ?? []) repaired.push(await storeOf(app).repair());
      return {
        ledger: await read(),
        calls: repaired.flatMap(({ calls }) => calls),
        files: repaired.flatMap(({ files }) => files),
      };
    },
  };
}

interface AppReading {
  read(app: string): Promise<Ledger>;
  pathOf(app: string): Promise<string>;
  /** Returns what every account in the location knows of the ledgers of apps. */
  known(): Promise<readonly KnownApps[]>;
}

/** Throws LedgerError for the first ledger that cannot be used. */
async function readAppLedgers(apps: readonly string[], reading: AppReading): Promise<AppLedgers> {
  const known = apps.length === 0 ? [] : await reading.known();
  const ledgers = new Map<string, Ledger>();
  for (const app of apps) {
    const ledger = await reading.read(app);
    await requireSeenLast(app, ledger, known, reading);
    ledgers.set(app, ledger);
  }
  return ledgers;
}

async function requireSeenLast(
  app: string,
  { lineage, serial }: Ledger,
  known: readonly KnownApps[],
  { pathOf }: AppReading,
): Promise<void> {
  const views = known.flatMap(({ name, apps }) => {
    const seen = apps[app];
    return seen === undefined ? [] : [{ account: name, ...seen }];
  });
  const elsewhere = views.filter((seen) => seen.lineage !== lineage).map(({ account }) => account);
  if (elsewhere.length > 0) throw otherAppLedger(elsewhere, app, await pathOf(app));
  const later = new Map(views.map((seen) => [seen.account, seen.serial] as const).filter(([, at]) => at > serial));
  if (later.size > 0) throw olderAppLedger(app, { path: await pathOf(app), serial, seen: later });
}
