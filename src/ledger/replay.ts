/** Folds journal entries into a ledger: pure, and the only place that interprets an entry. */

import type { Address } from '../model/address.ts';
import type { Intention, JournalEntry, Ledger, LedgerRecord } from '../model/ledger.ts';

/** An intention that is settled as applied. */
interface Applied {
  readonly intention: Intention;
  /** The records that it writes. */
  readonly written: Intention['records'];
  /** All records just before. */
  readonly before: ReadonlyMap<Address, LedgerRecord>;
  /** Serial of the ledger with the entry. */
  readonly serial: number;
}

type OnApplied = (applied: Applied) => void;

/**
 * Returns the ledger after the entries, for stores with their own journal. Every entry raises the serial by one, known or not. `onApplied`
 * is called for each call that was settled as applied.
 */
export function replay(ledger: Ledger, entries: readonly JournalEntry[], onApplied?: OnApplied): Ledger {
  if (entries.length === 0) return ledger;
  const records = new Map(Object.entries(ledger.records) as [Address, LedgerRecord][]);
  const open = new Map(ledger.intentions.map((intention) => [intention.id, intention]));
  for (const [index, entry] of entries.entries()) {
    fold(entry, { records, open, onApplied, serial: ledger.serial + index + 1 });
  }
  return {
    ...ledger,
    serial: ledger.serial + entries.length,
    records: Object.fromEntries(records),
    intentions: [...open.values()],
  };
}

interface Folding {
  readonly records: Map<Address, LedgerRecord>;
  readonly open: Map<string, Intention>;
  readonly onApplied: OnApplied | undefined;
  readonly serial: number;
}

function fold(entry: JournalEntry, { records, open, onApplied, serial }: Folding): void {
  switch (entry.type) {
    case 'intend':
      open.set(entry.intention.id, entry.intention);
      return;
    case 'settle': {
      const intention = open.get(entry.id);
      // Settled before: the first settlement stands, so that nothing is taken over twice.
      if (intention === undefined) return;
      open.delete(entry.id);
      if (entry.as === 'not-applied') return;
      onApplied?.({ intention, written: entry.records ?? intention.records, before: records, serial });
      write(entry.records ?? intention.records, records);
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
