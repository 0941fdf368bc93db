/** The leases of one process and the heartbeat that keeps them: they end with it, and it learns in time that they did. */

import type { Clock } from '../../contract/clock.ts';
import { LedgerError } from '../../errors.ts';
import { LOCK_LOST } from '../../ledger/lock.ts';
import type { Asking } from '../database/database.ts';
import { insisting } from '../database/insisting.ts';
import type { HeldLease } from '../database/leases.ts';
import { releaseLease, renewLeases } from './lease-statements.ts';

export interface Heartbeat {
  /** Once the lease is taken: `asked` is the monotonic time before that statement was sent. */
  keep(lease: {
    readonly ledger: string;
    readonly token: string;
    readonly name: string;
    readonly asked: number;
  }): HeldLease;
  /** Gives back everything that is held. */
  close(): Promise<void>;
}

export interface HeartbeatParts {
  readonly database: Asking;
  /** Of this process, in the leases. */
  readonly owner: string;
  readonly clock: Clock;
  /** A lease that was not renewed for this long, in milliseconds, is anybody's. */
  readonly termMs: number;
}

interface Kept {
  readonly ledger: string;
  /** Of the account, for messages. */
  readonly name: string;
  readonly lost: AbortController;
  /** Monotonic time of this process: earlier than the lease runs out in the database, as that counts from a later moment. */
  until: number;
  /** It is being given back. */
  ending?: boolean;
}

/** A heartbeat comes so often in a term, and one that failed is repeated so often. */
const BEATS = 3;
const TRIES = 30;

export function heartbeat({ database, owner, clock, termMs }: HeartbeatParts): Heartbeat {
  const kept = new Map<string, Kept>();
  let stop: AbortController | undefined;

  const lose = (token: string, lease: Kept, why: string): void => {
    kept.delete(token);
    lease.lost.abort(lockLost(lease.name, why));
  };

  const renew = async (tokens: readonly string[]): Promise<void> => {
    const asked = clock.elapsed();
    const rows = await database.query(renewLeases(owner, tokens, termMs));
    const renewed = new Set(rows.map(({ token }) => token));
    for (const token of tokens) {
      const lease = kept.get(token);
      if (lease === undefined || lease.ending) continue;
      if (renewed.has(token)) lease.until = asked + termMs;
      else lose(token, lease, TAKEN);
    }
  };

  const beat = async (signal: AbortSignal): Promise<void> => {
    let pause = termMs / BEATS;
    while (!signal.aborted) {
      await clock.sleep(pause, signal);
      const tried = renew([...kept.keys()]).then(
        () => termMs / BEATS,
        () => termMs / TRIES,
      );
      // A statement that gets no answer must not hold up the next one; what it costs is seen below.
      pause = await Promise.race([tried, clock.sleep(termMs / BEATS, signal).then(() => 0)]);
    }
  };

  /** Tells those whose time ran out without an answer of the database. */
  const watch = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const next = Math.min(...[...kept.values()].map(({ until }) => until));
      await clock.sleep(Math.max(1, next - clock.elapsed()), signal);
      for (const [token, lease] of kept) if (lease.until <= clock.elapsed()) lose(token, lease, LATE);
      settle();
    }
  };

  /** Beats while something is held, and not a moment longer: it would keep the process alive. */
  const settle = (): void => {
    if (kept.size > 0 && stop === undefined) {
      stop = new AbortController();
      for (const work of [beat, watch]) work(stop.signal).catch(() => undefined);
    } else if (kept.size === 0) {
      stop?.abort();
      stop = undefined;
    }
  };

  return {
    keep({ ledger, token, name, asked }) {
      const lost = new AbortController();
      const lease: Kept = { ledger, name, lost, until: asked + termMs };
      kept.set(token, lease);
      settle();
      const isKept = () => kept.has(token) && clock.elapsed() < lease.until;
      return {
        ...{ ledger, token, lost: lost.signal, isKept },
        async renew() {
          if (!lost.signal.aborted) await renew([token]);
          settle();
          lost.signal.throwIfAborted();
        },
        async release() {
          // One that is lost may be another's by now, and runs out where it is not.
          if (!kept.has(token)) return;
          lease.ending = true;
          try {
            await insisting({ isKept }, clock, () => database.query(releaseLease(ledger, token)));
          } finally {
            // Where it could not be given back, it runs out.
            kept.delete(token);
            settle();
          }
        },
      };
    },
    async close() {
      const leases = [...kept];
      kept.clear();
      settle();
      for (const [token, { ledger }] of leases) await database.query(releaseLease(ledger, token));
    },
  };
}

const TAKEN = 'was removed or taken by another run';
const LATE = 'could not be renewed in time';

export function lockLost(name: string, why = TAKEN): LedgerError {
  return new LedgerError('ledger-lock-lost', `The lock on the ledger of ${name} ${why}.`, { hint: LOCK_LOST });
}
