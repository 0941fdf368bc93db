/** What started the run: the event and, where there is one, its pull request. */

import { z } from 'zod';

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
  /** From another repository: whoever wrote it may not write here. */
  readonly isFork: boolean;
  readonly isMerged: boolean;
}

export interface RunEvent {
  readonly pull: PullRequest | undefined;
  /** Commit that the run is about. */
  readonly sha: string;
}

/** `text`: the payload. A head repository that is gone counts as a fork. */
export function parseEvent(text: string | undefined, sha: string): RunEvent {
  const pull = text === undefined ? undefined : Payload.safeParse(JSON.parse(text)).data?.pull_request;
  if (pull === undefined) return { pull: undefined, sha };
  const { number, head, base, merged } = pull;
  const isFork = head.repo?.full_name !== base.repo.full_name;
  return { pull: { number, headSha: head.sha, isFork, isMerged: merged === true }, sha };
}
