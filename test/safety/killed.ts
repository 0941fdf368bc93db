/** A process that is killed at one of its writes. */

import type { Transport } from '../../src/contract/http.ts';

export interface Killed {
  readonly transport: Transport;
  /** Ends once it is dead: nothing that it does later arrives anywhere. */
  readonly dies: Promise<void>;
}

/**
 * Kills at a call that matches "METHOD path". With `after` the service acts on the call, with `before` the call is
 * never sent.
 */
export function killedAt(transport: Transport, at: RegExp, when: 'before' | 'after' = 'after'): Killed {
  let dead = false;
  let died = (): void => undefined;
  const dies = new Promise<void>((resolve) => {
    died = resolve;
  });
  const send: Transport['send'] = async (request, options) => {
    if (dead) return new Promise(() => undefined);
    const isLast = request.method !== 'GET' && at.test(`${request.method} ${new URL(request.url).pathname}`);
    if (!isLast) return transport.send(request, options);
    if (when === 'after') await transport.send(request, options);
    dead = true;
    died();
    return new Promise(() => undefined);
  };
  return { transport: { ...transport, send }, dies };
}
