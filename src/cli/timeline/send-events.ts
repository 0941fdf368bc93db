/** Sends checked events, several concurrently, and reports the result of each. */

import pLimit from 'p-limit';
import { type Client, mayHaveHappened } from '../../client/index.ts';
import type { ApiCall } from '../../contract/calls.ts';
import { defined } from '../../contract/defined.ts';
import { TimelineEventReply } from '../../contract/timeline.ts';
import { ApiError, TrueupError } from '../../errors.ts';
import type { Provenance } from '../../model/finding.ts';
import { type EventForm, isRepeatable, type ReadEvent } from './read-events.ts';

export interface Sent {
  readonly provenance: Provenance;
  /** uncertain: it is unknown whether it was accepted. skipped: the run was stopped first. */
  readonly status: 'sent' | 'failed' | 'uncertain' | 'skipped';
  /** Id of the event: as the service gave it, as the file has it, or as it was made for it. */
  readonly id?: string;
  readonly message?: string;
  readonly hint?: string;
  /** Whether sending it again cannot create a second one. */
  readonly repeatable: boolean;
}

export interface SendOptions {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly form: EventForm;
  /** App id for the legacy endpoint. */
  readonly legacyApp?: string;
  readonly concurrency: number;
  readonly newId: () => string;
}

/** In the order of the file. */
export function sendEvents(events: readonly ReadEvent[], options: SendOptions): Promise<readonly Sent[]> {
  const limit = pLimit(options.concurrency);
  return Promise.all(events.map((event) => limit(() => sendOne(event, options))));
}

async function sendOne({ event, provenance }: ReadEvent, options: SendOptions): Promise<Sent> {
  const { form, client, signal } = options;
  const id = form === 'dated' ? resolveId(event.id, options.newId) : event.id;
  const about = { provenance, repeatable: isRepeatable(event), ...defined({ id }) };
  if (signal.aborted) return { ...about, status: 'skipped', message: 'The run was stopped.' };
  const call = buildCall({ ...event, ...defined({ id }) }, options);
  try {
    const reply = TimelineEventReply().safeParse((await client.send(call)).value);
    return { ...about, status: 'sent', ...(reply.success && form !== 'dated' ? { id: reply.data.id } : {}) };
  } catch (error) {
    if (!(error instanceof TrueupError)) throw error;
    const status = mayHaveHappened(error) ? 'uncertain' : 'failed';
    // What the hint says of a run that is repeated is true of an apply: nothing reads an event back.
    const hint = status === 'uncertain' ? uncertainHint(about.repeatable) : findHint(error);
    return { ...about, status, message: error.message, ...defined({ hint }) };
  }
}

function uncertainHint(isRepeatable: boolean): string {
  return isRepeatable
    ? 'Send it again: it has an id, so it exists once whether it was accepted or not.'
    : 'It may have been accepted: look for it on the timeline before you send it again, because it has no id.';
}

function findHint(error: TrueupError): string | undefined {
  if (!(error instanceof ApiError) || error.gone) return error.hint;
  if (error.status === 404)
    return 'A template or event type belongs to an app: check its name, and that the token is of that app.';
  if (error.status === 409)
    return 'The service has an event with this id, and a sent event cannot be changed. To send another event, give it another id.';
  return error.hint;
}

/** The dated surface makes no ids: `{{uuid}}` is replaced here, as the documented one does. */
function resolveId(given = '{{uuid}}', newId: () => string): string {
  return given.replaceAll('{{uuid}}', () => newId());
}

function buildCall(body: ReadEvent['event'], { form, legacyApp = '' }: SendOptions): ApiCall {
  switch (form) {
    case 'v3':
      return { endpoint: 'sendTimelineEvent', params: {}, body };
    case 'legacy':
      return { endpoint: 'sendLegacyTimelineEvent', params: { 'application-id': legacyApp }, body };
    case 'dated':
      return { endpoint: 'sendDatedTimelineEvent', params: {}, body };
  }
}
