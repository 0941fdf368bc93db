/** Statements on ledgers. What is written is fenced: nothing is, unless the lease is still held, and nobody can take it before that is committed. */

import type { KeptCall } from '../../ledger/history.ts';
import { historyLine } from '../../ledger/history.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Parts, Statement } from '../database/database.ts';

/** The lease that a write is made under. */
export interface Fence {
  /** Key of the ledger. */
  readonly ledger: string;
  readonly token: string;
}

/** The row of the lease, kept from others until the statement is committed; none when it is lost. */
const fenced = ({ sql, of, now }: Parts, { ledger, token }: Fence) => sql`
  held as materialized (
    select ledger from ${of('ledger_lease')} where ledger = ${ledger} and token = ${token} and expires > ${now} for update)`;

export function isLeaseHeld({ ledger, token }: Fence): Statement<{ held: number }> {
  return ({ sql, of, now }) => sql`
    select 1 as held from ${of('ledger_lease')} where ledger = ${ledger} and token = ${token} and expires > ${now}`;
}

export interface Append {
  /** Id of this append: one that is repeated because its reply was lost is noted once. */
  readonly id: string;
  /** Texts, in their order. */
  readonly entries: readonly string[];
  /** What a ledger that nobody wrote yet becomes. */
  readonly first: { readonly name: string; readonly lineage: string; readonly document: string };
}

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

export interface StoredRow {
  readonly document: string;
  readonly lineage: string;
  readonly serial: number;
  /** Texts of the journal. */
  readonly entries: readonly string[];
  /** Serial that the newest call of the history needs; null when it has none. */
  readonly newest: number | null;
}

/** Ledger and journal as of one moment; no row while nobody wrote it. */
export function readLedger(ledger: string): Statement<StoredRow> {
  return ({ sql, of }) => sql`
    select l.document, l.lineage, l.serial,
      array(select e.entry from ${of('ledger_entry')} e where e.ledger = l.key order by e.serial) as entries,
      (select max(c.serial) from ${of('ledger_call')} c where c.ledger = l.key and c.lineage = l.lineage) as newest
    from ${of('ledger')} l where l.key = ${ledger}`;
}

/** The same with the lines of the history. */
export function readHistory(ledger: string): Statement<StoredRow & { readonly lines: readonly string[] }> {
  return ({ sql, of }) => sql`
    select l.document, l.lineage, l.serial,
      array(select e.entry from ${of('ledger_entry')} e where e.ledger = l.key order by e.serial) as entries,
      (select max(c.serial) from ${of('ledger_call')} c where c.ledger = l.key and c.lineage = l.lineage) as newest,
      array(select c.line from ${of('ledger_call')} c where c.ledger = l.key order by c.serial, c.id) as lines
    from ${of('ledger')} l where l.key = ${ledger}`;
}

export interface Fold {
  readonly next: Ledger;
  readonly document: string;
  /** Serial of the row that it replaces; undefined when there is none. */
  readonly before: number | undefined;
  /** Serial of the last entry that it contains. */
  readonly upTo: number;
  readonly calls: readonly KeptCall[];
}

/** All in one statement: history, ledger, what it says of apps, and the end of the journal. `done`: an earlier try of it took effect. */
export function foldLedger(fence: Fence, fold: Fold): Statement<{ held: number; written: number; done: number }> {
  return (parts) => {
    const { sql, of, now } = parts;
    const { next, document, before, upTo, calls } = fold;
    const { name, hubId } = next.account;
    const apps = Object.entries(next.apps ?? {});
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

/** Bytes of each run in the history, newest run first. */
export function runSizes(ledger: string): Statement<{ run: string; bytes: number }> {
  return ({ sql, of }) => sql`
    select run, sum(octet_length(line) + 1)::bigint as bytes from ${of('ledger_call')}
    where ledger = ${ledger} group by run order by max(serial) desc, max(id) desc`;
}

export function forgetRuns(ledger: string, runs: readonly string[]): Statement<never> {
  return ({ sql, of }) => sql`
    delete from ${of('ledger_call')} where ledger = ${ledger} and run = any(${runs}::text[])`;
}
