/** Restores to an older or missing ledger what its history says was applied since. */

import { defined } from '../contract/defined.ts';
import { type Address, kindIn } from '../model/address.ts';
import { type AppliedCall, type Ledger, type LedgerRecord, type RebuiltLedger, UNWRITTEN } from '../model/ledger.ts';
import type { Disk } from './disk.ts';
import { writeLedger } from './format.ts';
import { type KeptCall, parseHistory, tornTail } from './history.ts';
import { anyState, type FileNames } from './state.ts';

export interface RebuildParts {
  readonly disk: Disk;
  readonly files: FileNames;
  /** Of the account. */
  readonly name: string;
  /** Throws when the lock is no longer held. */
  readonly guard: () => Promise<void>;
}

/** Needs the lock. Throws LedgerError when the history is damaged: then it cannot be told what is missing. */
export async function rebuild({ disk, files, name, guard }: RebuildParts): Promise<RebuiltLedger> {
  const text = (await disk.read(files.history)) ?? '';
  const history = mended(text);
  const kept = parseHistory(history, `${disk.location}/${files.history}`);
  const cut = history.length < text.length;
  const { stored, journal, ledger: found } = await anyState(disk, files, name, kept.length > 0);
  const { ledger: next, later } = rebuilt(kept, found);
  if (later.length > 0) {
    await guard();
    await disk.replace(files.ledger, writeLedger({ ledger: next, folded: journal?.header.id ?? stored?.folded }));
    await disk.remove(files.journal);
  }
  // Last: while the line is there, a ledger that lacks its call is refused.
  if (history !== text) {
    await guard();
    await disk.replace(files.history, history);
  }
  const written = [...(later.length > 0 ? [files.ledger] : []), ...(history === text ? [] : [files.history])].map(
    (file) => `${disk.location}/${file}`,
  );
  return { ledger: next, calls: later.map(({ call }) => call), cut, files: written };
}

export interface Rebuilt {
  readonly ledger: Ledger;
  /** What was taken over; none: it is the ledger that was found. */
  readonly later: readonly KeptCall[];
}

/** Adds to a ledger the calls that only its history has. */
export function rebuilt(kept: readonly KeptCall[], found: Ledger): Rebuilt {
  const ledger = found.lineage === UNWRITTEN ? { ...found, lineage: kept.at(-1)?.lineage ?? UNWRITTEN } : found;
  const later = kept.filter(({ lineage, serial }) => lineage === ledger.lineage && serial > ledger.serial);
  return { ledger: later.length === 0 ? ledger : withCalls(ledger, later), later };
}

/** A last line that lacks nothing but its end is a line; any other torn one goes. */
function mended(text: string): string {
  const tail = tornTail(text);
  if (tail === '') return text;
  return isJson(tail) ? `${text}\n` : text.slice(0, -tail.length);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withCalls(ledger: Ledger, later: readonly KeptCall[]): Ledger {
  const records = new Map(Object.entries(ledger.records) as [Address, LedgerRecord][]);
  for (const { call } of later) {
    for (const address of call.covers) {
      const record = recordOf(call, address, records.get(address));
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
function recordOf(call: AppliedCall, address: Address, before: LedgerRecord | undefined): LedgerRecord | undefined {
  const fields = call.records[address] ?? null;
  const kind = kindIn(address);
  if (fields === null || kind === undefined) return undefined;
  const id = before?.id === undefined ? {} : { id: before.id };
  const found = foundBy(call, address, before);
  return { address, kind, fields, ...id, basis: 'recorded', at: call.at, run: call.run, ...defined({ found }) };
}

/** What was there and not recorded before the call was changed by it, not created; what stayed after its removal may be another one. */
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
