/** Statements on what the accounts of a fleet know of the ledgers of apps. */

import type { Statement } from '../database/database.ts';

/** Names of the accounts whose ledgers go on in that of the app. */
export function sharersOfApp(app: string): Statement<{ name: string }> {
  return ({ sql, of }) => sql`
    select l.name from ${of('ledger_app')} a join ${of('ledger')} l on l.key = a.ledger
    where a.app = ${app} order by l.name`;
}

export interface AppView {
  readonly app: string;
  readonly lineage: string;
  readonly serial: number;
  /** Account that saw it last. */
  readonly name: string;
}

/**
 * What accounts saw of an app's ledger that is not in the one that is there: it is another one, an older copy, or gone. Of a ledger that
 * merely grew since somebody read it, nothing is said. At most a row for each app and lineage, however many accounts share it.
 */
export function strayAppViews(name: string): Statement<AppView> {
  return ({ sql, of }) => sql`
    select s.app, s.lineage, s.serial, s.name from ${of('ledger_app_seen')} s
    left join ${of('ledger')} l on l.key = 'app@' || s.app
    where s.name <> ${name} and (l.key is null or l.lineage <> s.lineage or s.serial > greatest(l.serial,
      coalesce((select max(e.serial) from ${of('ledger_entry')} e where e.ledger = l.key), 0)))`;
}
