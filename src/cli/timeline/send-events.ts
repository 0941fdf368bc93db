/** Sends checked events, several concurrently, and reports the result of each. */

import pLimit from 'p-limit';
import { type Client, mayHaveHappened } from '../../client/index.ts';
import { defined } from '../../contract/defined.ts';
import { TimelineEventReply } from '../../contract/timeline.ts';
import { TrueupError } from '../../errors.ts';
import type { Provenance } from '../../model/finding.ts';
import { isRepeatable, type ReadEvent } from './read-events.ts';

export interface Sent {
  readonly provenance: Provenance;
  /** uncertain: it is unknown whether it was accepted. skipped: the run was stopped first. */
  readonly status: 'sent' | 'failed' | 'uncertain' | 'skipped';
  /** Id of the event: as the service gave it, or as the file has it. */
  readonly id?: string;
  readonly message?: string;
  /** Whether sending it again cannot create a second one. */
  readonly repeatable: boolean;
}

export interface SendOptions {
  readonly client: Client;
  /** App id for the legacy endpoint; undefined: v3. */
  readonly legacyApp: string | undefined;
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** In the order of the file. */
export function sendEvents(events: readonly ReadEvent[], options: SendOptions): Promise<readonly Sent[]> {
  const limit = pLimit(options.concurrency);
  return Promise.all(events.map((event) => limit(() => sendOne(event, options))));
}

async function sendOne({ event, provenance }: ReadEvent, options: SendOptions): Promise<Sent> {
  const about = { provenance, repeatable: isRepeatable(event), ...defined({ id: event.id }) };
  if (options.signal.aborted) return { ...about, status: 'skipped', message: 'The run was stopped.' };
  try {
    const { legacyApp } = options;
    const answer =
      legacyApp === undefined
        ? await options.client.send({ endpoint: 'sendTimelineEvent', params: {}, body: event })
        : await options.client.send({
            endpoint: 'sendLegacyTimelineEvent',
            params: { 'application-id': legacyApp },
            body: event,
          });
    const reply = TimelineEventReply.safeParse(answer.value);
    return { ...about, status: 'sent', ...(reply.success ? { id: reply.data.id } : {}) };
  } catch (error) {
    if (!(error instanceof TrueupError)) throw error;
    return { ...about, status: mayHaveHappened(error) ? 'uncertain' : 'failed', message: error.message };
  }
}
