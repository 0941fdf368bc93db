/** Sends an event whose id tells a second one from the first: a lost reply is cleared up by sending it again (interface 11.8). */

import type { Client } from '../../client/index.ts';
import type { ApiCall } from '../../contract/calls.ts';
import { ApiError, mayHaveHappened, TrueupError } from '../../errors.ts';

export interface Sending {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Between two tries of one event. */
  readonly pause: (ms: number) => Promise<void>;
}

interface Ended {
  readonly status: 'sent' | 'failed' | 'uncertain';
  readonly message?: string;
}

const TRIES = 3;
const FIRST_PAUSE_MS = 250;

const OURS = 'The reply to an earlier try was lost; the service has the event.';
const EXISTS =
  'The service already has an event with this id. An event cannot be changed once it is sent: to send another one, give it another id.';

/** Throws what a try ended with, unless an earlier one may have taken effect. */
export async function sendOnce(call: ApiCall, { client, signal, pause }: Sending): Promise<Ended> {
  for (let tries = 1, doubt = false; ; tries += 1) {
    try {
      await client.send(call);
      return { status: 'sent' };
    } catch (error) {
      if (!(error instanceof TrueupError)) throw error;
      // The 409 of another program proves nothing, and is in doubt itself.
      if (error instanceof ApiError && error.status === 409 && !error.inDoubt) {
        return doubt ? { status: 'sent', message: OURS } : { status: 'failed', message: EXISTS };
      }
      const open = mayHaveHappened(error);
      doubt ||= open;
      if (!doubt) throw error;
      // A try that was refused or not sent says nothing about an earlier one.
      if (tries === TRIES || signal.aborted || !open) return { status: 'uncertain', message: error.message };
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1)).catch(() => undefined);
    }
  }
}
