/** The one issue about an account: opened, updated, and closed once its reason is gone. */

import { editIssue, openIssue, openIssues } from '../github/issues.ts';
import { type Mark, marked, markerText, otherAuthor } from './marker.ts';
import type { Run } from './run.ts';

export interface Issue {
  readonly mark: Mark;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/**
 * Opens or updates the issue. Keeps the oldest of several, and reopens an issue that was closed in between. Returns true if a new issue was
 * opened.
 */
export async function writeIssue(run: Run, { mark, title, text }: Issue): Promise<boolean> {
  const { github, repository } = run.host();
  const body = `${markerText(mark)}\n${text}\n`;
  const [found, ...others] = await ours(run, mark);
  for (const { number } of others)
    await close(run, number, `${markerText(mark)}\nReported in #${found?.number}.\n`, 'not_planned');
  if (found !== undefined && (await editIssue(github, repository, found.number, { body, state: 'open' }))) return false;
  const opened = await openIssue(github, repository, { title, body });
  const other = otherAuthor(run.inputs['comment-author'], opened);
  if (other === undefined) return true;
  await close(run, opened.number, body, 'not_planned');
  throw other;
}

/** Closes the issue. Returns true if there was one. */
export async function closeIssue(run: Run, { mark, text }: Omit<Issue, 'title'>): Promise<boolean> {
  const found = await ours(run, mark);
  for (const { number } of found) await close(run, number, `${markerText(mark)}\n${text}\n`, 'completed');
  return found.length > 0;
}

async function ours(run: Run, mark: Mark) {
  const { github, repository } = run.host();
  return marked(await openIssues(github, repository), run.inputs['comment-author'], mark);
}

async function close(run: Run, number: number, body: string, reason: 'completed' | 'not_planned'): Promise<void> {
  const { github, repository } = run.host();
  await editIssue(github, repository, number, { body, state: 'closed', state_reason: reason });
}
