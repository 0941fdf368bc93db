/** Changes the ledger without a call: under its lock, only for the host that it was written for, and all or nothing. */

import { defined } from '../../contract/defined.ts';
import { requireHost } from '../../engine/gate/host-check.ts';
import { UsageError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Advice } from '../../model/fix.ts';
import type { JournalEntry, Ledger } from '../../model/ledger.ts';
import type { InForce } from '../../model/terms.ts';
import type { Parts } from '../parts.ts';
import { underLock } from '../under-lock.ts';

export interface Changed<T> {
  readonly entries: readonly JournalEntry[];
  readonly inForce?: InForce;
  readonly value: T;
}

export function changeLedger<T>(
  { resolution: { account }, store }: Pick<Parts, 'resolution' | 'store'>,
  purpose: string,
  entriesOf: (ledger: Ledger) => Changed<T> | Promise<Changed<T>>,
): Promise<T> {
  return underLock(store, purpose, async () => {
    const ledger = await store.read();
    // Reads at another host say nothing about this ledger.
    requireHost(account, ledger, []);
    const { entries, inForce, value } = await entriesOf(ledger);
    await store.append(entries);
    const hubId = ledger.account.hubId ?? account.hubId ?? null;
    await store.compact({ name: account.name, hubId, ...defined({ inForce }) });
    return value;
  });
}

/** ISO time. */
export function timeOf({ clock }: Pick<Parts, 'clock'>): string {
  return new Date(clock.now()).toISOString();
}

/** Nothing is done unless all of it can be; all that stands against it is named. Throws UsageError. */
export function requireEach(
  addresses: readonly Address[],
  holds: (address: Address) => boolean,
  problem: string,
  advice: Advice = { fix: [{ action: 'list-ledger' }] },
): void {
  const without = [...new Set(addresses)].filter((address) => !holds(address));
  if (without.length === 0) return;
  const rest = without.length < new Set(addresses).size ? ' Nothing was changed.' : '';
  throw new UsageError('address-unknown', `${problem} ${without.join(', ')}.${rest}`, advice);
}
