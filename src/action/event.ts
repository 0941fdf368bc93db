/** What started the run: the event and its pull request, if any. */

import { z } from 'zod';
import { UsageError } from '../errors.ts';

const Repo = z.looseObject({ full_name: z.string() });
const Payload = z.looseObject({
  pull_request: z
    .looseObject({
      number: z.int(),
      merged: z.boolean().nullish(),
      head: z.looseObject({ sha: z.string(), repo: Repo.nullish() }),
      base: z.looseObject({ repo: Repo }),
    })
    .optional(),
});

export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  /** From another repository: its author may not have write access here. */
  readonly isFork: boolean;
  readonly isMerged: boolean;
}

export interface RunEvent {
  readonly pull: PullRequest | undefined;
  /** Commit that the run is about. */
  readonly sha: string;
}

/** `text`: the payload. A deleted head repository counts as a fork. Throws UsageError if it cannot be determined. */
export function parseEvent(text: string | undefined, sha: string): RunEvent {
  const pull = text === undefined ? undefined : payloadOf(text).pull_request;
  if (pull === undefined) return { pull: undefined, sha };
  const { number, head, base, merged } = pull;
  const isFork = head.repo?.full_name !== base.repo.full_name;
  return { pull: { number, headSha: head.sha, isFork, isMerged: merged === true }, sha };
}

/** Whether a pull request comes from a fork must not be guessed. */
function payloadOf(text: string): z.infer<typeof Payload> {
  try {
    return Payload.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError('event-malformed', 'Could not read the event that started the run.', {
      hint: 'GITHUB_EVENT_PATH must point to an event payload written by the Git host.',
      cause,
    });
  }
}
