/** Takes the leases of one process, and keeps them by one heartbeat that ends with the process. The time is that of the database. */

import type { Clock, NewId } from '../../contract/clock.ts';
import { LedgerError, UsageError } from '../../errors.ts';
import { LOCK_LOST } from '../../ledger/lock.ts';
import { thisProcess } from '../../ledger/this-process.ts';
import { moment } from '../../model/moment.ts';
import { type Asking, DatabaseError, type Statement } from '../database/database.ts';
import { insisting } from '../database/insisting.ts';
import type { HeldLease, LeaseOwner } from '../database/leases.ts';

export interface LeaseOwnerOptions {
  readonly database: Asking;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Name in the locks, for people. Default: the user of the machine. */
  readonly owner?: string | undefined;
  /** Milliseconds without a heartbeat after which other processes may take the locks: at least 1,000. */
  readonly termMs: number;
}

interface Kept extends Pick<HeldLease, 'ledger' | 'token'> {
  /** Name of the account, for messages. */
  readonly name: string;
  readonly lost: AbortController;
  /** Monotonic time of this process. The lease runs out later in the database, which counts from a later moment. */
  until: number;
}

const LEAST_TERM_MS = 1000;

/** Heartbeats in a term. */
const BEATS = 3;
/** Tries in a term while heartbeats fail. */
const TRIES = 30;
/** Milliseconds during which a release is repeated: longer than a database takes to restart. */
const RELEASE_MS = 10_000;

/** @throws UsageError `argument-invalid` */
export async function leaseOwner(options: LeaseOwnerOptions): Promise<LeaseOwner> {
  const { database, clock, newId, owner, termMs } = options;
  if (!(termMs >= LEAST_TERM_MS && Number.isFinite(termMs))) {
    throw new UsageError('argument-invalid', `openDatabase was called with termMs ${termMs}.`, {
      hint: `Pass milliseconds, ${LEAST_TERM_MS} or more: a slow answer of the database must not cost a lock.`,
    });
  }
  const { owner: holder, host, pid } = await thisProcess(newId, owner);
  const kept = new Map<string, Kept>();
  let beating: AbortController | undefined;

  const drop = ({ token }: Kept): void => {
    kept.delete(token);
    if (kept.size > 0) return;
    // A heartbeat for nothing would keep the process alive.
    beating?.abort();
    beating = undefined;
  };
  const lose = (lease: Kept, why: string): void => {
    drop(lease);
    lease.lost.abort(lockLost(lease.name, why));
  };
  const renew = async (leases: readonly Kept[]): Promise<void> => {
    const asked = clock.elapsed();
    const renewed = new Set((await database.query(renewLeases(leases, termMs))).map(({ token }) => token));
    for (const lease of leases) {
      if (!kept.has(lease.token)) continue;
      if (renewed.has(lease.token)) lease.until = Math.max(lease.until, asked + termMs);
      else lose(lease, TAKEN);
    }
  };
  const beat = async (signal: AbortSignal): Promise<void> => {
    let due = clock.elapsed() + termMs / BEATS;
    while (!signal.aborted) {
      const next = Math.min(...[...kept.values()].map(({ until }) => until)) - clock.elapsed();
      await clock.sleep(Math.max(1, Math.min(next, termMs / TRIES)), signal);
      const now = clock.elapsed();
      for (const lease of kept.values()) if (lease.until <= now) lose(lease, LATE);
      if (now < due || kept.size === 0) continue;
      due = now + termMs / BEATS;
      // Unawaited, so that a statement that hangs does not delay the next heartbeat.
      renew([...kept.values()]).catch(() => {
        due = now;
      });
    }
  };
  const keep = (ledger: string, token: string, name: string, asked: number): HeldLease => {
    const lost = new AbortController();
    const lease: Kept = { ledger, token, name, lost, until: asked + termMs };
    kept.set(token, lease);
    if (beating === undefined) {
      beating = new AbortController();
      beat(beating.signal).catch(() => undefined);
    }
    const gone = new Promise<never>((_, reject) => {
      lost.signal.addEventListener('abort', () => reject(lost.signal.reason));
    });
    gone.catch(() => undefined);
    const isKept = () => kept.has(token) && clock.elapsed() < lease.until;
    const whileKept = <T>(work: () => Promise<T>): Promise<T> =>
      asLedgerError(() =>
        insisting({ isKept }, clock, () => {
          lost.signal.throwIfAborted();
          // The network may swallow a statement, so that its answer never comes.
          return Promise.race([work(), gone]);
        }),
      );
    return {
      ...{ ledger, token, lost: lost.signal, whileKept },
      async renew() {
        await whileKept(() => renew([lease]));
        lost.signal.throwIfAborted();
      },
      async release() {
        const wasKept = kept.has(token);
        drop(lease);
        const until = clock.elapsed() + RELEASE_MS;
        const isKept = () => clock.elapsed() < until;
        const released = asLedgerError(() =>
          insisting({ isKept }, clock, () => database.query(releaseLeases([lease]))),
        );
        if (wasKept) await released;
        // The lock is lost already. Only its row is left, and the connection may never answer.
        else released.catch(() => undefined);
      },
    };
  };

  return {
    async take({ ledger, name, purpose }) {
      const token = newId();
      for (;;) {
        const asked = clock.elapsed();
        const request = takeLease({ ledger, token, holder, host, pid, purpose, termMs });
        const taken = await asLedgerError(() => database.query(request)).catch(async (error: unknown) => {
          // The lease may be taken all the same, and would block every process until it runs out.
          await database.query(releaseLeases([{ ledger, token }])).catch(() => undefined);
          throw error;
        });
        if (taken.length > 0) return keep(ledger, token, name, asked);
        const [held] = await asLedgerError(() => database.query(holderOfLease(ledger)));
        // Without a holder, the lease was given back between the two statements.
        if (held !== undefined) throw lockedBy(held, termMs);
      }
    },
    async close() {
      const leases = [...kept.values()];
      leases.forEach(drop);
      if (leases.length > 0) await database.query(releaseLeases(leases));
    },
  };
}

/** Converts errors of the database: a store of ledgers throws LedgerError only. */
export async function asLedgerError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const { message, hint = '' } = error;
    throw new LedgerError('ledger-database', message, { hint, cause: error });
  }
}

const TAKEN = 'was removed or taken by another run';
const LATE = 'could not be renewed in time';

export function lockLost(name: string, why = TAKEN): LedgerError {
  return new LedgerError('ledger-lock-lost', `The lock on the ledger of ${name} ${why}.`, { hint: LOCK_LOST });
}

function lockedBy({ holder, host, pid, purpose, at }: LeaseHolder, termMs: number): LedgerError {
  return new LedgerError(
    'ledger-locked',
    `The ledger is locked by ${holder} (process ${pid} on ${host}) for ${purpose} since ${moment(at.toISOString())}.`,
    {
      hint: `Wait until that run is over. If its process has died, the lock ends ${termMs / 1000} seconds after its last heartbeat.`,
    },
  );
}

interface LeaseHolder {
  readonly holder: string;
  readonly host: string;
  readonly pid: number;
  readonly purpose: string;
  readonly at: Date;
}

/** Returns no row if the lease is free or has run out. */
export function holderOfLease(ledger: string): Statement<LeaseHolder> {
  return ({ sql, of, now }) => sql`
    select holder, host, pid, purpose, at from ${of('ledger_lease')} where ledger = ${ledger} and expires > ${now}`;
}

type LeaseRequest = Omit<LeaseHolder, 'at'> & Pick<HeldLease, 'ledger' | 'token'> & { readonly termMs: number };

/** Returns one row if the lease was free or had run out, and is taken now. */
function takeLease(request: LeaseRequest): Statement<{ readonly token: string }> {
  const { ledger, token, holder, host, pid, purpose, termMs } = request;
  return ({ sql, of, now }) => sql`
    insert into ${of('ledger_lease')} as held (ledger, token, holder, host, pid, purpose, at, expires)
    values (${ledger}, ${token}, ${holder}, ${host}, ${pid}, ${purpose}, ${now},
      ${now} + ${termMs}::double precision * interval '1 millisecond')
    on conflict (ledger) do update set token = excluded.token, holder = excluded.holder, host = excluded.host,
      pid = excluded.pid, purpose = excluded.purpose, at = excluded.at, expires = excluded.expires
    where held.expires <= ${now}
    returning token`;
}

type Lease = Pick<HeldLease, 'ledger' | 'token'>;

/** The heartbeat. Returns the renewed tokens. A lease that has run out stays so, even if it is still free. */
function renewLeases(leases: readonly Lease[], termMs: number): Statement<{ readonly token: string }> {
  return ({ sql, of, now }) => sql`
    update ${of('ledger_lease')} set expires = ${now} + ${termMs}::double precision * interval '1 millisecond'
    where ledger = any(${leases.map(({ ledger }) => ledger)}::text[])
      and token = any(${leases.map(({ token }) => token)}::text[]) and expires > ${now}
    returning token`;
}

function releaseLeases(leases: readonly Lease[]): Statement<never> {
  return ({ sql, of }) => sql`
    delete from ${of('ledger_lease')} where ledger = any(${leases.map(({ ledger }) => ledger)}::text[])
      and token = any(${leases.map(({ token }) => token)}::text[])`;
}
