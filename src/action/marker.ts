/** The hidden first line of our comments and issues: it identifies them and carries the reviewed digest. */

import { UsageError } from '../errors.ts';

export interface Mark {
  readonly about: 'plan' | 'drift';
  readonly account: string;
  /** Folder of the project, so that two projects in one repository stay separate. */
  readonly folder: string;
  /** Digest of the reviewed plan; absent if there was nothing to review. */
  readonly digest?: string;
  /** Commit that was planned. */
  readonly commit?: string;
}

const MARKER =
  /^<!-- trueup:(plan|drift) account=(\S+) folder=(\S+) digest=([0-9a-f]{20}|none) commit=([0-9a-f]+|none) -->/;

export function markerText({ about, account, folder, digest = 'none', commit = 'none' }: Mark): string {
  return `<!-- trueup:${about} account=${encoded(account)} folder=${encoded(folder)} digest=${digest} commit=${commit} -->`;
}

/** Undefined if the text does not start with a marker: one further down was written by another user. */
export function readMarker(body: string): Mark | undefined {
  const [, about, account, folder, digest, commit] = MARKER.exec(body) ?? [];
  if (account === undefined || folder === undefined) return undefined;
  return {
    about: about === 'drift' ? 'drift' : 'plan',
    account: decoded(account),
    folder: decoded(folder),
    ...(digest === undefined || digest === 'none' ? {} : { digest }),
    ...(commit === undefined || commit === 'none' ? {} : { commit }),
  };
}

/** Our texts about the same subject, in their order. */
export function marked<T extends { readonly body: string; readonly author: string }>(
  texts: readonly T[],
  author: string,
  { about, account, folder }: Pick<Mark, 'about' | 'account' | 'folder'>,
): readonly { readonly text: T; readonly mark: Mark }[] {
  return texts.flatMap((text) => {
    const mark = text.author === author ? readMarker(text.body) : undefined;
    return mark?.about === about && mark.account === account && mark.folder === folder ? [{ text, mark }] : [];
  });
}

/** What another login writes is not found again, and would be written again each time. */
export function otherAuthor(expected: string, { author }: { readonly author: string }): UsageError | undefined {
  if (author === '' || author === expected) return undefined;
  return new UsageError('comment-author-differs', `The github-token writes as ${author}, not as ${expected}.`, {
    hint: `Set the input comment-author to ${author}.`,
  });
}

/** Nothing in it can end the HTML comment. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/-/g, '%2D');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
