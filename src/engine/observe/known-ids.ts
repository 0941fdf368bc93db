/** Ids that the ledger and the calls of a run tell, and creates whose effect is unknown. Reads can show a new name late. */

import type { KnownIds } from '../../model/account-names.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Intention, JournalEntry, Ledger } from '../../model/ledger.ts';

export interface FollowedIds extends KnownIds {
  /** Forgets everything, and takes the ids of a ledger. */
  take(ledger: Pick<Ledger, 'records' | 'intentions'>): void;
  /** Takes the entries that a run adds to its journal. */
  follow(entries: readonly JournalEntry[]): void;
}

export function knownIds(ledger: Pick<Ledger, 'records' | 'intentions'>): FollowedIds {
  const ids = new Map<Address, string>();
  const open = new Map<string, Intention>();
  const note = (address: Address, id: string | undefined): void => {
    if (id === undefined) ids.delete(address);
    else ids.set(address, id);
  };
  const take: FollowedIds['take'] = ({ records, intentions }) => {
    ids.clear();
    open.clear();
    for (const { address, id } of Object.values(records)) note(address, id);
    for (const intention of intentions) open.set(intention.id, intention);
  };
  take(ledger);
  return {
    idOf: (address) => ids.get(address),
    known: () => ids,
    awaited: () => new Map([...open.values()].flatMap(createdBy)),
    take,
    follow(entries) {
      for (const entry of entries)
        switch (entry.type) {
          case 'intend':
            open.set(entry.intention.id, entry.intention);
            break;
          case 'settle':
            for (const [address, record] of recordsOf(entry, open.get(entry.id))) note(address as Address, record?.id);
            open.delete(entry.id);
            break;
          case 'record':
            note(entry.record.address, entry.record.id);
            break;
          case 'forget':
            note(entry.address, undefined);
            break;
        }
    },
  };
}

function recordsOf({ as, records }: Settle, intention: Intention | undefined) {
  return as === 'applied' ? Object.entries(records ?? intention?.records ?? {}) : [];
}

type Settle = Extract<JournalEntry, { readonly type: 'settle' }>;

function createdBy({ before, expects, covers }: Intention): readonly (readonly [Address, Fields])[] {
  return covers.flatMap((address) => {
    const fields = expects[address] ?? null;
    return fields === null || (before[address] ?? null) !== null ? [] : [[address, fields] as const];
  });
}
