/** Telemetry of the caller as operations use it: what it throws, what it gives, and that it never ends, changes no result. What it throws is told once. */

import type { Operation, Telemetry } from '../model/telemetry.ts';

export function unfailing(telemetry: Telemetry, onWarning: (message: string) => void): Telemetry {
  let isTold = false;
  const tell = (error: unknown): void => {
    if (isTold) return;
    isTold = true;
    const what = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
    onWarning(`The telemetry failed (${what}), so spans and metrics may be missing. No result is changed by that.`);
  };
  return {
    async operation<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
      let working: Promise<T> | undefined;
      const once = (): Promise<T> => {
        working ??= work();
        // Whoever asked for it may leave it alone.
        working.catch(ignored);
        return working;
      };
      const observing = (async () => telemetry.operation(operation, once))().catch(async (error: unknown) => {
        // What the work throws comes through it.
        const own = await working?.then(() => undefined, itself);
        if (own === undefined || own !== error) tell(error);
      });
      // By now it has begun the work, or never does.
      await Promise.race([observing, turn()]);
      const ended = once().then(ignored, ignored);
      // It gets a turn to end its span.
      await Promise.race([observing, ended.then(turn)]);
      return once();
    },
    exchange: (exchange) => telemetry.exchange(exchange),
    waiting: (wait) => telemetry.waiting(wait),
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function itself<T>(cause: T): T {
  return cause;
}

function ignored(): void {
  // It is told where the result is awaited.
}
