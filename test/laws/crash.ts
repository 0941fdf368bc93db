/**
 * Simulates the death of a process at any point. Later requests stay unsent, and later writes do not reach the disk.
 */

import type { Transport } from '../../src/contract/http.ts';
import { TransportError } from '../../src/errors.ts';
import type { Disk } from '../../src/ledger/disk.ts';

export interface CrashPoint {
  /** Number of the request or disk write in the run, from 1. */
  readonly at: number;
  /**
   * `before`: the step does not happen. `half`: a journal write is torn, other steps do not happen. `after`: the answer
   * is lost.
   */
  readonly how: 'before' | 'half' | 'after';
}

export interface Mortal {
  readonly transport: Transport;
  readonly disk: Disk;
  /** Resolves at the death, and stays pending if the run ends earlier. */
  readonly died: Promise<void>;
  /** Returns the number of begun requests and disk writes. */
  steps(): number;
  /** Requests that had left when it died or gave up are carried out all the same. */
  rest(): Promise<void>;
}

export function mortal(transport: Transport, disk: Disk, { at, how }: CrashPoint): Mortal {
  let steps = 0;
  let dead = false;
  const inFlight = new Set<Promise<unknown>>();
  const death = Promise.withResolvers<void>();

  async function step<T>(act: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> {
    if (dead) return never();
    steps += 1;
    if (steps < at) return alive(act());
    dead = true;
    if (how === 'after') await act();
    if (how === 'half') await half?.();
    death.resolve();
    return never();
  }
  async function alive<T>(running: Promise<T>): Promise<T> {
    try {
      const value = await running;
      return dead ? await never<T>() : value;
    } catch (error) {
      if (dead) return never();
      throw error;
    }
  }
  function kept<T>(running: Promise<T>): Promise<T> {
    inFlight.add(running);
    return running.finally(() => inFlight.delete(running));
  }

  return {
    transport: {
      send: (request, { signal, ...options } = {}) =>
        step(async () => {
          if (signal?.aborted) throw new TransportError('aborted', 'Given up before it left.', { sent: 'no' });
          return abortable(kept(transport.send(request, options)), signal);
        }),
      close: () => transport.close(),
    },
    disk: {
      location: disk.location,
      list: () => (dead ? never() : disk.list()),
      read: (file) => (dead ? never() : disk.read(file)),
      modifiedAt: (file) => (dead ? never() : disk.modifiedAt(file)),
      replace: (file, text) => step(() => disk.replace(file, text)),
      create: (file, text) => step(() => disk.create(file, text)),
      remove: (file) => step(() => disk.remove(file)),
      async openAppend(file) {
        const open = await (dead ? never<Awaited<ReturnType<Disk['openAppend']>>>() : disk.openAppend(file));
        return {
          append: (text) =>
            step(
              () => open.append(text),
              () => open.append(text.slice(0, Math.floor(text.length / 2))),
            ),
          truncate: (bytes) => step(() => open.truncate(bytes)),
          own: () => open.own(),
          close: () => open.close(),
        };
      },
    },
    died: death.promise,
    steps: () => steps,
    rest: async () => {
      await Promise.allSettled(inFlight);
    },
  };
}

/** A caller that gives up ignores the reply. The service continues. */
function abortable<T>(running: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return running;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new TransportError('aborted', 'Given up.', { sent: 'maybe' }));
    signal.addEventListener('abort', onAbort, { once: true });
    running.then(resolve, reject);
  });
}

function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}
