/** A process that works on ledgers: it takes their leases, and one heartbeat keeps all of them. */

import type { Clock, NewId } from '../../contract/clock.ts';
import { LedgerError, UsageError } from '../../errors.ts';
import { thisProcess } from '../../ledger/this-process.ts';
import { moment } from '../../model/moment.ts';
import { type Asking, DatabaseError } from '../database/database.ts';
import type { LeaseOwner } from '../database/leases.ts';
import { heartbeat } from './heartbeat.ts';
import { holderOfLease, type LeaseHolder, releaseLease, takeLease } from './lease-statements.ts';

export interface LeaseOwnerOptions {
  readonly database: Asking;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Who takes the locks, as others will read it; the user of the machine when left out. */
  readonly owner?: string | undefined;
  /** Milliseconds after which the locks of a process that sends no heartbeat are taken over: at least 1,000. */
  readonly termMs: number;
}

const LEAST_TERM_MS = 1000;

/** @throws UsageError `argument-invalid` */
export async function leaseOwner(options: LeaseOwnerOptions): Promise<LeaseOwner> {
  const { database, clock, newId, owner: shown, termMs } = options;
  if (!(termMs >= LEAST_TERM_MS && Number.isFinite(termMs))) {
    throw new UsageError('argument-invalid', `openDatabase was called with termMs ${termMs}.`, {
      hint: `Pass milliseconds, ${LEAST_TERM_MS} or more: a slow answer of the database must not cost a lock.`,
    });
  }
  const { owner: holder, host, pid } = await thisProcess(newId, shown);
  const owner = newId();
  const beating = heartbeat({ database, owner, clock, termMs });

  return {
    async take({ ledger, name, purpose }) {
      const token = newId();
      const request = { ledger, token, owner, holder, host, pid, purpose, termMs };
      // Once more where the holder gave it back between the two looks; then whoever was quicker holds it.
      for (let left = 1; ; left -= 1) {
        const asked = clock.elapsed();
        const taken = await database.query(takeLease(request)).catch(async (error: unknown) => {
          // It may be taken all the same, and then nobody would give it back before it runs out.
          if (error instanceof DatabaseError) await database.query(releaseLease(ledger, token)).catch(() => undefined);
          throw error;
        });
        if (taken.length > 0) return beating.keep({ ledger, token, name, asked });
        const [held] = await database.query(holderOfLease(ledger));
        if (held !== undefined || left === 0) throw lockedBy(held, termMs);
      }
    },
    close: () => beating.close(),
  };
}

function lockedBy(held: LeaseHolder | undefined, termMs: number): LedgerError {
  if (held === undefined) {
    return new LedgerError('ledger-locked', 'The ledger is being locked by another process.', {
      hint: 'Try again in a minute.',
    });
  }
  const { holder, host, pid, purpose, at } = held;
  return new LedgerError(
    'ledger-locked',
    `The ledger is locked by ${holder} (process ${pid} on ${host}) for ${purpose} since ${moment(at.toISOString())}.`,
    {
      hint: `Wait until that run is over. If its process has died, the lock ends ${termMs / 1000} seconds after its last heartbeat.`,
    },
  );
}
