/** The changes of a plan to the ledger alone, without a call. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { JournalEntry } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { vacatedBy } from '../observe/renamed.ts';
import { provingReader } from '../observe/reread.ts';
import { newRecord } from './record.ts';
import type { Run } from './run.ts';

export function entriesOf(run: Run, plan: Plan): readonly JournalEntry[] {
  return [
    ...renames(run, plan),
    ...adoptions(run, plan),
    ...moves(run, plan),
    ...doubts(run, plan),
    ...replacements(run, plan),
    ...forgets(run, plan),
  ];
}

/** The run knows each record under the address of now already; its file may be another one. A past address that is declared is forgotten first. */
function renames(run: Run, { renamed = {}, changes }: Plan): readonly JournalEntry[] {
  const shown = new Set(changes.filter(({ action }) => action === 'forget').map(({ address }) => address));
  const silent = vacatedBy(renamed).filter((address) => !shown.has(address));
  return [
    ...noted(run, Object.keys(renamed) as Address[]),
    ...silent.map((address) => ({ type: 'forget', address, at: run.at() }) as const),
  ];
}

function adoptions(run: Run, plan: Plan): readonly JournalEntry[] {
  return plan.adopt.map(({ address, kind, fields, stored, id }) => {
    const isRead = provingReader(run.kindOf(address)) !== undefined;
    const known = { address, kind, fields, ...defined({ stored }), basis: isRead ? 'observed' : 'recorded' } as const;
    return { type: 'record', record: { ...newRecord(run, known, 'recorded'), ...defined({ id }) } };
  });
}

/** Of what is declared again, nothing is left to note of when it was not. */
function moves(run: Run, { moved = [] }: Plan): readonly JournalEntry[] {
  return noted(run, moved).map(({ record: { replacedBy: _, ...record }, ...entry }) => ({ ...entry, record }));
}

/** Nothing but the file of the record is new. */
function noted(run: Run, addresses: readonly Address[]): readonly Extract<JournalEntry, { readonly type: 'record' }>[] {
  return addresses.flatMap((address) => {
    const record = run.known.records[address];
    return record === undefined
      ? []
      : [{ type: 'record' as const, record: { ...record, ...defined({ file: run.files[address] }) } }];
  });
}

/** Before any call: once the run has made again what can be read, nothing speaks of the doubt any more. */
function doubts(run: Run, { doubtful = [] }: Plan): readonly JournalEntry[] {
  return doubtful.flatMap((address): readonly JournalEntry[] => {
    const record = run.known.records[address];
    return record === undefined ? [] : [{ type: 'record', record: { ...record, doubtedAt: run.at() } }];
  });
}

/** Before any call: whatever comes of the run, somebody may only have renamed it. */
function replacements(run: Run, { replaced = {} }: Plan): readonly JournalEntry[] {
  return (Object.entries(replaced) as [Address, Address][]).flatMap(
    ([address, replacedBy]): readonly JournalEntry[] => {
      const record = run.known.records[address];
      return record === undefined ? [] : [{ type: 'record', record: { ...record, replacedBy } }];
    },
  );
}

function forgets(run: Run, { changes }: Plan): readonly JournalEntry[] {
  return changes
    .filter(({ action }) => action === 'forget')
    .map(({ address }) => ({ type: 'forget', address, at: run.at() }));
}
