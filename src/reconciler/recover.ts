/** Settles what earlier runs left open: for an apply, or separately after an interrupted run of a reviewed plan. */

import { defined } from '../contract/defined.ts';
import { isPlanned, type Recovered, recover as recoverIntentions } from '../engine/apply/recover.ts';
import { isLeftBy } from '../engine/gate/reviewed.ts';
import { parseHost } from '../model/host.ts';
import type { Plan } from '../model/plan.ts';
import type { Parts } from './parts.ts';
import type { RecoverOptions } from './types.ts';
import { underLock } from './under-lock.ts';

export async function recover(parts: Parts, reviewed: string, { whenLocked }: RecoverOptions = {}): Promise<void> {
  const { store } = parts;
  const { account } = parts.resolution;
  const ledger = await store.read();
  if (!isLeftBy(reviewed, ledger)) return;
  const { hubId } = await parts.prove(ledger);
  await underLock(store, 'recover', async (lock) => {
    await whenLocked?.();
    await lock.renew?.();
    const { lost } = lock;
    const left = await store.read();
    if (isLeftBy(reviewed, left)) await recoverAll(parts, hubId, defined({ lost }));
    await store.compact({ name: account.name, hubId, host: parseHost(account.baseUrl) });
  });
}

/**
 * Settles open calls under the lock, with the names that the calls were made with. With a plan, only calls that it makes too are repeated.
 */
export async function recoverAll(
  parts: Parts,
  hubId: number,
  { plan, lost }: { readonly plan?: Plan; readonly lost?: AbortSignal },
): Promise<Recovered> {
  const { store, clock, session, signal, onEvent } = parts;
  const recorded = await store.read();
  const { kinds, naming, ids } = await parts.kindsFor({ ...recorded, records: {} }, [], { recorded });
  return recoverIntentions({
    ledger: store,
    kinds,
    ids,
    caller: session().client,
    clock,
    hubId,
    unknownName: (address) => naming.gapOf(address)?.reason,
    ...defined({ planned: plan && isPlanned(plan), lost, signal, onEvent }),
  });
}
