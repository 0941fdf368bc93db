/** An error in a batch is checked in the account before it is reported: part of a batch can take effect, whatever its reply says. */

import { ApiError, AuthError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Intention, JournalEntry, LedgerRecord } from '../../model/ledger.ts';
import { standing } from '../observe/standing.ts';
import type { CallResult } from './call-result.ts';
import type { Run } from './run.ts';
import type { Settlement } from './settle.ts';

/** What a reply says failed, read back. Where nothing can be read, the reply stands as it is. */
export async function withErrorsChecked(run: Run, intention: Intention, settlement: Settlement): Promise<Settlement> {
  const { failed } = settlement;
  if (failed.length === 0 || !isChecked(intention)) return settlement;
  const looked = await lookedAt(run, intention, failed);
  if (looked === undefined) return settlement;
  const { seen, unchanged } = looked;
  const unclaimed = (entry: JournalEntry): boolean => entry.type === 'record' && unchanged.has(entry.record.address);
  return {
    ...settlement,
    results: settlement.results.map((result) => (seen.has(result.address) ? shownIn(result.address) : result)),
    entries: settlement.entries
      .filter((entry) => !unclaimed(entry))
      .map((entry) => (entry.type === 'settle' ? withRecords(entry, recordsOf(intention, seen)) : entry)),
    done: [...settlement.done, ...seen],
  };
}

/**
 * A batch that is refused as a whole: what of it a read shows all the same. Undefined: none, or nothing could be read. What exists
 * after a 409 to its first attempt was there before it (an earlier attempt makes a 409 a doubt), so no creation of it is ours.
 */
export async function partOfRefused(
  run: Run,
  intention: Intention,
  error: unknown,
): Promise<{ readonly entry: JournalEntry; readonly results: ReadonlyMap<Address, CallResult> } | undefined> {
  const about = error instanceof ApiError && [400, 404, 409, 422].includes(error.status);
  if (!about || !isChecked(intention)) return undefined;
  const exists = error.status === 409;
  const covers = intention.covers.filter((address) => !exists || (intention.before[address] ?? null) !== null);
  if (covers.length === 0) return undefined;
  const looked = await lookedAt(run, intention, covers);
  if (looked === undefined || looked.seen.size === 0) return undefined;
  return {
    entry: {
      type: 'settle',
      id: intention.id,
      as: 'applied',
      records: recordsOf(intention, looked.seen),
      at: run.at(),
    },
    results: new Map([...looked.seen].map((address) => [address, shownIn(address)])),
  };
}

/** A single call fails or not; of a batch each input does. */
function isChecked({ covers, recovery }: Intention): boolean {
  return covers.length > 1 && recovery === 'read-back';
}

interface Looked {
  /** As planned. */
  readonly seen: ReadonlySet<Address>;
  /** As before the call. */
  readonly unchanged: ReadonlySet<Address>;
}

async function lookedAt(run: Run, intention: Intention, addresses: readonly Address[]): Promise<Looked | undefined> {
  try {
    const found = await run.live.fresh(addresses);
    const as = Map.groupBy(addresses, (address) => standing(run, intention, address, found));
    return { seen: new Set(as.get('as-planned')), unchanged: new Set(as.get('as-before')) };
  } catch (error) {
    if (error instanceof AuthError) run.halt(error);
    return undefined;
  }
}

function shownIn(address: Address): CallResult {
  const message = 'Done: the reply has an error for it, but a read shows the planned values.';
  return { address, status: 'applied', message };
}

function recordsOf({ records }: Intention, seen: ReadonlySet<Address>): Readonly<Record<string, LedgerRecord | null>> {
  return Object.fromEntries(
    [...seen].map((address) => {
      const record = records[address] ?? null;
      return [address, record && { ...record, basis: 'observed' as const }];
    }),
  );
}

function withRecords(
  entry: Extract<JournalEntry, { type: 'settle' }>,
  records: Readonly<Record<string, LedgerRecord | null>>,
): JournalEntry {
  return { ...entry, records: { ...entry.records, ...records } };
}
