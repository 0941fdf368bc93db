/** Ledger operations for people and for the Action. They write nothing to the account, and only adopt reads it. */

import { defined } from '../contract/defined.ts';
import { kindLookup, kindNamed } from '../engine/kind-lookup.ts';
import { provingReader } from '../engine/observe/reread.ts';
import { LedgerError } from '../errors.ts';
import type { Address } from '../model/address.ts';
import type { Desired } from '../model/desired.ts';
import { isUnsupported } from '../model/kind.ts';
import type { LedgerRecord, RepairedLedger } from '../model/ledger.ts';
import { compareNatural } from '../model/natural.ts';
import { adopt } from './ledger-actions/adopt.ts';
import { changeLedger, requireEach, timeOf } from './ledger-actions/change.ts';
import type { Forgotten, LedgerActions, Repaired } from './ledger-types.ts';
import type { Parts } from './parts.ts';
import { underLock } from './under-lock.ts';

export function ledgerActions(parts: Parts): LedgerActions {
  const { store } = parts;
  return {
    location: async () => store.location?.(),
    read: () => store.read(),
    declared: () => parts.resolution.desired.resources.map(({ address }) => address),
    runs: () => store.history(),
    holder: () => store.holder(),
    whenFree: (timeoutMs = 0) => whenFree(parts, timeoutMs),
    forget: (addresses) => forget(parts, addresses),
    settle: (addresses, as) => settle(parts, addresses, as),
    repair: () => repair(parts),
    putInForce: (inForce, before) =>
      changeLedger(parts, 'policy', ({ inForce: now }) => {
        const isSame = now?.digest === before?.digest && now?.commit === before?.commit;
        return { entries: [], value: undefined, ...(isSame ? { inForce } : {}) };
      }),
    adopt: (addresses, options) => adopt(parts, addresses, options),
  };
}

const POLL_MS = 1000;

/** Waits for another run that writes the ledger. Throws LedgerError `ledger-locked`, which names the holder, once the time is over. */
async function whenFree({ store, clock, signal }: Parts, timeoutMs: number): Promise<void> {
  const until = clock.elapsed() + timeoutMs;
  for (;;) {
    try {
      return await requireFree(store);
    } catch (error) {
      const left = until - clock.elapsed();
      if (!(error instanceof LedgerError) || error.code !== 'ledger-locked' || left <= 0) throw error;
      await clock.sleep(Math.min(left, POLL_MS), signal);
    }
  }
}

/** Takes the lock only if it has a holder: the refusal has the way out. A run of another account may hold the ledger of an app. */
async function requireFree(store: Parts['store']): Promise<void> {
  if ((await store.holder()) === undefined) return;
  const lock = await store.lock('apply', []);
  await lock.release();
}

/** Drops records, and reports what the next plan does with each. */
function forget(parts: Parts, addresses: readonly Address[]): Promise<readonly Forgotten[]> {
  const { desired } = parts.resolution;
  return changeLedger(parts, `forget ${addresses.join(' ')}`, ({ records }) => {
    requireEach(addresses, (address) => records[address] !== undefined, 'The ledger has no record of');
    const forgotten = [...new Set(addresses)].flatMap((address) => records[address] ?? []);
    return {
      entries: forgotten.map(({ address }) => ({ type: 'forget', address, at: timeOf(parts) })),
      value: forgotten.map((record) => ({
        record,
        next: afterForgetting(record, desired, parts.kinds),
        ...defined({ app: kindNamed(parts.kinds, record.kind).app?.(record.address) }),
      })),
    };
  });
}

function afterForgetting(
  { address, kind }: LedgerRecord,
  { resources }: Desired,
  kinds: Parts['kinds'],
): Forgotten['next'] {
  if (!resources.some((resource) => resource.address === address)) return 'left-alone';
  const { reader } = kindNamed(kinds, kind);
  if (isUnsupported(reader)) return 'created';
  return reader.proves === 'both' ? 'read' : 'set';
}

/** Settles open calls by the observation of a person. */
function settle(
  parts: Parts,
  addresses: readonly Address[],
  as: 'applied' | 'not-applied',
): Promise<readonly LedgerRecord[]> {
  return changeLedger(parts, `settle ${addresses.join(' ')}`, (ledger) => {
    const open = (address: Address) => ledger.intentions.some(({ covers }) => covers.includes(address));
    requireEach(addresses, open, 'No unsettled call covers');
    const intentions = ledger.intentions.filter(({ covers }) => covers.some((address) => addresses.includes(address)));
    const records = intentions.flatMap((intention) => Object.values(intention.records));
    return {
      entries: intentions.map(({ id }) => ({ type: 'settle', id, as, at: timeOf(parts) })),
      value: as === 'applied' ? records.filter((record) => record !== null) : [],
    };
  });
}

const NOTHING_REPAIRED: Repaired = { calls: [], records: [], unread: [], files: [], isEmpty: true };

/** Adds records that the ledger lacks from the history. */
async function repair({ kinds, store }: Pick<Parts, 'kinds' | 'store'>): Promise<Repaired> {
  // Taking the lock would create the folder.
  if ((await store.isThere?.()) === false) return NOTHING_REPAIRED;
  return underLock(store, 'repair', async () => repairedFrom(await store.repair(), kinds));
}

function repairedFrom({ ledger, calls, files }: RepairedLedger, kinds: Parts['kinds']): Repaired {
  const covered = [...new Set(calls.flatMap(({ covers }) => covers))].sort(compareNatural);
  const { kindOf } = kindLookup(kinds);
  return {
    calls,
    records: covered.flatMap((address) => ledger.records[address] ?? []),
    unread: covered.filter((address) => provingReader(kindOf(address)) === undefined),
    files,
    isEmpty: false,
  };
}
