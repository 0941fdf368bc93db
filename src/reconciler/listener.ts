/** Listeners of the caller's: what they throw is theirs, and ends no run whose writes are on their way. */

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
