/** Restores to an older or missing ledger what its history says was applied since. */

import { defined } from '../contract/defined.ts';
import { type Address, parseKind } from '../model/address.ts';
import { type AppliedCall, type Ledger, type LedgerRecord, type RepairedLedger, UNWRITTEN } from '../model/ledger.ts';
import type { Disk } from './disk.ts';
import { writeLedger } from './format.ts';
import { type KeptCall, parseHistory } from './history.ts';
import { anyState, type FileNames } from './state.ts';

export interface RepairParts {
  readonly disk: Disk;
  readonly files: FileNames;
  /** Name of the account. */
  readonly name: string;
  /** Throws when the lock is no longer held. */
  readonly guard: () => Promise<void>;
}

/** Repairs under the lock. Throws LedgerError if the history is damaged, because the missing calls are unknown then. */
export async function repair({ disk, files, name, guard }: RepairParts): Promise<RepairedLedger> {
  const kept = parseHistory((await disk.read(files.history)) ?? '', `${disk.location}/${files.history}`);
  const { stored, journal, ledger: found } = await anyState(disk, files, name);
  const { ledger, later } = repaired(kept, found);
  if (later.length === 0) return { ledger, calls: [], files: [] };
  await guard();
  await disk.replace(files.ledger, writeLedger({ ledger, folded: journal?.header.id ?? stored?.folded }));
  await disk.remove(files.journal);
  return { ledger, calls: later.map(({ call }) => call), files: [`${disk.location}/${files.ledger}`] };
}

export interface Repaired {
  readonly ledger: Ledger;
  /** Calls that were taken from the history. Empty if the ledger was complete. */
  readonly later: readonly KeptCall[];
}

/** Adds to a ledger the calls that only its history has. */
export function repaired(kept: readonly KeptCall[], found: Ledger): Repaired {
  const ledger = found.lineage === UNWRITTEN ? { ...found, lineage: kept.at(-1)?.lineage ?? UNWRITTEN } : found;
  const later = kept.filter(({ lineage, serial }) => lineage === ledger.lineage && serial > ledger.serial);
  return { ledger: later.length === 0 ? ledger : withCalls(ledger, later), later };
}

function withCalls(ledger: Ledger, later: readonly KeptCall[]): Ledger {
  const records = new Map(Object.entries(ledger.records) as [Address, LedgerRecord][]);
  for (const { call } of later) {
    for (const address of call.covers) {
      const record = buildRecord(call, address, records.get(address));
      if (record === undefined) records.delete(address);
      else records.set(address, record);
    }
  }
  const applied = new Set(later.map(({ call }) => call.id));
  return {
    ...ledger,
    serial: later.reduce((newest, { serial }) => Math.max(newest, serial), ledger.serial) + 1,
    records: Object.fromEntries(records),
    intentions: ledger.intentions.filter(({ id }) => !applied.has(id)),
  };
}

/** The id that the service gave is in no history; a record that is there has it. */
function buildRecord(call: AppliedCall, address: Address, before: LedgerRecord | undefined): LedgerRecord | undefined {
  const fields = call.records[address] ?? null;
  const kind = parseKind(address);
  if (fields === null || kind === undefined) return undefined;
  const id = before?.id === undefined ? {} : { id: before.id };
  const found = foundBy(call, address, before);
  return { address, kind, fields, ...id, basis: 'recorded', at: call.at, run: call.run, ...defined({ found }) };
}

/**
 * A resource that existed without a record was changed by the call, not created. A resource that stayed after its removal may be another
 * one.
 */
function foundBy(
  { before: there, recorded, expects }: AppliedCall,
  address: Address,
  before: LedgerRecord | undefined,
): LedgerRecord['found'] {
  if ((expects[address] ?? null) === null) return 'changed';
  if ((there[address] ?? null) === null) return undefined;
  if (before !== undefined) return before.found === undefined ? undefined : 'changed';
  return (recorded[address] ?? null) === null ? 'changed' : undefined;
}
