/** Records, intentions and entries of a ledger, as a store is tried with. */

import type { Address } from '../model/address.ts';
import type { AppliedCall, Intention, JournalEntry, LedgerRecord } from '../model/ledger.ts';

export const TIER: Address = 'property:contacts/tier';
export const SIZE: Address = 'property:contacts/size';

export function aRecord(address: Address, changes: Partial<LedgerRecord> = {}): LedgerRecord {
  const at = '2026-01-01T00:00:00.000Z';
  return { address, kind: 'property', fields: { label: 'Tier' }, basis: 'echoed', at, run: 'r1', ...changes };
}

export function anIntention(id: string, changes: Partial<Intention> = {}): Intention {
  return {
    id,
    run: 'r1',
    at: '2026-01-01T00:00:00.000Z',
    call: { endpoint: 'createProperty', params: { object_type: 'contacts' }, body: { name: 'tier' } },
    method: 'POST',
    path: '/properties/v2/contacts/properties',
    covers: [TIER],
    before: { [TIER]: null },
    expects: { [TIER]: { label: 'Tier' } },
    records: { [TIER]: aRecord(TIER) },
    recovery: 'read-back',
    ...changes,
  };
}

/** What is kept of the intention once it is settled as applied. */
export function anAppliedCall(id: string, changes: Partial<AppliedCall> = {}): AppliedCall {
  const { run, at, method, path, covers, before, expects } = anIntention(id);
  return {
    ...{ id, run, at, endpoint: 'createProperty', method, path, covers, writes: ['name'], before, expects },
    recorded: { [TIER]: null },
    records: { [TIER]: { label: 'Tier' } },
    ...changes,
  };
}

export function intend(id: string, changes: Partial<Intention> = {}): JournalEntry {
  return { type: 'intend', intention: anIntention(id, changes) };
}

export function settle(
  id: string,
  as: 'applied' | 'not-applied',
  records?: Readonly<Record<Address, LedgerRecord | null>>,
): JournalEntry {
  return { type: 'settle', id, as, at: '2026-01-01T00:00:01.000Z', ...(records === undefined ? {} : { records }) };
}

export function record(address: Address, changes: Partial<LedgerRecord> = {}): JournalEntry {
  return { type: 'record', record: aRecord(address, changes) };
}

export function forget(address: Address): JournalEntry {
  return { type: 'forget', address, at: '2026-01-01T00:00:01.000Z' };
}
