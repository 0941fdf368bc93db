/** The hidden first line of our comments and issues, by which the next run finds them. Nothing else is ever read of them. */

import { UsageError } from '../errors.ts';
import type { Subject } from './run.ts';

export interface Mark extends Subject {
  readonly about: 'plan' | 'drift' | 'apply';
}

export function markerText({ about, account, folder }: Mark): string {
  return `<!-- trueup:${about} account=${encoded(account)} folder=${encoded(folder)} -->`;
}

/** Our texts about the same subject, in their order. A marker further down was written by another user. */
export function marked<T extends { readonly body: string; readonly author: string }>(
  texts: readonly T[],
  author: string,
  mark: Mark,
): readonly T[] {
  const start = markerText(mark);
  return texts.filter((text) => text.author === author && text.body.startsWith(start));
}

/** A comment of another login would not be found again, and would be written again each time. */
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
