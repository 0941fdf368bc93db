/** The changes of a plan that concern only the ledger. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { JournalEntry, LedgerRecord } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { vacatedBy } from '../observe/renamed.ts';
import { provingReader } from '../observe/reread.ts';
import { newRecord } from './record.ts';
import type { Run } from './run.ts';

/**
 * Returns one entry for each record, because a later entry would overwrite the notes of an earlier entry. A moved record appears at its new
 * address before it disappears from the old address.
 */
export function entriesOf(run: Run, plan: Plan): readonly JournalEntry[] {
  const { renamed = {} } = plan;
  const forgotten = plan.changes.filter(({ action }) => action === 'forget').map(({ address }) => address);
  const shown = new Set(forgotten);
  const silent = vacatedBy(renamed).filter((address) => !shown.has(address));
  const records = [...notesOf(run, plan)];
  const [moving, others] = [true, false].map((isMoving) =>
    records
      .filter(([address]) => address in renamed === isMoving)
      .map(([, record]): JournalEntry => ({ type: 'record', record })),
  );
  const forget = (address: Address): JournalEntry => ({ type: 'forget', address, at: run.at() });
  return [...(moving ?? []), ...silent.map(forget), ...(others ?? []), ...forgotten.map(forget)];
}

/** The run knows each record under the address of now already. */
function notesOf(
  run: Run,
  { renamed = {}, adopt, moved = [], doubtful = [] }: Plan,
): ReadonlyMap<Address, LedgerRecord> {
  const notes = new Map<Address, LedgerRecord>();
  const note = (addresses: readonly Address[], noted: (record: LedgerRecord) => LedgerRecord): void => {
    for (const address of addresses) {
      const record = notes.get(address) ?? run.known.records[address];
      if (record !== undefined) notes.set(address, noted(record));
    }
  };
  const inItsFile = (record: LedgerRecord): LedgerRecord => ({
    ...record,
    ...defined({ file: run.files[record.address] }),
  });
  // The file of the declaration may have changed.
  note(Object.keys(renamed) as Address[], inItsFile);
  for (const { address, kind, fields, stored, id } of adopt) {
    const isRead = provingReader(run.kindOf(address)) !== undefined;
    const known = { address, kind, fields, ...defined({ stored }), basis: isRead ? 'observed' : 'recorded' } as const;
    notes.set(address, { ...newRecord(run, known, 'recorded'), ...defined({ id }) });
  }
  note(moved, inItsFile);
  // Marks the records in doubt. The mark stays after the run, because later reads may not show the doubt again.
  note(doubtful, (record) => ({ ...record, doubtedAt: run.at() }));
  return notes;
}
