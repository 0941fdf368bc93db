/** Ids that the ledger and the calls of a run tell, and creates whose effect is unknown. Reads can show a new name late. */

import type { Clock } from '../../contract/clock.ts';
import type { KnownIds } from '../../model/account-names.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { LaterId } from '../../model/later-id.ts';
import type { Intention, JournalEntry, Ledger } from '../../model/ledger.ts';

export interface FollowedIds extends KnownIds {
  /** Forgets everything, and takes the ids of a ledger. */
  take(ledger: Pick<Ledger, 'records' | 'intentions'>): void;
  /** Takes the type id that a list shows for a place. It replaces the id of the ledger until a call of the run shows another one. */
  show(later: LaterId, typeId: number | undefined): void;
  /** True if a list or a call of the run tells the type id at the place. False if only the ledger has it. */
  isFresh(later: LaterId): boolean;
  /** Takes the entries that a run adds to its journal. */
  follow(entries: readonly JournalEntry[]): void;
}

export function knownIds(ledger: Pick<Ledger, 'records' | 'intentions'>, { now }: Pick<Clock, 'now'>): FollowedIds {
  const ids = new Map<Address, string>();
  const open = new Map<string, Intention>();
  const shown = new Map<string, Shown>();
  let past: ReadonlyMap<Address, string> = new Map();
  const setId = (address: Address, id: string | undefined): void => {
    if (id === undefined) ids.delete(address);
    else ids.set(address, id);
  };
  const take: FollowedIds['take'] = ({ records, intentions }) => {
    ids.clear();
    open.clear();
    for (const { address, id } of Object.values(records)) setId(address, id);
    for (const intention of intentions) open.set(intention.id, intention);
    past = new Map(ids);
  };
  take(ledger);
  return {
    idOf: (address) => ids.get(address),
    known: () => ids,
    show: (later, typeId) => void shown.set(placeKey(later), { inPlaceOf: ids.get(later.idOf), typeId }),
    isFresh: (later) => shown.has(placeKey(later)) || past.get(later.idOf) !== ids.get(later.idOf),
    typeIdAt(later) {
      const id = ids.get(later.idOf);
      const own = shown.get(placeKey(later));
      if (own !== undefined && own.inPlaceOf === id) return own.typeId;
      const sides = id?.split('/');
      return sides === undefined ? undefined : Number(sides[later.side] ?? sides[0]);
    },
    awaited: (withinMs) =>
      new Map([...open.values()].filter(({ at }) => now() - Date.parse(at) <= withinMs).flatMap(listCreated)),
    take,
    follow(entries) {
      for (const entry of entries)
        switch (entry.type) {
          case 'intend':
            open.set(entry.intention.id, entry.intention);
            break;
          case 'settle':
            for (const [address, record] of listSettledRecords(entry, open.get(entry.id)))
              setId(address as Address, record?.id);
            open.delete(entry.id);
            break;
          case 'record':
            setId(entry.record.address, entry.record.id);
            break;
          case 'forget':
            setId(entry.address, undefined);
            break;
        }
    },
  };
}

interface Shown {
  /** Id that was known when the list was read. */
  readonly inPlaceOf: string | undefined;
  readonly typeId: number | undefined;
}

function placeKey({ idOf, side }: LaterId): string {
  return JSON.stringify([idOf, side]);
}

function listSettledRecords({ as, records }: Settle, intention: Intention | undefined) {
  return as === 'applied' ? Object.entries(records ?? intention?.records ?? {}) : [];
}

type Settle = Extract<JournalEntry, { readonly type: 'settle' }>;

function listCreated({ before, expects, covers }: Intention): readonly (readonly [Address, Fields])[] {
  return covers.flatMap((address) => {
    const fields = expects[address] ?? null;
    return fields === null || (before[address] ?? null) !== null ? [] : [[address, fields] as const];
  });
}
