/** Checks an error in a batch in the account before it is reported, because a part of a batch can take effect despite its reply. */

import { ApiError, AuthError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Intention, JournalEntry, LedgerRecord } from '../../model/ledger.ts';
import { RUN_AGAIN } from '../hints.ts';
import { standing } from '../observe/standing.ts';
import type { CallResult } from './call-result.ts';
import type { Run } from './run.ts';
import type { Settlement } from './settle.ts';

/** Reads back the resources that the reply reports as failed. If a read is impossible, the reply counts. */
export async function withErrorsChecked(run: Run, intention: Intention, settlement: Settlement): Promise<Settlement> {
  const { failed, unclear } = settlement;
  if (failed.length === 0 || !isChecked(intention)) return settlement;
  const looked = await lookedAt(run, intention, failed);
  if (looked === undefined) return settlement;
  const { unchanged } = looked;
  const seen = [...looked.seen].filter((address) => !unclear.has(address));
  const shown = new Map(
    [...looked.seen].map((address) => [address, unclear.has(address) ? unowned(address) : shownIn(address)] as const),
  );
  const unclaimed = (entry: JournalEntry): boolean => entry.type === 'record' && unchanged.has(entry.record.address);
  return {
    ...settlement,
    results: settlement.results.map((result) => shown.get(result.address) ?? result),
    entries: settlement.entries
      .filter((entry) => !unclaimed(entry))
      .map((entry) => (entry.type === 'settle' ? withRecords(entry, recordsOf(intention, seen)) : entry)),
    done: [...settlement.done, ...seen],
  };
}

/** The part of a refused batch that a read shows. */
export interface PartOfRefused {
  /** Absent: nothing of it is ours. */
  readonly entry?: JournalEntry;
  readonly results: ReadonlyMap<Address, CallResult>;
}

/**
 * Reads back a batch that was refused as a whole. Returns undefined if nothing can be read. If the refusal says that a resource exists, the
 * resource existed before the first attempt or was created by a part of the batch: no creation is claimed.
 */
export async function partOfRefused(
  run: Run,
  intention: Intention,
  error: unknown,
): Promise<PartOfRefused | undefined> {
  const about = error instanceof ApiError && [400, 404, 409, 422].includes(error.status);
  if (!about || !isChecked(intention)) return undefined;
  const looked = await lookedAt(run, intention, intention.covers);
  if (looked === undefined) return undefined;
  const exists = error.status === 409 || error.category === 'OBJECT_ALREADY_EXISTS';
  const creates = (address: Address): boolean => exists && (intention.before[address] ?? null) === null;
  const seen = [...looked.seen].filter((address) => !creates(address));
  const as = (address: Address): CallResult | undefined => {
    if (!creates(address)) return looked.seen.has(address) ? shownIn(address) : undefined;
    if (looked.seen.has(address)) return unowned(address);
    return looked.unchanged.has(address) ? withOthers(address, error.message) : others(address);
  };
  return {
    ...(seen.length === 0 ? {} : { entry: settlement(run, intention, seen) }),
    results: new Map(intention.covers.flatMap((address) => pairOf(address, as(address)))),
  };
}

function settlement(run: Run, intention: Intention, seen: readonly Address[]): JournalEntry {
  return {
    type: 'settle',
    id: intention.id,
    as: 'applied',
    records: recordsOf(intention, seen),
    at: run.at(),
  };
}

function pairOf(address: Address, result: CallResult | undefined): readonly (readonly [Address, CallResult])[] {
  return result === undefined ? [] : [[address, result]];
}

/** A single call fails or not; of a batch each input does. */
function isChecked({ covers, recovery }: Intention): boolean {
  return covers.length > 1 && recovery === 'read-back';
}

interface Looked {
  /** As planned. */
  readonly seen: ReadonlySet<Address>;
  /** Addresses that are as before the call. */
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

/**
 * The result for a resource that is as planned but was refused as existing. It is not recorded, so that a resource of another user is never
 * recorded as created by trueup.
 */
function unowned(address: Address): CallResult {
  return {
    address,
    status: 'conflict',
    message:
      'It is in the account as planned, but the service says that something in the batch existed already and does not say what: another user may have created it.',
    hint: 'Nothing is recorded of it. The next plan finds it in sync and takes it over.',
  };
}

function others(address: Address): CallResult {
  const message = 'It was created since the plan, with other values than planned.';
  return { address, status: 'conflict', message, hint: 'A new plan shows what differs.' };
}

function withOthers(address: Address, refusal: string): CallResult {
  const message = `Not created: the batch was refused because something else in it exists already (${refusal})`;
  return { address, status: 'failed', message, hint: RUN_AGAIN };
}

function recordsOf({ records }: Intention, seen: readonly Address[]): Readonly<Record<string, LedgerRecord | null>> {
  return Object.fromEntries(
    seen.map((address) => {
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
