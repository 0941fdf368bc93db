/** The ledger of an account together with those of its apps: one view of all, and what of an earlier version has to move. Pure. */

import { defined } from '../contract/defined.ts';
import type { Address } from '../model/address.ts';
import type {
  AppLedger,
  AppliedCall,
  Intention,
  JournalEntry,
  Ledger,
  LedgerRecord,
  RunHistory,
} from '../model/ledger.ts';

/** By app id. */
export type AppLedgers = ReadonlyMap<string, Ledger>;
export type AppOf = (address: Address) => string | undefined;

/** Apps that an account has to do with: it declares something of them, or did, or an earlier version recorded it there. */
export function appsOf(own: Ledger | undefined, declared: readonly string[], appOf: AppOf): readonly string[] {
  const left = own === undefined ? [] : [...recordsOf(own).map(({ address }) => address), ...coversOf(own)];
  const apps = [...declared, ...Object.keys(own?.apps ?? {}), ...left.flatMap((address) => appOf(address) ?? [])];
  return [...new Set(apps)].sort();
}

/** `isSeen`: what another project applied of an app is its own, unless this one declares it as well. */
export function joined(own: Ledger, apps: AppLedgers, isSeen: (record: LedgerRecord) => boolean = () => true): Ledger {
  if (apps.size === 0) return own;
  const records = new Map(recordsOf(own).map((record) => [record.address, record] as const));
  for (const app of apps.values())
    for (const record of recordsOf(app).filter(isSeen))
      records.set(record.address, standing(record, records.get(record.address)));
  const intentions = [own, ...apps.values()].flatMap((ledger) => ledger.intentions);
  return {
    ...own,
    apps: Object.fromEntries([...apps].map(([app, ledger]) => [app, viewOf(ledger)])),
    records: Object.fromEntries(records),
    intentions: [...new Map(intentions.map((intention) => [intention.id, intention])).values()],
  };
}

function viewOf({ lineage, serial, account: { host } }: Ledger): AppLedger {
  return { lineage, serial, ...defined({ host }) };
}

/** The app's own record stands, unless all it says is that the resource exists. */
export function standing(apps: LedgerRecord, accounts: LedgerRecord | undefined): LedgerRecord {
  const saysNothing = Object.keys(apps.fields).length === 0;
  return accounts !== undefined && saysNothing && Object.keys(accounts.fields).length > 0 ? accounts : apps;
}

/** What an earlier version, which knew no ledgers of apps, left in that of the account. */
export interface Legacy {
  readonly app: string;
  readonly records: readonly LedgerRecord[];
  readonly intentions: readonly Intention[];
}

export function legacyOf(own: Ledger, appOf: AppOf): readonly Legacy[] {
  const records = Map.groupBy(recordsOf(own), ({ address }) => appOf(address));
  const intentions = Map.groupBy(own.intentions, (intention) => appOfIntention(intention, appOf));
  const apps = new Set([...records.keys(), ...intentions.keys()]);
  return [...apps].flatMap((app) =>
    app === undefined ? [] : [{ app, records: records.get(app) ?? [], intentions: intentions.get(app) ?? [] }],
  );
}

/** A call of one app covers nothing of another one. */
export function appOfIntention({ covers: [first] }: Pick<Intention, 'covers'>, appOf: AppOf): string | undefined {
  return first === undefined ? undefined : appOf(first);
}

/** Who writes to the ledger of an app. */
export interface Whose {
  /** Name of the account. */
  readonly account: string;
  /** Where several projects keep their ledgers in one location. */
  readonly project?: string;
}

/** The ledger of an app tells whose run made a call, and which project applied a record. What says so already stays. */
export function signed(entry: JournalEntry, { account, project }: Whose): JournalEntry {
  const own = (record: LedgerRecord): LedgerRecord => (project === undefined ? record : { project, ...record });
  const ownAll = (records: Intention['records']): Intention['records'] =>
    Object.fromEntries(
      Object.entries(records).map(([address, record]) => [address, record === null ? null : own(record)]),
    );
  switch (entry.type) {
    case 'intend': {
      const { intention } = entry;
      return {
        type: 'intend',
        intention: { account, ...defined({ project }), ...intention, records: ownAll(intention.records) },
      };
    }
    case 'settle':
      return entry.records === undefined ? entry : { ...entry, records: ownAll(entry.records) };
    case 'record':
      return { type: 'record', record: own(entry.record) };
    case 'forget':
      return entry;
  }
}

/**
 * Runs of the account, newest first: those of its ledger, each with what it did in an app. One that did nothing else comes where
 * its time puts it. Runs of other accounts of an app are theirs to tell.
 */
export function joinedRuns(
  { account, project }: Whose,
  own: readonly RunHistory[],
  apps: readonly (readonly RunHistory[])[],
): readonly RunHistory[] {
  const known = new Set(own.map(({ run }) => run));
  const ours = apps.flat().flatMap(({ run, calls }) => {
    const isMine = (call: AppliedCall) =>
      (call.account ?? account) === account && (project === undefined || (call.project ?? project) === project);
    // An account that was renamed, or a project that was moved, made some of its runs under its earlier name.
    const mine = calls.filter((call) => isMine(call) || known.has(run));
    const [first] = mine;
    return first === undefined ? [] : [{ run, at: first.at, calls: mine }];
  });
  const byRun = Map.groupBy(ours, ({ run }) => run);
  const merged = own.map((one) => (byRun.get(one.run) ?? []).reduce(together, one));
  const alone = [...byRun.values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [others.reduce(together, first)]))
    .filter(({ run }) => !known.has(run));
  for (const one of alone) {
    const older = merged.findIndex(({ at }) => at < one.at);
    merged.splice(older < 0 ? merged.length : older, 0, one);
  }
  return merged;
}

function together(one: RunHistory, other: RunHistory): RunHistory {
  const calls = [...one.calls, ...other.calls].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { ...one, at: calls[0]?.at ?? one.at, calls };
}

function recordsOf({ records }: Ledger): readonly LedgerRecord[] {
  return Object.values(records);
}

function coversOf({ intentions }: Ledger): readonly Address[] {
  return intentions.flatMap(({ covers }) => covers);
}
