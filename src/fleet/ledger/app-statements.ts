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

/** Apps whose ledgers accounts of the fleet go on in. */
export function keptApps(): Statement<{ readonly app: string }> {
  return ({ sql, of }) => sql`select distinct app from ${of('ledger_app_seen')}`;
}

export interface MadeRun {
  /** In whose ledger it is. */
  readonly app: string;
  readonly run: string;
  /** Key of the ledger of the account that made it. */
  readonly ledger: string;
}

/** Of these, the runs of a rollout in accounts that have this app installed. */
export function runsIn(
  { rollout, app }: { readonly rollout: string; readonly app: string },
  made: readonly MadeRun[],
): Statement<Pick<MadeRun, 'app' | 'run'>> {
  const column = (of: keyof MadeRun) => made.map((one) => one[of]);
  return ({ sql, of }) => sql`
    select distinct u.app, u.run
    from unnest(${column('app')}::text[], ${column('run')}::text[], ${column('ledger')}::text[]) as u (app, run, ledger)
    join ${of('ledger')} as l on l.key = u.ledger
    join ${of('target')} as t on t.rollout = ${rollout} and t.app = ${app} and t.hub_id = l.hub_id and u.run = any(t.runs)`;
}
