/** Sends an event with an id again if the reply was lost: the service refuses a second event of one id (interface 11.8). */

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
  readonly hint?: string;
}

const TRIES = 3;
const FIRST_PAUSE_MS = 250;

const OURS: Ended = { status: 'sent', message: 'The reply to an earlier try was lost; the service has the event.' };
/** No call reads an event, so nothing tells what the service has under the id. */
const UNKNOWN: Ended = {
  status: 'uncertain',
  message:
    'The reply to an earlier try was lost, and the service has an event with this id: this one or an earlier one.',
  hint: 'Check the event on the timeline. If it is an earlier one, give this event another id and send it again.',
};
const EXISTS =
  'The service already has an event with this id. An event cannot be changed once it is sent: to send another one, give it another id.';

/**
 * Throws the error of a try, unless an earlier try may have taken effect. `isNew`: the id was made for this event, so the service has
 * no other event with it.
 */
export async function sendOnce(call: ApiCall, isNew: boolean, { client, signal, pause }: Sending): Promise<Ended> {
  for (let tries = 1, doubt = false; ; tries += 1) {
    try {
      await client.send(call);
      return { status: 'sent' };
    } catch (error) {
      if (!(error instanceof TrueupError)) throw error;
      // The 409 of another program proves nothing, and is in doubt itself.
      if (error instanceof ApiError && error.status === 409 && !error.inDoubt) {
        if (!doubt) return { status: 'failed', message: EXISTS };
        return isNew ? OURS : UNKNOWN;
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
