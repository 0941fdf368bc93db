/** The trigger of the run: the event, its branch and its pull request, if there is one. */

import { z } from 'zod';
import { defined } from '../contract/defined.ts';
import { UsageError } from '../errors.ts';

const Repo = z.looseObject({ full_name: z.string() });
const Payload = z.looseObject({
  pull_request: z
    .looseObject({
      number: z.int(),
      merged: z.boolean().nullish(),
      head: z.looseObject({ sha: z.string(), repo: Repo.nullish() }),
      base: z.looseObject({ repo: Repo, sha: z.string().nullish() }),
    })
    .optional(),
  merge_group: z
    .looseObject({ head_sha: z.string().nullish(), base_ref: z.string().nullish(), base_sha: z.string().nullish() })
    .nullish(),
});

export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  /** True if the pull request comes from another repository, whose author may lack write access. */
  readonly isFork: boolean;
  readonly isMerged: boolean;
}

/** Pull requests in a merge queue, put together as they will be merged. */
export interface MergeGroup {
  readonly headSha: string;
  /** Branch that they are for. */
  readonly base: string;
}

/** The variables that the Git host sets for every step. */
export interface Started {
  readonly name: string;
  /** For example `refs/heads/main` or `refs/pull/7/merge`. Empty for an event without a reference. */
  readonly ref: string;
  /** Commit of the event. The checked-out commit may be another one. */
  readonly sha: string;
}

export interface RunEvent extends Started {
  readonly pull: PullRequest | undefined;
  /** Commit of the branch that the pull request or the merge queue is for. */
  readonly base: string | undefined;
  readonly group?: MergeGroup;
}

/** `text`: the payload. A deleted head repository counts as a fork. Throws UsageError if it cannot be determined. */
export function parseEvent(text: string | undefined, started: Started): RunEvent {
  const payload = text === undefined ? {} : payloadOf(text);
  const { pull_request: pull, merge_group: group } = payload;
  const event = { ...started, base: pull?.base.sha ?? group?.base_sha ?? undefined };
  if (pull === undefined) return { ...event, pull, ...defined({ group: groupOf(group) }) };
  const { number, head, base, merged } = pull;
  const isFork = head.repo?.full_name !== base.repo.full_name;
  return { ...event, pull: { number, headSha: head.sha, isFork, isMerged: merged === true } };
}

/** Without both, the contents of the queue are unknown and cannot be verified. */
function groupOf(group: z.infer<typeof Payload>['merge_group']): MergeGroup | undefined {
  if (group?.head_sha == null || group.base_ref == null) return undefined;
  return { headSha: group.head_sha, base: group.base_ref.replace(/^refs\/heads\//, '') };
}

/** True for runs of pull requests from forks, whatever is checked out. A merge adopts the files. */
export function isForeign({ pull }: RunEvent): boolean {
  return pull?.isFork === true && !pull.isMerged;
}

/** Throws if the payload cannot be read, because the origin of a pull request must not be guessed. */
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
