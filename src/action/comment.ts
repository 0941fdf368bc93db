/** The one comment of an account in a pull request: found by its marker and its author, edited in place. */

import { addComment, commentsOf, editComment } from '../github/comments.ts';
import { findMarked, type Mark, markerText } from './marker.ts';
import type { HostAccess, Run } from './run.ts';

/** Bytes that the marker and the last line may take of the host's limit. */
export const COMMENT_FRAME = 2000;

/** The mark of the comment as it stands; undefined when there is none. */
export async function reviewedMark(
  run: Run,
  host: HostAccess,
  pull: number,
  account: string,
): Promise<Mark | undefined> {
  return (await ours(run, host, pull, account))?.mark;
}

export interface Review {
  readonly account: string;
  /** Of the plan to be reviewed; `keep` leaves the one that the comment has. */
  readonly digest: string | undefined | 'keep';
  readonly commit: string;
  readonly text: string;
}

export async function writeComment(run: Run, host: HostAccess, pull: number, review: Review): Promise<void> {
  const { account, commit, text } = review;
  const found = await ours(run, host, pull, account);
  const digest = review.digest === 'keep' ? found?.mark.digest : review.digest;
  const mark = { about: 'plan', account, folder: run.folder, commit } as const;
  const body = `${markerText(digest === undefined ? mark : { ...mark, digest })}\n${text}\n${lastLine(run, commit, digest)}\n`;
  if (found === undefined) await addComment(host.github, host.repository, pull, body);
  else await editComment(host.github, host.repository, found.text.id, body);
}

async function ours(run: Run, { github, repository }: HostAccess, pull: number, account: string) {
  const comments = await commentsOf(github, repository, pull);
  return findMarked(comments, run.inputs['comment-author'], { about: 'plan', account, folder: run.folder });
}

/** Addresses and digests of our own: nothing that a person wrote. */
function lastLine({ runUrl }: Run, commit: string, digest: string | undefined): string {
  const parts = [
    ...(digest === undefined ? [] : [`plan \`${digest}\``]),
    ...(commit === '' ? [] : [`commit \`${commit.slice(0, 12)}\``]),
    ...(runUrl === undefined ? [] : [`[run](${runUrl})`]),
  ];
  return `<sub>trueup: ${parts.join(', ')}</sub>`;
}
