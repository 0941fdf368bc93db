/** A run over nothing but what its reads show, for tests of the parts that look at the account after a call. */

import { type Run, startRun } from '../../src/engine/apply/run.ts';
import type { LiveReader } from '../../src/engine/observe/reread.ts';
import { memoryStore } from '../../src/ledger/memory-store.ts';
import type { Address } from '../../src/model/address.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { Fields } from '../../src/model/json.ts';
import type { Kind } from '../../src/model/kind.ts';
import type { LedgerRecord, LedgerStore } from '../../src/model/ledger.ts';
import { counting, type TestClock, testClock } from '../ledger/clock.ts';
import { aLedger } from '../support/builders.ts';
import { aKind } from './a-kind.ts';
import { seen } from './planning.ts';
import { scripted } from './scripted.ts';

/** Resources that a read shows. Other addresses do not exist. */
export type Shown = Readonly<Partial<Record<Address, Fields>>>;

export interface RunScene {
  /** Results of the reads in order. The last result repeats. */
  readonly reads?: readonly (Shown | Error)[];
  readonly kinds?: readonly Kind[];
  readonly known?: readonly LedgerRecord[];
  readonly signal?: AbortSignal;
}

export interface ARun {
  readonly run: Run;
  readonly ledger: LedgerStore;
  readonly clock: TestClock;
  /** The addresses of each read. */
  readonly asked: readonly (readonly Address[])[];
  readonly events: readonly RunEvent[];
}

export async function aRun({ reads = [], kinds = [aKind()], known = [], signal }: RunScene): Promise<ARun> {
  const clock = testClock();
  const ledger = memoryStore({ name: 'sandbox', clock, newId: counting('s') });
  await ledger.lock('apply');
  const asked: (readonly Address[])[] = [];
  const events: RunEvent[] = [];
  const live: LiveReader = {
    recent: () => Promise.reject(new Error('What a call did is read anew.')),
    fresh: async (addresses) => {
      const shown = reads[Math.min(asked.length, reads.length - 1)] ?? {};
      asked.push(addresses);
      if (shown instanceof Error) throw shown;
      const there = addresses.flatMap((at) => (shown[at] === undefined ? [] : [[at, seen(at, shown[at])] as const]));
      return new Map(there);
    },
    findDeletedWith: async () => new Map(),
    losable: async () => new Map(),
    readsFor: (addresses) => addresses.length,
  };
  const input = { kinds, caller: scripted({}), ledger, clock, newId: counting('run'), hubId: 1001 };
  const onEvent = (event: RunEvent) => void events.push(event);
  const run = startRun({ ...input, onEvent, ...(signal && { signal }) }, aLedger(known));
  return { run: { ...run, live }, ledger, clock, asked, events };
}
