/** Listeners of the caller: an error they throw is theirs, and does not end a run with writes in flight. */

import type { ObservedExchange } from '../model/telemetry.ts';
import type { ReconcilerOptions } from './types.ts';

export function unthrowing<T>(listener: (told: T) => unknown): (told: T) => void {
  return (told) => {
    try {
      const ended = listener(told);
      if (ended instanceof Promise) ended.catch(() => undefined);
    } catch {
      return;
    }
  };
}

type Listeners = Pick<ReconcilerOptions, 'onEvent' | 'onExchange'>;

/** Returns the listeners of the caller and of its telemetry. Adds nothing without telemetry. */
export function listenersOf({ onEvent, onExchange, telemetry }: ReconcilerOptions): Listeners {
  const own = onEvent && unthrowing(onEvent);
  if (telemetry === undefined) return { ...(own && { onEvent: own }), ...(onExchange && { onExchange }) };
  const exchanged = unthrowing((exchange: ObservedExchange) => telemetry.exchange(exchange));
  const waiting = unthrowing((wait: Parameters<typeof telemetry.waiting>[0]) => telemetry.waiting(wait));
  return {
    onEvent(event) {
      if (event.type === 'waiting') waiting(event);
      own?.(event);
    },
    onExchange(exchange) {
      exchanged(exchange);
      return onExchange?.(exchange);
    },
  };
}
