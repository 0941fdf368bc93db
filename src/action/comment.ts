/** The one comment of an account in a pull request: written for people, found by its marker and its author, edited in place. */

import { addComment, editComment, listComments, removeComment } from '../github/comments.ts';
import { marked, markerText, otherAuthor } from './marker.ts';
import { type Run, shortOf } from './run.ts';

/** Bytes of the host's limit that are reserved for the marker and the last line. */
export const COMMENT_FRAME = 2000;

export interface Comment {
  readonly account: string;
  /** Digest of the shown plan. */
  readonly digest?: string | undefined;
  /** Markdown. */
  readonly text: string;
}

/** Writes the comment again if it was deleted. Keeps the oldest of several. */
export async function writeComment(run: Run, pull: number, { account, digest, text }: Comment): Promise<void> {
  const { github, repository } = run.host();
  const mark = { about: 'plan', account, folder: run.folder } as const;
  const author = run.inputs['comment-author'];
  const ours = async () => marked(await listComments(github, repository, pull), author, mark);
  // Without an empty line, it would become part of a list above it.
  const body = `${markerText(mark)}\n${text.trimEnd()}\n\n${lastLine(run, digest)}\n`;
  const [first, ...others] = await ours();
  if (first !== undefined && (await editComment(github, repository, first.id, body))) {
    for (const other of others) await removeComment(github, repository, other.id);
    return;
  }
  const added = await addComment(github, repository, pull, body);
  const other = otherAuthor(author, added);
  if (other !== undefined) {
    await removeComment(github, repository, added.id);
    throw other;
  }
  // Another run may have added a comment at the same time, or this comment was added twice after a lost reply.
  const [oldest, ...younger] = await ours();
  if (younger.length === 0 || oldest === undefined) return;
  if (oldest.body !== body) await editComment(github, repository, oldest.id, body);
  for (const one of younger) await removeComment(github, repository, one.id);
}

/** Only our own addresses and digests, no user input. */
export function lastLine({ runUrl, checkout }: Run, digest: string | undefined): string {
  const parts = [
    ...(digest === undefined ? [] : [`digest \`${digest}\``]),
    ...(checkout.commit === '' ? [] : [`commit \`${shortOf(checkout.commit)}\``]),
    ...(runUrl === undefined ? [] : [`[run](${runUrl})`]),
  ];
  return `<sub>trueup: ${parts.join(', ')}</sub>`;
}
