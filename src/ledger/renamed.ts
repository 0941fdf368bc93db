/** Refuses to start a second ledger for an account that has one under an earlier name. */

import { LedgerError } from '../errors.ts';
import type { JoinedLedger, NeighbourLedger } from '../model/ledger.ts';

export interface RenamedLedgerOptions {
  readonly store: JoinedLedger;
  readonly account: { readonly name: string; readonly hubId: number | undefined };
  /** Every account of the configuration, with its id as far as it is written there. */
  readonly declared: ReadonlyMap<string, number | undefined>;
}

export interface GuardedLedger {
  /** Throws LedgerError `ledger-renamed` before it gives or takes anything. */
  readonly store: JoinedLedger;
  /** Whose account it is, once the token has told. Throws LedgerError `ledger-renamed`. */
  proven(hubId: number): Promise<void>;
}

export function guardRenamed({ store, account, declared }: RenamedLedgerOptions): GuardedLedger {
  let hubId: number | undefined = account.hubId;
  const requireOwn = async (hub: number | undefined): Promise<void> => {
    const neighbours = (await store.neighbours?.()) ?? [];
    const suspects = neighbours.filter((other) => isForsaken(other, hub, declared));
    if (suspects.length > 0) throw renamed(account.name, suspects);
  };
  /** Without an id there is nothing to compare yet: the proof follows, and looks. */
  const look = async () => {
    if (hubId !== undefined) await requireOwn(hubId);
  };
  const guarded =
    <A extends readonly unknown[], T>(work: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      await look();
      return work(...given);
    };
  return {
    store: {
      ...store,
      location: guarded(async () => store.location?.()),
      read: guarded(() => store.read()),
      history: guarded(() => store.history()),
      isThere: async () => {
        await requireOwn(hubId);
        return store.isThere?.() ?? true;
      },
      rebuild: () => store.rebuild(),
      // What is written makes the ledger the account's own: with an id that nobody knows every suspect counts.
      lock: async (purpose, about) => {
        await requireOwn(hubId);
        return store.lock(purpose, about);
      },
    },
    async proven(proof) {
      hubId = proof;
      await requireOwn(proof);
    },
  };
}

/** Of the same account, as far as both are known, and of a name that no other account of the configuration has. */
function isForsaken(
  other: NeighbourLedger,
  hubId: number | undefined,
  declared: RenamedLedgerOptions['declared'],
): boolean {
  if (other.hubId !== null && hubId !== undefined && other.hubId !== hubId) return false;
  if (!declared.has(other.name)) return true;
  const named = declared.get(other.name);
  return named !== undefined && other.hubId !== null && named !== other.hubId;
}

function renamed(name: string, suspects: readonly NeighbourLedger[]): LedgerError {
  const theirs = suspects.map((other) => `${other.name} (${idText(other)})`).join(', ');
  const [only] = suspects.length === 1 ? suspects : [];
  const renames = (only?.files ?? []).map(({ from, to }) => `${from} to ${to}`).join(', ');
  const wayOn =
    only === undefined
      ? `If one of them is the ledger of ${name}, rename its files so that they start with ${name}`
      : `If it is the ledger of ${name}, rename ${renames}`;
  return new LedgerError(
    'ledger-renamed',
    `There is no ledger of ${name}, but one of ${theirs} in the same location, and no account in the configuration uses it. A plan without it would create everything again.`,
    {
      hint:
        `${wayOn}, and set account.name in the ledger file to ${JSON.stringify(name)}. ` +
        'To start a new ledger on purpose, use an empty folder.',
      fix: [{ action: 'use-ledger' }],
    },
  );
}

function idText({ hubId }: NeighbourLedger): string {
  return hubId === null ? 'account id unknown' : `account ${hubId}`;
}
