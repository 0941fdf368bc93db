/** Folds journal entries into a ledger: pure, and the only place where an entry gets its meaning. */

import type { Address } from '../model/address.ts';
import type { Intention, JournalEntry, Ledger, LedgerRecord } from '../model/ledger.ts';

/** The ledger after the entries, in their order. Every entry raises the serial by one, known or not. */
export function replay(ledger: Ledger, entries: readonly JournalEntry[]): Ledger {
  if (entries.length === 0) return ledger;
  const records = new Map(Object.entries(ledger.records) as [Address, LedgerRecord][]);
  const open = new Map(ledger.intentions.map((intention) => [intention.id, intention]));
  for (const entry of entries) fold(entry, records, open);
  return {
    ...ledger,
    serial: ledger.serial + entries.length,
    records: Object.fromEntries(records),
    intentions: [...open.values()],
  };
}

function fold(entry: JournalEntry, records: Map<Address, LedgerRecord>, open: Map<string, Intention>): void {
  switch (entry.type) {
    case 'intend':
      open.set(entry.intention.id, entry.intention);
      return;
    case 'settle': {
      const intention = open.get(entry.id);
      // Settled before: the first settlement stands, so that nothing is taken over twice.
      if (intention === undefined) return;
      open.delete(entry.id);
      if (entry.as === 'applied') write(entry.records ?? intention.records, records);
      return;
    }
    case 'record':
      records.set(entry.record.address, entry.record);
      return;
    case 'forget':
      records.delete(entry.address);
      return;
  }
}

function write(from: Intention['records'], records: Map<Address, LedgerRecord>): void {
  for (const [address, record] of Object.entries(from) as [Address, LedgerRecord | null][]) {
    if (record === null) records.delete(address);
    else records.set(address, record);
  }
}
