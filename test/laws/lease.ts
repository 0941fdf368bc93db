/**
 * Simulates a ledger in a database whose lock is a lease. It expires at a given step, and then another run may take it.
 */

import type { Transport } from '../../src/contract/http.ts';
import { LedgerError } from '../../src/errors.ts';
import type { LedgerLock, LedgerStore } from '../../src/model/ledger.ts';

export interface LeaseEnd {
  /** Number of the request or of the write to the ledger before which it ends, from 1. */
  readonly at: number;
  /** `told`: the store reports the loss at once. `silent`: only the next write to the ledger fails. */
  readonly how: 'told' | 'silent';
}

export interface Leased {
  readonly ledger: LedgerStore;
  readonly transport: Transport;
  /** Requests that write, and left after the store had said that the lease ended. */
  readonly late: readonly string[];
  ended(): boolean;
}

export function leased(store: LedgerStore, transport: Transport, { at, how }: LeaseEnd): Leased {
  const loss = new AbortController();
  const late: string[] = [];
  let lock: LedgerLock | undefined;
  let step = 0;
  let over = false;
  const lost = () => new LedgerError('ledger-lock-lost', 'The lease on the ledger ended.', { hint: 'Wait.' });
  const takeStep = async (): Promise<void> => {
    step += 1;
    if (step < at || lock === undefined || over) return;
    over = true;
    await lock.release();
    if (how === 'told') loss.abort(lost());
  };
  const fenced =
    <A extends readonly unknown[], T>(work: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      await takeStep();
      if (over) throw lost();
      return work(...given);
    };
  return {
    late,
    ended: () => over,
    ledger: {
      ...store,
      async lock(purpose) {
        lock = await store.lock(purpose);
        const own = lock;
        return {
          lost: loss.signal,
          renew: fenced(async (): Promise<void> => undefined),
          release: () => own.release(),
        };
      },
      append: fenced((entries) => store.append(entries)),
      compact: fenced((account) => store.compact(account)),
    },
    transport: {
      async send(request, options) {
        const told = loss.signal.aborted;
        await takeStep();
        if (told && request.method !== 'GET') late.push(`${request.method} ${new URL(request.url).pathname}`);
        return transport.send(request, options);
      },
      close: () => transport.close(),
    },
  };
}
