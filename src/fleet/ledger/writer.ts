/** Writes a ledger under its lease, one statement after the other. A statement changes nothing once the lease is lost. */

import type { NewId } from '../../contract/clock.ts';
import { LedgerError } from '../../errors.ts';
import { writeLedger } from '../../ledger/format.ts';
import { historyLine, type KeptCall } from '../../ledger/history.ts';
import { HISTORY_BOUND } from '../../ledger/history-file.ts';
import { newLedger } from '../../ledger/state.ts';
import { jsonText } from '../../model/json.ts';
import type { JournalEntry, Ledger } from '../../model/ledger.ts';
import type { Database, Parts, Statement } from '../database/database.ts';
import type { HeldLease } from '../database/leases.ts';
import { lockLost } from './owner.ts';
import type { Called } from './stored.ts';

export interface LedgerWriter {
  /** Durable when it resolves, and then the lease was held. @throws LedgerError `ledger-lock-lost` */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Checks that the lease is held. @throws LedgerError `ledger-lock-lost` */
  renew(): Promise<void>;
  query: Database['query'];
  /** Runs the work while nothing is appended. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Called only inside `alone`.
   * @throws LedgerError `ledger-lock-lost`, `ledger-replaced`
   */
  fold(fold: Fold): Promise<void>;
}

interface WriterParts {
  readonly database: Database;
  readonly lease: HeldLease;
  readonly called: Called;
}

export function ledgerWriter({ database, lease, called }: WriterParts): LedgerWriter {
  let last: Promise<unknown> = Promise.resolve();
  const query: Database['query'] = (statement) => lease.whileKept(() => database.query(statement));
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.catch(() => undefined).then(work);
    last = done;
    return done;
  };
  return {
    renew: () => lease.renew(),
    query,
    alone,
    append: (entries) =>
      alone(async () => {
        const [told] = await query(appendEntries(lease, buildAppend(entries, called.name, database.newId)));
        if (told?.held !== 1 || told.noted === 0) throw lockLost(called.name);
      }),
    async fold(fold) {
      const statement = foldLedger(lease, fold);
      const [told] = await query(statement);
      if (told?.held !== 1) throw lockLost(called.name);
      // An earlier try whose reply was lost may have been committed while this one waited for it: a second look sees it.
      const isWritten = told.written + told.done > 0 || (await query(statement))[0]?.done === 1;
      if (!isWritten) throw replaced(called.ledger);
      if (fold.calls.length > 0) await query(forgetOldest(lease.ledger));
    },
  };
}

function replaced(ledger: string): LedgerError {
  return new LedgerError(
    'ledger-replaced',
    `${ledger} was changed or removed during the run, and was not overwritten.`,
    {
      hint: 'Find the program that changes the tables of the fleet while trueup runs. The journal of this ledger records the calls of the run.',
    },
  );
}

interface Append {
  /** Unique id of the append: a repetition after a lost reply writes nothing. */
  readonly id: string;
  /** Texts, in their order. */
  readonly entries: readonly string[];
  /** The row of a ledger that is not written yet. */
  readonly first: { readonly name: string; readonly lineage: string; readonly document: string };
}

export function buildAppend(entries: readonly JournalEntry[], name: string, newId: NewId): Append {
  const lineage = newId();
  const document = writeLedger({ ledger: newLedger(name, lineage), folded: undefined });
  return { id: newId(), entries: entries.map((entry) => jsonText(entry)), first: { name, lineage, document } };
}

type Fence = Pick<HeldLease, 'ledger' | 'token'>;

/** The row of the lease, locked until the statement is committed; no row if the lease is lost. */
const fenced = ({ sql, of, now }: Parts, { ledger, token }: Fence) => sql`
  held as materialized (
    select ledger from ${of('ledger_lease')} where ledger = ${ledger} and token = ${token} and expires > ${now} for update)`;

export function appendEntries(
  fence: Fence,
  { id, entries, first }: Append,
): Statement<{ held: number; noted: number }> {
  return (parts) => {
    const { sql, of, now } = parts;
    const { ledger } = fence;
    return sql`
      with ${fenced(parts, fence)},
      before as (select 1 from ${of('ledger_entry')} where ledger = ${ledger} and append = ${id} limit 1),
      made as (
        insert into ${of('ledger')} (key, name, lineage, serial, document, written_at)
        select ledger, ${first.name}, ${first.lineage}, 0, ${first.document}, ${now} from held on conflict do nothing),
      base as (
        select greatest(
          coalesce((select max(serial) from ${of('ledger_entry')} where ledger = ${ledger}), 0),
          coalesce((select serial from ${of('ledger')} where key = ${ledger}), 0)) as serial),
      added as (
        insert into ${of('ledger_entry')} (ledger, serial, append, entry)
        select held.ledger, base.serial + line.at, ${id}, line.entry
        from held, base, unnest(${entries}::text[]) with ordinality as line(entry, at)
        where not exists (select from before) returning 1)
      select (select count(*) from held) as held,
        (select count(*) from before) + (select count(*) from added) as noted`;
  };
}

export interface Fold {
  readonly next: Ledger;
  /** Serial of the row that is replaced; undefined if there is no row. */
  readonly before: number | undefined;
  /** Serial of the last entry that the fold contains. */
  readonly upTo: number;
  readonly calls: readonly KeptCall[];
}

/** History, ledger, apps and the end of the journal in one statement. `done`: an earlier try of the fold took effect. */
function foldLedger(fence: Fence, fold: Fold): Statement<{ held: number; written: number; done: number }> {
  const { next, before, upTo, calls } = fold;
  const { name, hubId } = next.account;
  const document = writeLedger({ ledger: next, folded: undefined });
  const apps = Object.entries(next.apps ?? {});
  return (parts) => {
    const { sql, of, now } = parts;
    const texts = (values: readonly string[]) => sql`${values}::text[]`;
    const numbers = (values: readonly number[]) => sql`${values}::bigint[]`;
    return sql`
      with ${fenced(parts, fence)},
      wrote as (
        insert into ${of('ledger')} as l (key, name, lineage, serial, hub_id, document, written_at)
        select ledger, ${name}, ${next.lineage}, ${next.serial}::bigint, ${hubId}::bigint, ${document}, ${now} from held
        on conflict (key) do update set serial = excluded.serial, hub_id = excluded.hub_id, document = excluded.document,
          written_at = excluded.written_at
        where l.lineage = excluded.lineage and l.serial = ${before ?? null}::bigint
        returning key),
      emptied as (
        delete from ${of('ledger_entry')} where ledger in (select key from wrote) and serial <= ${upTo}::bigint),
      kept as (
        insert into ${of('ledger_call')} (ledger, id, lineage, serial, run, line)
        select wrote.key, c.* from wrote, unnest(
          ${texts(calls.map(({ call }) => call.id))}, ${texts(calls.map(({ lineage }) => lineage))},
          ${numbers(calls.map(({ serial }) => serial))}, ${texts(calls.map(({ call }) => call.run))},
          ${texts(calls.map(historyLine))}) as c(id, lineage, serial, run, line)
        on conflict do nothing),
      uses as (
        insert into ${of('ledger_app')} (app, ledger)
        select a.app, wrote.key from wrote, unnest(${texts(apps.map(([app]) => app))}) as a(app)
        on conflict do nothing),
      saw as (
        insert into ${of('ledger_app_seen')} as s (app, lineage, serial, name)
        select a.app, a.lineage, a.serial, ${name} from wrote, unnest(
          ${texts(apps.map(([app]) => app))}, ${texts(apps.map(([, { lineage }]) => lineage))},
          ${numbers(apps.map(([, { serial }]) => serial))}) as a(app, lineage, serial)
        on conflict (app, lineage) do update set serial = excluded.serial, name = excluded.name
        where s.serial < excluded.serial)
      select (select count(*) from held) as held, (select count(*) from wrote) as written,
        (select count(*) from ${of('ledger')} where key = ${fence.ledger} and serial = ${next.serial}::bigint
          and document = ${document}) as done`;
  };
}

/** Deletes the oldest runs beyond the bound. After an interruption the next fold does it. */
function forgetOldest(ledger: string): Statement<never> {
  const { runs, bytes } = HISTORY_BOUND;
  return ({ sql, of }) => sql`
    with sized as (
      select run, sum(octet_length(line) + 1) as bytes, max(serial) as serial, max(id) as id
      from ${of('ledger_call')} where ledger = ${ledger} group by run),
    placed as (
      select run, row_number() over newest as place, sum(bytes) over newest as total
      from sized window newest as (order by serial desc, id desc))
    delete from ${of('ledger_call')} where ledger = ${ledger} and run in (
      select run from placed where place > 1 and (place > ${runs}::bigint or total > ${bytes}::bigint))`;
}
