/** Refuses to start a ledger for an account that has one already: under an earlier name, or of another project. */

import { LedgerError } from '../errors.ts';
import type { Address } from '../model/address.ts';
import type { LedgerStore, NeighbourLedger, OtherLedger } from '../model/ledger.ts';
import { projectText } from './project.ts';
import { fileNames } from './state.ts';

export interface FirstLedgerOptions {
  readonly store: LedgerStore;
  readonly account: { readonly name: string; readonly hubId: number | undefined };
  /** Every account of the configuration, with the id that is written there. */
  readonly declared: ReadonlyMap<string, number | undefined>;
  /** Addresses that the files declare. */
  readonly addresses: ReadonlySet<Address>;
}

export interface GuardedLedger {
  /** Throws LedgerError `ledger-renamed` or `ledger-of-another-project` before it reads or locks a ledger that does not exist. */
  readonly store: LedgerStore;
  /** Compares with the account of the token, for a configuration without its id. Throws as the store does. */
  proven(hubId: number): Promise<void>;
}

export function guardFirst({ store, account, declared, addresses }: FirstLedgerOptions): GuardedLedger {
  let { hubId } = account;
  const isFree = (name: string) => !declared.has(name) || (declared.get(name) ?? hubId) !== hubId;
  const requireFirst = async (): Promise<void> => {
    if (store.neighbours === undefined || (await store.isThere?.()) !== false) return;
    const neighbours = hubId === undefined ? [] : await store.neighbours();
    const renamed = neighbours.find((other) => other.hubId === hubId && isFree(other.name));
    if (renamed !== undefined) throw renamedLedger(account.name, renamed);
    for (const other of (await store.others?.()) ?? []) {
      const { records, intentions } = await other.read();
      const known = [...(Object.keys(records) as Address[]), ...intentions.flatMap(({ covers }) => covers)];
      const shared = known.find((address) => addresses.has(address));
      if (shared !== undefined) throw otherProject(store, account.name, { ...other, shared });
    }
  };
  const guarded =
    <A extends readonly unknown[], T>(work: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      await requireFirst();
      return work(...given);
    };
  return {
    store: {
      ...store,
      location: guarded(async () => store.location?.()),
      read: guarded(() => store.read()),
      history: guarded(() => store.history()),
      lock: guarded((purpose) => store.lock(purpose)),
    },
    async proven(proof) {
      hubId = proof;
      await requireFirst();
    },
  };
}

function renamedLedger(name: string, other: NeighbourLedger): LedgerError {
  const [from, to] = [other.name, name].map((account) => fileNames(account).ledger.replace(/ledger\.json$/, ''));
  return new LedgerError(
    'ledger-renamed',
    `There is no ledger of ${name}. The same location has a ledger of ${other.name} for the same account ${other.hubId}, and no account in the configuration uses it. A plan without it would create everything again.`,
    {
      hint:
        `If it is the ledger of ${name}, rename its files from ${from}* to ${to}*, and set account.name in the ledger file to ${JSON.stringify(name)}. ` +
        'To start a new ledger on purpose, use an empty folder.',
      fix: [{ action: 'use-ledger' }],
    },
  );
}

function otherProject(
  { project = '' }: LedgerStore,
  name: string,
  { project: other, path, shared }: OtherLedger & { readonly shared: Address },
): LedgerError {
  return new LedgerError(
    'ledger-of-another-project',
    `There is no ledger of ${name} for ${projectText(project)}, but ${path} of ${projectText(other)} records ${shared}, which this project declares. A plan without it would create that again.`,
    {
      hint:
        `If ${projectText(other)} is meant, run the command in its folder. If the folder was renamed, move the files of the ledger to the folder of this project on the branch. Then set project in them to ${JSON.stringify(project)}. ` +
        'If both projects exist, declare the resource in one of them, and drop its record in the other.',
    },
  );
}
