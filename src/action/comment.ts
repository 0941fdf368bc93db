/** The one comment of an account in a pull request: found by its marker and its author, edited in place. */

import { defined } from '../contract/defined.ts';
import { addComment, commentsOf, editComment, removeComment } from '../github/comments.ts';
import { type Mark, marked, markerText, otherAuthor } from './marker.ts';
import { type HostAccess, knowsAccounts, type Run } from './run.ts';

/** Bytes of the host's limit that are reserved for the marker and the last line. */
export const COMMENT_FRAME = 2000;

/** The marker of the current comment, which everyone who may write can edit; undefined if there is none. */
export async function commentMark(
  run: Run,
  host: HostAccess,
  pull: number,
  account: string,
): Promise<Mark | undefined> {
  return (await ours(run, host, pull, account))[0]?.mark;
}

/** About an account that may not exist nothing is added, and what is there is put right. */
export async function isCommented(run: Run, pull: number, account: string): Promise<boolean> {
  return knowsAccounts(run) || (await commentMark(run, run.host(), pull, account)) !== undefined;
}

export interface Review {
  readonly account: string;
  /** Digest of the plan to be reviewed; `keep` leaves the one in the comment. */
  readonly digest: string | undefined | 'keep';
  /** Digest to show where there is nothing to review any more. */
  readonly shown?: string | undefined;
  /** Whose digest it is, where the text shows another plan; `digest` when left out. */
  readonly digestAs?: 'reviewed digest';
  readonly commit: string;
  readonly text: string;
}

/** A comment that was deleted meanwhile is written again; of several, the oldest stays. */
export async function writeComment(run: Run, host: HostAccess, pull: number, review: Review): Promise<void> {
  const { account, commit, text, digestAs = 'digest' } = review;
  const { github, repository } = host;
  const [first, ...others] = await ours(run, host, pull, account);
  const digest = review.digest === 'keep' ? first?.mark.digest : review.digest;
  const mark = markerText({ about: 'plan', account, folder: run.folder, commit, ...defined({ digest }) });
  // Without an empty line it would become part of a list above it.
  const body = `${mark}\n${text.trimEnd()}\n\n${lastLine(run, commit, [digestAs, digest ?? review.shown])}\n`;
  if (first !== undefined && (await editComment(github, repository, first.text.id, body))) {
    for (const other of others) await removeComment(github, repository, other.text.id);
    return;
  }
  const added = await addComment(github, repository, pull, body);
  const other = otherAuthor(run.inputs['comment-author'], added);
  if (other !== undefined) {
    await removeComment(github, repository, added.id);
    throw other;
  }
  // Another run may have added one at the same time, or this one was added twice because a reply was lost.
  const [oldest, ...younger] = await ours(run, host, pull, account);
  if (younger.length === 0) return;
  if (oldest !== undefined && oldest.text.body !== body) await editComment(github, repository, oldest.text.id, body);
  for (const other of younger) await removeComment(github, repository, other.text.id);
}

/** Above the plan that the comment shows, once. False when there is no comment, or it says so already. */
export async function addNotice(
  run: Run,
  host: HostAccess,
  pull: number,
  { account, notice }: { readonly account: string; readonly notice: string },
): Promise<boolean> {
  const [first] = await ours(run, host, pull, account);
  if (first === undefined || first.text.body.includes(notice)) return false;
  const lines = first.text.body.split('\n');
  const title = lines.findIndex((line) => line.startsWith('### '));
  const body = lines.toSpliced(title < 0 ? 1 : title, 0, notice, '').join('\n');
  return editComment(host.github, host.repository, first.text.id, body);
}

async function ours(run: Run, { github, repository }: HostAccess, pull: number, account: string) {
  const comments = await commentsOf(github, repository, pull);
  return marked(comments, run.inputs['comment-author'], { about: 'plan', account, folder: run.folder });
}

/** Only our own addresses and digests, no user input. */
function lastLine(
  { runUrl }: Run,
  commit: string,
  [as, digest]: readonly [as: string, digest: string | undefined],
): string {
  const parts = [
    ...(digest === undefined ? [] : [`${as} \`${digest}\``]),
    ...(commit === '' ? [] : [`commit \`${commit.slice(0, 12)}\``]),
    ...(runUrl === undefined ? [] : [`[run](${runUrl})`]),
  ];
  return `<sub>trueup: ${parts.join(', ')}</sub>`;
}
