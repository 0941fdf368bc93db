/** What a person does with the ledger: forget, settle, adopt. Never a call to the service. */

import { adoption } from './adoption.ts';
import type { Clock, NewId } from './contract/clock.ts';
import { provingReader } from './engine/reread.ts';
import { UsageError } from './errors.ts';
import { KINDS, kindOf } from './kinds/index.ts';
import type { Account } from './model/account.ts';
import { type Address, parseAddress } from './model/address.ts';
import { mention } from './model/command.ts';
import type { Desired } from './model/desired.ts';
import type { JournalEntry, Ledger, LedgerRecord, LedgerStore, RebuiltLedger, RunHistory } from './model/ledger.ts';
import { compareNatural } from './model/natural.ts';
import type { LedgerActions, Rebuilt } from './reconciler-types.ts';

export interface LedgerActionOptions {
  readonly store: LedgerStore;
  readonly account: Account;
  readonly desired: Desired;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function ledgerActions({ store, account, desired, clock, newId }: LedgerActionOptions): LedgerActions {
  const at = () => new Date(clock.now()).toISOString();

  async function change<T>(
    purpose: string,
    entriesOf: (ledger: Ledger) => { entries: readonly JournalEntry[]; value: T },
  ) {
    const lock = await store.lock(purpose);
    try {
      const ledger = await store.read();
      const { entries, value } = entriesOf(ledger);
      await store.append(entries);
      await store.compact({ name: account.name, hubId: ledger.account.hubId ?? account.hubId ?? null });
      return value;
    } finally {
      await lock.release();
    }
  }

  return {
    location: async () => store.location?.(),
    read: () => store.read(),
    runs: () => store.history(),
    forget: (address) =>
      change(`forget ${address}`, (ledger) => {
        const record = ledger.records[address];
        if (record === undefined) throw unknownAddress(address, 'The ledger has no record of');
        return { entries: [{ type: 'forget', address, at: at() }], value: record };
      }),
    settle: (address, as) =>
      change(`settle ${address}`, (ledger) => {
        const intentions = ledger.intentions.filter(({ covers }) => covers.includes(address));
        if (intentions.length === 0) throw unknownAddress(address, 'Nothing is unsettled for');
        const records = intentions.flatMap((intention) => Object.values(intention.records));
        return {
          entries: intentions.map(({ id }) => ({ type: 'settle', id, as, at: at() })),
          value: as === 'applied' ? records.filter((record) => record !== null) : [],
        };
      }),
    async rebuild() {
      const lock = await store.lock('rebuild');
      try {
        return rebuiltFrom(await store.rebuild());
      } finally {
        await lock.release();
      }
    },
    adopt: (address, { overwrite = false } = {}) =>
      change(`adopt ${address}`, (ledger) => {
        const declared = declaredRecord(address, desired, { at: at(), run: newId() });
        const value = adoption(declared, ledger.records[address], overwrite);
        return { entries: value.status === 'unchanged' ? [] : [{ type: 'record', record: value.record }], value };
      }),
  };
}

/** The run with this id or the only one whose id begins so; the newest without any. Throws UsageError. */
export function findRun(history: readonly RunHistory[], id: string | undefined): RunHistory {
  const [newest] = history;
  if (newest === undefined) {
    throw new UsageError('run-unknown', 'No run is known to have changed anything, so there is nothing to revert.', {
      hint: 'Runs are known from the time on that their ledger and its history are kept.',
    });
  }
  if (id === undefined) return newest;
  const found = history.filter(({ run }) => run === id || run.startsWith(id));
  const run = found.find((one) => one.run === id) ?? found[0];
  if (run !== undefined && (found.length === 1 || run.run === id)) return run;
  const known = `See the runs: ${mention('ledger', 'runs')}`;
  throw run === undefined
    ? new UsageError('run-unknown', `No run is called ${id}.`, { hint: known })
    : new UsageError('run-ambiguous', `${found.length} runs begin with ${id}.`, { hint: known });
}

function rebuiltFrom({ ledger, calls }: RebuiltLedger): Rebuilt {
  const covered = [...new Set(calls.flatMap(({ covers }) => covers))].sort(compareNatural);
  const kindAt = (address: Address) => KINDS.find(({ name }) => name === parseAddress(address)?.kind);
  return {
    calls,
    records: covered.flatMap((address) => ledger.records[address] ?? []),
    unread: covered.filter((address) => provingReader(kindAt(address)) === undefined),
  };
}

/** The declared fields, as if they had been applied. */
function declaredRecord(address: Address, desired: Desired, when: Pick<LedgerRecord, 'at' | 'run'>): LedgerRecord {
  const resource = desired.resources.find((other) => other.address === address);
  if (resource === undefined) throw unknownAddress(address, 'The files do not declare');
  const owned = Object.keys(kindOf(resource.kind).fields);
  const fields = Object.fromEntries(Object.entries(resource.spec).filter(([field]) => owned.includes(field)));
  return { address, kind: resource.kind, fields, basis: 'recorded', ...when };
}

function unknownAddress(address: Address, problem: string): UsageError {
  return new UsageError('address-unknown', `${problem} ${address}.`, {
    hint: `See the addresses of the ledger: ${mention('ledger', 'list')}`,
  });
}
