/** Statements on leases: who may write to a ledger, until when. The time is the database's own. */

import type { Statement } from '../database/database.ts';

export interface LeaseRequest {
  /** Key of the ledger. */
  readonly ledger: string;
  /** Of this lease alone. */
  readonly token: string;
  /** Of the owner, whose heartbeat renews all of its leases. */
  readonly owner: string;
  /** Who that is, for people. */
  readonly holder: string;
  readonly host: string;
  readonly pid: number;
  readonly purpose: string;
  readonly termMs: number;
}

/** One row when it was taken: it was free, or its holder let it run out. */
export function takeLease(request: LeaseRequest): Statement<{ token: string }> {
  const { ledger, token, owner, holder, host, pid, purpose, termMs } = request;
  return ({ sql, of, now }) => sql`
    insert into ${of('ledger_lease')} as held (ledger, token, owner, holder, host, pid, purpose, at, expires)
    values (${ledger}, ${token}, ${owner}, ${holder}, ${host}, ${pid}, ${purpose}, ${now},
      ${now} + ${termMs}::double precision * interval '1 millisecond')
    on conflict (ledger) do update set token = excluded.token, owner = excluded.owner, holder = excluded.holder,
      host = excluded.host, pid = excluded.pid, purpose = excluded.purpose, at = excluded.at, expires = excluded.expires
    where held.expires <= ${now}
    returning token`;
}

export interface LeaseHolder {
  readonly holder: string;
  readonly host: string;
  readonly pid: number;
  readonly purpose: string;
  readonly at: Date;
}

/** No row when nobody holds it, or it has run out. */
export function holderOfLease(ledger: string): Statement<LeaseHolder> {
  return ({ sql, of, now }) => sql`
    select holder, host, pid, purpose, at from ${of('ledger_lease')} where ledger = ${ledger} and expires > ${now}`;
}

/** The heartbeat: the tokens that were renewed. One that has run out is not, although nobody took it yet. */
export function renewLeases(
  owner: string,
  tokens: readonly string[],
  termMs: number,
): Statement<{ readonly token: string }> {
  return ({ sql, of, now }) => sql`
    update ${of('ledger_lease')} set expires = ${now} + ${termMs}::double precision * interval '1 millisecond'
    where owner = ${owner} and token = any(${tokens}::text[]) and expires > ${now}
    returning token`;
}

export function releaseLease(ledger: string, token: string): Statement<never> {
  return ({ sql, of }) => sql`delete from ${of('ledger_lease')} where ledger = ${ledger} and token = ${token}`;
}
