/** SIGINT and SIGTERM: the first one stops the run in order, the second one immediately. */

import { TrueupError } from '../errors.ts';
import type { World } from './world.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  /** Stops listening. */
  end(): void;
}

export function listenForStop(world: World, note: (line: string) => void): Interruption {
  const controller = new AbortController();
  const off = world.onStop((name) => {
    if (controller.signal.aborted) {
      world.stopNow(name);
      return;
    }
    note('Stopping; interrupt again to stop immediately.');
    controller.abort(new TrueupError('interrupted', 'The run was interrupted.'));
  });
  return { signal: controller.signal, end: off };
}
