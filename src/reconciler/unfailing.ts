/** Wraps the telemetry of the caller, so that its errors, its results and its delays change no operation. Its errors are reported once. */

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
        // The caller may never await this promise, so its rejection is handled here.
        working.catch(ignored);
        return working;
      };
      const observing = (async () => telemetry.operation(operation, once))().catch(async (error: unknown) => {
        // Errors of the work pass through the telemetry.
        const own = await working?.then(() => undefined, itself);
        if (own === undefined || own !== error) tell(error);
      });
      // By now it has begun the work, or never does.
      await Promise.race([observing, turn()]);
      const ended = once().then(ignored, ignored);
      // The telemetry gets one turn to end its span.
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
  // The error is reported by the awaiting code.
}
