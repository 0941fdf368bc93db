/** Joins the ledger of an account with those of its apps into one view. Pure. */

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

/** Ledgers of apps by app id. */
export type AppLedgers = ReadonlyMap<string, Ledger>;
export type AppOf = (address: Address) => string | undefined;

/** Apps that the account declares something of, or once did. */
export function listApps(own: Pick<Ledger, 'apps'> | undefined, declared: readonly string[]): readonly string[] {
  return [...new Set([...declared, ...Object.keys(own?.apps ?? {})])].sort();
}

/** Joins the ledgers. `isSeen` selects records of apps that this project declares: records of another project are left out. */
export function joined(own: Ledger, apps: AppLedgers, isSeen: (record: LedgerRecord) => boolean = () => true): Ledger {
  if (apps.size === 0) return own;
  const records = new Map(listRecords(own).map((record) => [record.address, record] as const));
  for (const app of apps.values())
    for (const record of listRecords(app).filter(isSeen)) records.set(record.address, record);
  const intentions = [own, ...apps.values()].flatMap((ledger) => ledger.intentions);
  return {
    ...own,
    apps: Object.fromEntries([...apps].map(([app, ledger]) => [app, buildView(ledger)])),
    records: Object.fromEntries(records),
    intentions: [...new Map(intentions.map((intention) => [intention.id, intention])).values()],
  };
}

function buildView({ lineage, serial, account: { host } }: Ledger): AppLedger {
  return { lineage, serial, ...defined({ host }) };
}

/** Returns the app of an intention. A call covers resources of one app at most. */
export function appOfIntention({ covers: [first] }: Pick<Intention, 'covers'>, appOf: AppOf): string | undefined {
  return first === undefined ? undefined : appOf(first);
}

/** The account that writes to the ledger of an app. */
export interface Whose {
  /** Name of the account. */
  readonly account: string;
  /** Project, if several projects keep their ledgers in the location. */
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

/** Returns the runs of the account, newest first, each with its calls in apps. Runs of other accounts in an app are left out. */
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

function listRecords({ records }: Ledger): readonly LedgerRecord[] {
  return Object.values(records);
}
