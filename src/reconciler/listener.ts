/** Listeners of the caller: an error they throw is theirs, and does not end a run with writes in flight. */

import type { OnEvent } from '../model/event.ts';

export function unthrowing(listener: OnEvent): OnEvent {
  return (event) => {
    try {
      const ended: unknown = listener(event);
      if (ended instanceof Promise) ended.catch(() => undefined);
    } catch {
      return;
    }
  };
}
