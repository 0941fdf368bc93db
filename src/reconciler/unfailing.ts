/** Telemetry of the caller as operations use it: what it throws, and what it gives, changes no result. It is told once. */

import type { Telemetry } from '../model/telemetry.ts';

export function unfailing(telemetry: Telemetry, onWarning: (message: string) => void): Telemetry {
  let isTold = false;
  const tell = (error: unknown): void => {
    if (isTold) return;
    isTold = true;
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    onWarning(`The telemetry failed (${what}), so spans and metrics may be missing. No result is changed by that.`);
  };
  return {
    async operation<T>(operation: Parameters<Telemetry['operation']>[0], work: () => Promise<T>): Promise<T> {
      let working: Promise<T> | undefined;
      const once = (): Promise<T> => {
        working ??= work();
        // It may be waited for later.
        working.catch(() => undefined);
        return working;
      };
      try {
        await telemetry.operation(operation, once);
      } catch (error) {
        const own = await working?.then(
          () => undefined,
          (cause: unknown) => cause,
        );
        if (own === undefined || own !== error) tell(error);
      }
      return once();
    },
    exchange: (exchange) => telemetry.exchange(exchange),
    waiting: (wait) => telemetry.waiting(wait),
  };
}
