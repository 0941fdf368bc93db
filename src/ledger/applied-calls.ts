/** Finds the calls of a journal that took effect, with the values that they overwrote. Pure. */

import { defined } from '../contract/defined.ts';
import type { Address } from '../model/address.ts';
import { listMembers } from '../model/body-members.ts';
import type { Fields } from '../model/json.ts';
import type { AppliedCall, Intention, JournalEntry, Ledger, LedgerRecord } from '../model/ledger.ts';
import type { KeptCall } from './history.ts';
import { replay } from './replay.ts';

/** Returns one call for each intention that is settled as applied, in the order of the entries. `base` is the ledger before them. */
export function appliedCalls(base: Ledger, entries: readonly JournalEntry[]): readonly KeptCall[] {
  const calls: KeptCall[] = [];
  const removed = new Map<Address, Removed>();
  replay(base, entries, ({ intention, written, before, serial }) => {
    calls.push({ lineage: base.lineage, serial, call: appliedCall(intention, written, before) });
    for (const address of intention.covers) {
      const record = before.get(address);
      if (written[address] === null && record !== undefined) removed.set(address, { record, serial });
      else removed.delete(address);
    }
  });
  const stayed = entries.flatMap((entry, index) =>
    entry.type === 'record' && isBack(entry.record, base.serial + index + 1, removed) ? [entry.record] : [],
  );
  return stayed.length === 0 ? calls : calls.map((kept) => ({ ...kept, call: withStayed(kept.call, stayed) }));
}

/** A record that a removal dropped. */
interface Removed {
  readonly record: LedgerRecord;
  /** Serial of the ledger after the removal. */
  readonly serial: number;
}

/** The service confirmed the removal, and the final read still found the resource: its record is there again. */
function isBack({ address, run, at }: LedgerRecord, serial: number, removed: ReadonlyMap<Address, Removed>): boolean {
  const gone = removed.get(address);
  return gone !== undefined && serial > gone.serial && gone.record.run === run && gone.record.at === at;
}

/** A removal that leaves a record has removed nothing. */
function withStayed(call: AppliedCall, stayed: readonly LedgerRecord[]): AppliedCall {
  const back = stayed.filter(({ address }) => call.covers.includes(address) && call.expects[address] == null);
  if (back.length === 0) return call;
  return {
    ...call,
    records: { ...call.records, ...Object.fromEntries(back.map((record) => [record.address, record.fields])) },
  };
}

/** A batch may have taken effect for some of its addresses only: those that it writes a record of. */
function appliedCall(
  { id, run, at, call, method, path, ...intention }: Intention,
  written: Intention['records'],
  known: ReadonlyMap<Address, LedgerRecord>,
): AppliedCall {
  const covers = intention.covers.filter((address) => written[address] !== undefined);
  const each = (value: (address: Address) => Fields | null): AppliedCall['before'] =>
    Object.fromEntries(covers.map((address) => [address, value(address)]));
  return {
    ...{ id, run, at, endpoint: call.endpoint, method, path, covers },
    writes: listMembers(call),
    before: each((address) => intention.before[address] ?? null),
    expects: each((address) => intention.expects[address] ?? null),
    recorded: each((address) => known.get(address)?.fields ?? null),
    records: each((address) => written[address]?.fields ?? null),
    ...defined({
      reviewed: intention.reviewed,
      by: intention.by,
      account: intention.account,
      project: intention.project,
    }),
  };
}
