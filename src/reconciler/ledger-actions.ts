/** What a person does with the ledger: forget, settle, adopt. Nothing is written to the account; only adopt reads it. */

import type { Clock, NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { requireHost } from '../engine/gate/host-check.ts';
import { provingReader } from '../engine/observe/reread.ts';
import { UsageError } from '../errors.ts';
import { KINDS, kindOf } from '../kinds/index.ts';
import type { Account } from '../model/account.ts';
import { type Address, parseAddress } from '../model/address.ts';
import { mention } from '../model/command.ts';
import type { Desired, DesiredResource } from '../model/desired.ts';
import { isUnsupported } from '../model/kind.ts';
import type { JournalEntry, Ledger, LedgerRecord, LedgerStore, RebuiltLedger, RunHistory } from '../model/ledger.ts';
import { compareNatural } from '../model/natural.ts';
import { nearHint } from '../model/nearest.ts';
import { adoptions } from './adoption.ts';
import { type SeeingInput, seenInAccount } from './adoption-seen.ts';
import type { Forgotten, LedgerActions, Rebuilt } from './types.ts';

export interface LedgerActionOptions {
  readonly store: LedgerStore;
  readonly account: Account;
  readonly desired: Desired;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly look: SeeingInput['look'];
}

interface Changed<T> {
  readonly entries: readonly JournalEntry[];
  readonly value: T;
}

export function ledgerActions({ store, account, desired, clock, newId, look }: LedgerActionOptions): LedgerActions {
  const at = () => new Date(clock.now()).toISOString();

  async function change<T>(purpose: string, entriesOf: (ledger: Ledger) => Changed<T> | Promise<Changed<T>>) {
    const lock = await store.lock(purpose);
    try {
      const ledger = await store.read();
      // What was looked at through another host says nothing of this ledger.
      requireHost(account, ledger, []);
      const { entries, value } = await entriesOf(ledger);
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
    holder: () => store.holder(),
    forget: (addresses) =>
      change(`forget ${addresses.join(' ')}`, ({ records }) => {
        requireEach(addresses, (address) => records[address] !== undefined, 'The ledger has no record of');
        const forgotten = [...new Set(addresses)].flatMap((address) => records[address] ?? []);
        return {
          entries: forgotten.map(({ address }) => ({ type: 'forget', address, at: at() })),
          value: forgotten.map((record) => ({ record, next: afterForgetting(record, desired) })),
        };
      }),
    settle: (addresses, as) =>
      change(`settle ${addresses.join(' ')}`, (ledger) => {
        const open = (address: Address) => ledger.intentions.some(({ covers }) => covers.includes(address));
        requireEach(addresses, open, 'Nothing is unsettled for');
        const intentions = ledger.intentions.filter(({ covers }) => covers.some((one) => addresses.includes(one)));
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
    adopt: (addresses, { overwrite = false } = {}) =>
      change(`adopt ${addresses.join(' ')}`, async (ledger) => {
        const when = { at: at(), run: newId() };
        const declared = new Map(desired.resources.map((resource) => [resource.address, resource] as const));
        requireDeclared(addresses, declared);
        const wanted = [...new Set(addresses)].flatMap((address) => declared.get(address) ?? []);
        const seen = await seenInAccount({ wanted, ledger, when, look });
        const value = adoptions(
          wanted.map((one) => ({
            declared: declaredRecord(one, when),
            before: ledger.records[one.address],
            ...defined({ seen: seen.get(one.address) }),
          })),
          overwrite,
        );
        const changed = value.filter(({ status }) => status !== 'unchanged');
        return { entries: changed.map(({ record }) => ({ type: 'record', record })), value };
      }),
  };
}

/** The run with this id or the only one whose id begins so; the newest without any. Throws UsageError. */
export function findRun(history: readonly RunHistory[], id: string | undefined): RunHistory {
  const [newest] = history;
  if (newest === undefined) {
    throw new UsageError('run-unknown', 'No recorded run changed anything, so there is nothing to revert.', {
      hint: 'Runs are recorded only while the ledger and its history are kept.',
    });
  }
  if (id === undefined) return newest;
  const found = history.filter(({ run }) => run === id || run.startsWith(id));
  const run = found.find((one) => one.run === id) ?? found[0];
  if (run !== undefined && (found.length === 1 || run.run === id)) return run;
  const known = `See the runs: ${mention('ledger', 'runs')}`;
  throw run === undefined
    ? new UsageError('run-unknown', `Unknown run ${id}.`, { hint: known })
    : new UsageError('run-ambiguous', `${found.length} runs start with ${id}.`, { hint: known });
}

function rebuiltFrom({ ledger, calls, cut }: RebuiltLedger): Rebuilt {
  const covered = [...new Set(calls.flatMap(({ covers }) => covers))].sort(compareNatural);
  const kindAt = (address: Address) => KINDS.find(({ name }) => name === parseAddress(address)?.kind);
  return {
    calls,
    records: covered.flatMap((address) => ledger.records[address] ?? []),
    unread: covered.filter((address) => provingReader(kindAt(address)) === undefined),
    cut,
  };
}

/** The declared fields, as if they had been applied. */
function declaredRecord(
  { address, kind, spec }: DesiredResource,
  when: Pick<LedgerRecord, 'at' | 'run'>,
): LedgerRecord {
  const owned = Object.keys(kindOf(kind).fields);
  const fields = Object.fromEntries(Object.entries(spec).filter(([field]) => owned.includes(field)));
  return { address, kind, fields, basis: 'recorded', ...when };
}

function afterForgetting({ address, kind }: LedgerRecord, { resources }: Desired): Forgotten['next'] {
  if (!resources.some((resource) => resource.address === address)) return 'left-alone';
  const { reader } = kindOf(kind);
  if (isUnsupported(reader)) return 'created';
  return reader.proves === 'both' ? 'read' : 'set';
}

/** What files declare is not in a list of the ledger, so that is not where a misspelt address is sent. */
function requireDeclared(addresses: readonly Address[], declared: ReadonlyMap<Address, DesiredResource>): void {
  const near = addresses
    .filter((address) => !declared.has(address))
    .flatMap((one) => nearHint(one, declared.keys()) ?? []);
  requireEach(
    addresses,
    (address) => declared.has(address),
    'The files do not declare',
    near.length > 0 ? near.join(' ') : `See what the files declare: ${mention('plan', '--verbose')}`,
  );
}

/** Nothing is done unless all of it can be; all that stands against it is named. */
function requireEach(
  addresses: readonly Address[],
  holds: (address: Address) => boolean,
  problem: string,
  hint = `See the addresses of the ledger: ${mention('ledger', 'list')}`,
): void {
  const without = [...new Set(addresses)].filter((address) => !holds(address));
  if (without.length === 0) return;
  const rest = without.length < new Set(addresses).size ? ' Nothing was changed.' : '';
  throw new UsageError('address-unknown', `${problem} ${without.join(', ')}.${rest}`, { hint });
}
